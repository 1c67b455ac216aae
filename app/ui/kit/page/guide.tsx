import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

/** A section of this page, by its anchor. */
export type PagePart = { id: string; title: string };

type GuideProps = {
  /** The name of the set of pages for screen readers: "For developers". */
  label: string;
  pages: readonly { to: string; name: string }[];
  /** The address of this page. */
  current: string;
  parts: readonly PagePart[];
  children: ReactNode;
};

const NAVIGATION_ID = "guide-pages";

/** One of several pages that belong together, with links to the others beside or below it. */
export function Guide({ label, pages, current, parts, children }: GuideProps) {
  return (
    <div className="glip-docs">
      <p className="glip-docs__jump">
        <Link to={`#${NAVIGATION_ID}`}>Contents, and other pages</Link>
      </p>
      <nav className="glip-docs__nav" id={NAVIGATION_ID} aria-label={label}>
        <ul className="usa-sidenav">
          {pages.map(({ to, name }) => (
            <li key={to} className="usa-sidenav__item">
              <Link
                to={to}
                className={to === current ? "usa-current" : undefined}
                aria-current={to === current ? "page" : undefined}
              >
                {name}
              </Link>
              {to === current && parts.length > 0 && <Parts parts={parts} />}
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

/** A section of such a page, with a heading to link to. */
export function Part({ id, title, children }: PagePart & { children: ReactNode }) {
  return (
    <section className="glip-section glip-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
