import { Link, NavLink, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { HelpTopicContext } from "~/ui/kit/page/help-link";
import { SERVICE_NAME } from "~/values/labels";
import type { Frame } from "~/web/pages/frame.server";
import { AccountMenu } from "./account-menu";
import { OfficialBanner, SiteAlert } from "./banner";
import { Bell } from "./bell";
import { useFocusOnArrival, useLinksWithinPage } from "./focus";
import { Footer } from "./footer";
import { useHelpTopic } from "./help-topics";
import { hasOwnRow, Navigation } from "./navigation";
import { SessionEnding } from "./session-ending";
import { useOwnDraftsOnly } from "./sign-out";
import { UnsavedWarning } from "./unsaved-warning";

type LayoutProps = {
  /** Null if a page failed before the frame was loaded. */
  frame: Frame | null;
  children: ReactNode;
};

/** The frame around every page: skip link, header, navigation for the reader's audience, notice, footer. */
export function Layout({ frame, children }: LayoutProps) {
  useLinksWithinPage();
  useFocusOnArrival();
  const isGovernmentPage = /^\/gov(\/|$)/.test(useLocation().pathname);
  const helpTopic = useHelpTopic();
  const session = frame?.session ?? null;
  useOwnDraftsOnly(session?.email);
  const agencyName = frame?.agencyName ?? null;
  const own = session ? (
    <div className="glip-header__own">
      <Bell unreadCount={frame?.unreadCount ?? 0} />
      <AccountMenu session={session} />
    </div>
  ) : (
    <NavLink className="glip-header__sign-in" to="/login">
      Sign in
    </NavLink>
  );
  return (
    <div className={isGovernmentPage ? "glip-page glip-page--wide" : "glip-page"}>
      <a className="usa-skipnav" href="#main-content">
        Skip to main content
      </a>
      {frame?.officialDomain && <OfficialBanner domain={frame.officialDomain} />}
      {frame?.alert && <SiteAlert {...frame.alert} />}
      <header className="glip-header">
        <div className="grid-container glip-header__inner">
          <div className="glip-header__logo">
            {frame?.sealPath && (
              <img className="glip-header__seal" src={frame.sealPath} alt="" width="44" height="44" />
            )}
            <div>
              <Link className="glip-header__name" to="/">
                {SERVICE_NAME}
              </Link>
              {agencyName && <span className="glip-header__agency">{agencyName}</span>}
            </div>
          </div>
          {/* Government has more links than fit beside the name. They are in a row of their own, so they come last. */}
          {hasOwnRow(session) ? (
            <>
              {own}
              <Navigation session={session} />
            </>
          ) : (
            <>
              <Navigation session={session} />
              {own}
            </>
          )}
        </div>
      </header>
      <main id="main-content" className="glip-main" tabIndex={-1}>
        <div className="grid-container">
          <NoticeArea notice={frame?.notice ?? null} at={frame?.now} />
          <HelpTopicContext.Provider value={helpTopic}>{children}</HelpTopicContext.Provider>
        </div>
      </main>
      <Footer
        agencyName={agencyName}
        contactEmail={frame?.contactEmail ?? null}
        isOfficial={frame !== null && frame.officialDomain !== null}
      />
      <UnsavedWarning />
      {session && <SessionEnding session={session} />}
    </div>
  );
}

/**
 * The status region is there even if it is empty. Screen readers announce only what is added to an existing region, so the
 * same words a second time are a new element.
 * @param at when the notice came
 */
function NoticeArea({ notice, at }: { notice: Frame["notice"]; at: string | undefined }) {
  return (
    <div className="glip-notice" role="status">
      {notice && (
        <div className={`usa-alert usa-alert--${notice.kind} usa-alert--slim`} key={at}>
          <div className="usa-alert__body">
            <p className="usa-alert__text">{notice.text}</p>
          </div>
        </div>
      )}
    </div>
  );
}
