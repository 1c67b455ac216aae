import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { type ChecklistField, PROFILE_LABELS } from "~/domain/organization/profile-fields";
import { Deadline } from "~/ui/call/call-list";
import { ShortList } from "~/ui/kit/list/short-list";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { Section } from "~/ui/kit/page/section";
import { formatList } from "~/values/format";

interface Step {
  key: string;
  to: string;
  title: string;
  about: ReactNode;
  /** What the button of the first step says. */
  verb: string;
}

interface NextStepsProps {
  questions: readonly { id: string; title: string }[];
  calls: readonly {
    id: string;
    title: string;
    closesAt: string | null;
    isAnswered: boolean;
    matchedTags: readonly string[];
  }[];
  missing: readonly { field: ChecklistField; reason: string }[];
  mayEdit: boolean;
}

/** A call further down can wait until the ones before it are answered. */
const CALLS_SHOWN = 2;

/** What the organization can do now, most urgent first. */
function stepsOf({ questions, calls, missing, mayEdit }: NextStepsProps): Step[] {
  const [first] = missing;
  return [
    ...questions.map(({ id, title }) => ({
      key: id,
      to: `/portal/submissions/${id}#messages`,
      title,
      about: "Answer needed: the government asked you a question, and waits for your answer.",
      verb: "Answer the question",
    })),
    ...calls
      .filter(({ isAnswered }) => !isAnswered)
      .slice(0, CALLS_SHOWN)
      .map(({ id, title, closesAt, matchedTags }) => ({
        key: id,
        to: `/calls/${id}`,
        title,
        about: (
          <>
            <Deadline closesAt={closesAt} />. This call fits {formatList(matchedTags)}.
          </>
        ),
        verb: "Read the call",
      })),
    ...(first && mayEdit
      ? [
          {
            key: "profile",
            to: `/portal/profile/edit#${first.field}`,
            title: "Complete your profile",
            about: `${PROFILE_LABELS[first.field]}: ${first.reason}`,
            verb: "Complete your profile",
          },
        ]
      : []),
  ];
}

/** The next step with its button, and those after it. */
export function NextSteps(props: NextStepsProps) {
  const [first, ...others] = stepsOf(props);
  return (
    <Section title="Next step">
      {first ? (
        <div className="glip-next">
          <p>
            <strong>{first.title}</strong>
          </p>
          <p>{first.about}</p>
          <Link className="usa-button" to={first.to}>
            {first.verb}
          </Link>
        </div>
      ) : (
        <EmptyState title="Nothing to do right now">
          <p>
            We notify you when a reviewer reads or answers a submission, and when a call opens. You can{" "}
            <Link to="/portal/submissions/new">submit a document</Link> at any time.
          </p>
        </EmptyState>
      )}
      {others.length > 0 && (
        <>
          <h3>After that</h3>
          <ShortList items={others} />
        </>
      )}
    </Section>
  );
}
