import { Link } from "@remix-run/react";
import { createContext, useContext } from "react";

export interface HelpTopic {
  label: string;
  to: string;
}

/** The part of the help that covers the current page, or null. */
export const HelpTopicContext = createContext<HelpTopic | null>(null);

/** A link to the help on the current page. Shows nothing if the help does not cover it. */
export function HelpLink() {
  const topic = useContext(HelpTopicContext);
  return (
    topic && (
      <p className="glip-page-header__help">
        <Link to={topic.to}>{topic.label}</Link>
      </p>
    )
  );
}
