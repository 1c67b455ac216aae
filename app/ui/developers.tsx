import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { GroupSummary } from "~/http/openapi/reference.server";

/** A part of the page that is shown, by the anchor it has there. */
export type PagePart = { id: string; title: string };

type DevelopersProps = {
  groups: readonly Pick<GroupSummary, "slug" | "name">[];
  /** The page that is shown, by the last part of its address; empty for the guide. */
  current: string;
  parts: readonly PagePart[];
  children: ReactNode;
};

const NAVIGATION_ID = "developers-pages";

/** A page of the guide and reference for developers: the page, and beside or below it the way to all others. */
export function Developers({ groups, current, parts, children }: DevelopersProps) {
  const pages = [{ slug: "", name: "Guide" }, ...groups];
  return (
    <div className="glip-docs">
      <p className="glip-docs__jump">
        <Link to={`#${NAVIGATION_ID}`}>All pages for developers</Link>
      </p>
      <nav className="glip-docs__nav" id={NAVIGATION_ID} aria-label="For developers">
        <ul className="usa-sidenav">
          {pages.map(({ slug, name }) => (
            <li key={slug} className="usa-sidenav__item">
              <Link
                to={slug === "" ? "/developers" : `/developers/${slug}`}
                className={slug === current ? "usa-current" : undefined}
                aria-current={slug === current ? "page" : undefined}
              >
                {name}
              </Link>
              {slug === current && parts.length > 0 && <Parts parts={parts} />}
            </li>
          ))}
        </ul>
      </nav>
      <div className="glip-docs__page">{children}</div>
    </div>
  );
}

function Parts({ parts }: { parts: readonly PagePart[] }) {
  return (
    <ul className="usa-sidenav__sublist">
      {parts.map(({ id, title }) => (
        <li key={id} className="usa-sidenav__item">
          <Link to={`#${id}`}>{title}</Link>
        </li>
      ))}
    </ul>
  );
}

/** A part of such a page, with a heading that can be linked to. */
export function Part({ id, title, children }: PagePart & { children: ReactNode }) {
  return (
    <section className="glip-section glip-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
