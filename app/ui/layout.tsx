import { Link, NavLink, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { SERVICE_NAME } from "~/labels";
import type { Gate } from "~/policy/policy";
import { Bell } from "./bell";
import { useFocusOnArrival, useLinksWithinPage } from "./focus";
import { Icon } from "./icon";
import { SearchBox } from "./search-form";

export type LayoutSession = {
  name: string;
  email: string;
  role: string;
  industryRole: string | null;
  organizationName: string | null;
  /** The gates that let this person in. */
  gates: readonly Gate[];
};

export type Notice = { kind: "success" | "info" | "warning" | "error"; text: string };

type LayoutProps = {
  session: LayoutSession | null;
  unreadCount: number;
  /** Whose service it is; null when the settings do not say. */
  agencyName: string | null;
  demonstration: boolean;
  notice: Notice | null;
  children: ReactNode;
};

type Destination = {
  label: string;
  to: string;
  /** Where it is not for everybody of its audience. */
  gate?: Gate;
  exact?: boolean;
  /** Where its pages lie, when they do not lie under `to`. */
  within?: string;
};

const publicDestinations: readonly Destination[] = [
  { label: "Open calls", to: "/calls" },
  { label: "Announcements", to: "/announcements" },
  { label: "Register", to: "/register" },
  { label: "Sign in", to: "/login" },
];

const industryDestinations: readonly Destination[] = [
  { label: "Dashboard", to: "/portal", exact: true },
  { label: "Submissions", to: "/portal/submissions" },
  { label: "Profile", to: "/portal/profile" },
  { label: "People", to: "/portal/users", gate: "industry admin" },
  { label: "Open calls", to: "/calls" },
  { label: "Announcements", to: "/announcements" },
];

const governmentDestinations: readonly Destination[] = [
  { label: "Dashboard", to: "/gov", exact: true },
  { label: "Submissions", to: "/gov/submissions" },
  { label: "Organizations", to: "/gov/organizations" },
  { label: "Engagements", to: "/gov/engagements" },
  { label: "Calls", to: "/gov/calls" },
  { label: "Announcements", to: "/gov/announcements" },
  { label: "Administration", to: "/gov/admin/commands", within: "/gov/admin/", gate: "admin tier" },
];

const isGovernment = ({ role }: LayoutSession) => role.startsWith("GOV_");

function destinationsFor(session: LayoutSession | null): readonly Destination[] {
  if (session === null) return publicDestinations;
  const destinations = isGovernment(session) ? governmentDestinations : industryDestinations;
  return destinations.filter(({ gate }) => gate === undefined || session.gates.includes(gate));
}

/** The frame every page stands in: skip link, header, navigation for the reader's audience, notice, footer. */
export function Layout({ session, unreadCount, agencyName, demonstration, notice, children }: LayoutProps) {
  useLinksWithinPage();
  useFocusOnArrival();
  return (
    <div className="glip-page">
      <a className="usa-skipnav" href="#main-content">
        Skip to main content
      </a>
      {demonstration && <DemonstrationAlert />}
      <header className="usa-header usa-header--basic glip-header">
        <div className="glip-header__bar">
          <div className="grid-container glip-header__inner">
            <div className="usa-logo glip-header__logo">
              <Link className="usa-logo__text" to="/">
                {SERVICE_NAME}
              </Link>
              {agencyName && <span className="glip-header__agency">{agencyName}</span>}
            </div>
            {session && <Account session={session} unreadCount={unreadCount} />}
          </div>
        </div>
        <div className="glip-nav">
          <div className="grid-container glip-nav__row">
            <Navigation destinations={destinationsFor(session)} />
            {session && isGovernment(session) && <SearchBox />}
          </div>
        </div>
      </header>
      <main id="main-content" className="glip-main" tabIndex={-1}>
        <div className="grid-container">
          <NoticeArea notice={notice} />
          {children}
        </div>
      </main>
      <footer className="usa-footer usa-footer--slim glip-footer">
        <div className="grid-container">
          {agencyName && <p className="glip-footer__agency">{agencyName}</p>}
          <p className="glip-footer__service">{SERVICE_NAME}</p>
          <p className="glip-footer__links">
            <Link to="/developers">Developers</Link>
          </p>
        </div>
      </footer>
    </div>
  );
}

function DemonstrationAlert() {
  return (
    <section className="usa-site-alert usa-site-alert--info usa-site-alert--slim" aria-label="Site alert">
      <div className="usa-alert">
        <div className="usa-alert__body">
          <p className="usa-alert__text">
            <strong>This is a demonstration.</strong> Its organizations and people are made up.
          </p>
        </div>
      </div>
    </section>
  );
}

/** Links that wrap on a narrow screen: a folding menu would need a script. */
function Navigation({ destinations }: { destinations: readonly Destination[] }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Primary navigation">
      <ul className="glip-nav__list">
        {destinations.map(({ label, to, exact, within }) => (
          <li key={to}>
            {within ? (
              <Link className="glip-nav__link" to={to} aria-current={pathname.startsWith(within) ? "page" : undefined}>
                {label}
              </Link>
            ) : (
              <NavLink className="glip-nav__link" to={to} end={exact}>
                {label}
              </NavLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Account({ session, unreadCount }: { session: LayoutSession; unreadCount: number }) {
  return (
    <div className="glip-account">
      <Bell unreadCount={unreadCount} />
      <div className="glip-account__person">
        <Link className="glip-account__name" to="/account" aria-label={`${session.name}, your account`}>
          {session.name}
        </Link>
        {session.organizationName && <span className="glip-account__organization">{session.organizationName}</span>}
      </div>
      <form method="post" action="/logout">
        <button className="glip-account__sign-out" type="submit">
          <Icon name="logout" />
          Sign out
        </button>
      </form>
    </div>
  );
}

/** The status region is there even when empty: text is announced only when it enters a region already on the page. */
function NoticeArea({ notice }: { notice: Notice | null }) {
  return (
    <div className="glip-notice" role="status">
      {notice && (
        <div className={`usa-alert usa-alert--${notice.kind} usa-alert--slim`}>
          <div className="usa-alert__body">
            <p className="usa-alert__text">{notice.text}</p>
          </div>
        </div>
      )}
    </div>
  );
}
