import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

/** A part of the page that is shown, by the anchor it has there. */
export type PagePart = { id: string; title: string };

type GuideProps = {
  /** What the pages are, for whoever hears the page: "For developers". */
  label: string;
  pages: readonly { to: string; name: string }[];
  /** The address of the page that is shown. */
  current: string;
  parts: readonly PagePart[];
  children: ReactNode;
};

const NAVIGATION_ID = "guide-pages";

/** A page of several that belong together and are read: the page, and beside or below it the way to all others. */
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

/** A part of such a page, with a heading that can be linked to. */
export function Part({ id, title, children }: PagePart & { children: ReactNode }) {
  return (
    <section className="glip-section glip-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
