import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { HelpLink } from "./help-link";
import { useHome } from "./home-link";
import { PrintedOrigin } from "./printed-origin";

export type Breadcrumb = { label: string; to?: string };

type PageHeaderProps = {
  title: string;
  /** Beside the title. */
  status?: ReactNode;
  lede?: ReactNode;
  actions?: ReactNode;
  breadcrumbs?: readonly Breadcrumb[];
  /** Whether this page replaces the one at this address, as an error page does. It then shows no link to help. */
  isStandIn?: boolean;
};

/** The page's only h1, with breadcrumbs above and actions beside it. Pages in the main navigation need no breadcrumbs. */
export function PageHeader({ title, status, lede, actions, breadcrumbs, isStandIn }: PageHeaderProps) {
  return (
    <div className="glip-page-header">
      {breadcrumbs && breadcrumbs.length > 0 && (
        <>
          <Breadcrumbs items={breadcrumbs} />
          <PrintedOrigin />
        </>
      )}
      <div className="glip-page-header__row">
        <div className="glip-page-header__text">
          <div className="glip-page-header__title">
            <h1>{title}</h1>
            {status}
          </div>
          {lede && <p className="glip-page-header__lede">{lede}</p>}
          {!isStandIn && <HelpLink />}
        </div>
        {actions && <div className="glip-page-header__actions glip-cluster">{actions}</div>}
      </div>
    </div>
  );
}

function Breadcrumbs({ items }: { items: readonly Breadcrumb[] }) {
  const home = useHome();
  return (
    <nav className="usa-breadcrumb" aria-label="Breadcrumbs">
      <ol className="usa-breadcrumb__list">
        {[home, ...items].map(({ label, to }: Breadcrumb) =>
          to === undefined ? (
            <li key={label} className="usa-breadcrumb__list-item usa-current" aria-current="page">
              <span>{label}</span>
            </li>
          ) : (
            <li key={to} className="usa-breadcrumb__list-item">
              <Link className="usa-breadcrumb__link" to={to}>
                <span>{label}</span>
              </Link>
            </li>
          ),
        )}
      </ol>
    </nav>
  );
}
