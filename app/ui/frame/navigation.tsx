import { Link, NavLink, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { SEARCH_PAGES } from "~/domain/search/addresses";
import type { Gate } from "~/policy/policy";
import { Icon } from "~/ui/kit/icon";
import { isGovernment } from "~/ui/kit/page/home-link";
import { SearchBox } from "~/ui/search/search-box";
import type { Frame } from "~/web/pages/frame.server";

type Session = Frame["session"];

type Destination = {
  label: string;
  to: string;
  /** The gate of a destination that only part of the audience may open. */
  gate?: Gate;
  exact?: boolean;
  /** The addresses of its pages, if they are not under `to`. */
  within?: string;
};

const publicDestinations: readonly Destination[] = [
  { label: "Open calls", to: "/calls" },
  { label: "Announcements", to: "/announcements" },
  { label: "Search", to: SEARCH_PAGES.everyone },
  { label: "Register", to: "/register" },
  { label: "Help", to: "/help" },
];

const industryDestinations: readonly Destination[] = [
  { label: "Dashboard", to: "/portal", exact: true },
  { label: "Submissions", to: "/portal/submissions" },
  { label: "Profile", to: "/portal/profile" },
  { label: "People", to: "/portal/users", gate: "industry admin" },
  { label: "Open calls", to: "/calls" },
  { label: "Announcements", to: "/announcements" },
  { label: "Search", to: SEARCH_PAGES.everyone },
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

function destinationsFor(session: Session): readonly Destination[] {
  if (session === null) return publicDestinations;
  const destinations = isGovernment(session) ? governmentDestinations : industryDestinations;
  return destinations.filter(({ gate }) => gate === undefined || session.gates.includes(gate));
}

/** Beside the names of the service and of the reader, there is room for so many links. */
const MOST_BESIDE = 6;

/** Whether the links have a row of their own, below the rest of the header. */
export const hasOwnRow = (session: Session): boolean =>
  isGovernment(session) || destinationsFor(session).length > MOST_BESIDE;

const MENU_ID = "primary-navigation";
// React passes these attributes on, but its types do not know them yet.
const OPENS_MENU: object = { popovertarget: MENU_ID };
const CLOSES_MENU: object = { ...OPENS_MENU, popovertargetaction: "hide" };
const IS_MENU: object = { popover: "auto" };

/**
 * The main navigation for the reader's audience: a row of links, or on a phone a panel. The browser opens and closes
 * the panel through the popover attribute, so no script is needed; browsers without it show the links. A `<details>`
 * would need every link twice, because a closed one cannot be shown open on a wide screen.
 */
export function Navigation({ session }: { session: Session }) {
  const { pathname, key } = useLocation();
  const menu = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation closes it, even to the same page
  useEffect(() => {
    if (menu.current?.matches(":popover-open")) menu.current.hidePopover();
  }, [key]);
  return (
    <div className={hasOwnRow(session) ? "glip-nav glip-nav--row" : "glip-nav"}>
      <button type="button" className="glip-nav__open" {...OPENS_MENU}>
        <Icon name="menu" className="usa-icon--size-3" />
        <span className="glip-nav__word">Menu</span>
      </button>
      <nav ref={menu} id={MENU_ID} className="glip-nav__menu" aria-label="Primary navigation" {...IS_MENU}>
        <button type="button" className="glip-nav__close" {...CLOSES_MENU}>
          <Icon name="close" label="Close the menu" className="usa-icon--size-3" />
        </button>
        <ul className="glip-nav__list">
          {destinationsFor(session).map(({ label, to, exact, within }) => (
            <li key={to}>
              {within ? (
                <Link
                  className="glip-nav__link"
                  to={to}
                  aria-current={pathname.startsWith(within) ? "page" : undefined}
                >
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
      {/* The search page has its own form. */}
      {isGovernment(session) && pathname !== SEARCH_PAGES.government && <SearchBox />}
    </div>
  );
}
