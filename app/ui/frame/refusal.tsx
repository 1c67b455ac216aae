import { isRouteErrorResponse, Link, useHref, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { SEARCH_PAGES } from "~/domain/search/addresses";
import { MailLink } from "~/ui/kit/email-address";
import { useFrame } from "~/ui/kit/page/frame-context";
import { isGovernment } from "~/ui/kit/page/home-link";
import { PageHeader } from "~/ui/kit/page/page-header";
import { labelOf } from "~/values/labels";
import type { Frame } from "~/web/pages/frame.server";
import { homeOf } from "~/web/pages/home";

/** Why a page is not shown: an HTTP status, or the browser could not load or render it. */
interface Failure {
  status: number | "unloaded";
  /** The ID of the log entry, if support can use it. */
  requestId?: string;
}

interface Refusal {
  title: string;
  text: string;
}

const TEXT: Record<Failure["status"], Refusal> = {
  400: { title: "We did not understand that request", text: "Something in the address or the form is wrong." },
  403: {
    title: "You do not have access",
    text: "Your role, command or organization does not let you see this page or make this change. If you sent a form, nothing was saved.",
  },
  404: {
    title: "Page not found",
    text: "The page may have been removed, or you may not have access to it.",
  },
  405: { title: "You cannot do that here", text: "This page cannot accept what you sent." },
  409: {
    title: "Someone else changed this first",
    text: "Someone changed this while you had it open. Nothing was saved.",
  },
  413: { title: "That was too large", text: "You sent more than the service can accept. Nothing was saved." },
  429: {
    title: "Too many requests",
    text: "You have done this too often. Wait a while, then try again.",
  },
  503: { title: "Not available right now", text: "The service cannot do this right now. Try again in a few minutes." },
  unloaded: {
    title: "This page did not load",
    text: "You may be offline, or the service may be restarting. Try again in a moment.",
  },
};

const UNEXPECTED: Refusal = {
  title: "Something went wrong",
  text: "The problem is on our side, and we logged it. Try again in a few minutes.",
};

/** What Remix sends instead of an error whose details stay on the server. */
const SANITIZED_MESSAGE = "Unexpected Server Error";

/** Classifies an error. One without a response is the browser's own, such as no connection or a missing script. */
export function failureOf(error: unknown): Failure {
  if (isRouteErrorResponse(error)) return { status: error.status, requestId: error.data?.requestId };
  const isOfServer = !(error instanceof Error) || error.message === SANITIZED_MESSAGE;
  return { status: isOfServer ? 500 : "unloaded" };
}

/** The texts for a failure. */
export function refusalOf({ status }: Failure): Refusal {
  return TEXT[status] ?? UNEXPECTED;
}

/** Replaces a page that could not be shown: what happened, and what the reader can do next. */
export function RefusalPage({ failure }: { failure: Failure }) {
  const { title, text } = refusalOf(failure);
  const { pathname, search } = useLocation();
  // Two leading slashes would make the link point to another site. The router reduces them to one.
  const here = useHref({ pathname, search });
  const frame = useFrame();
  const session = frame?.session ?? null;
  const isWorthAnotherTry = !(Number(failure.status) >= 400 && Number(failure.status) < 429);
  return (
    <>
      <PageHeader title={title} lede={text} isStandIn />
      <div className="usa-prose">
        {failure.status === 403 && session && <Standing session={session} />}
        <h2>What you can do</h2>
        <ul>
          {isWorthAnotherTry && (
            <li>
              <a href={here}>Reload this page</a>. If you sent a form, first check whether it was saved.
            </li>
          )}
          {failure.status === 404 && <li>Check the address for typos, or go back to the page you came from.</li>}
          {waysFor(session).map(({ to, label, note }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
              {note}
            </li>
          ))}
          <li>
            <Link to="/help">Read the help</Link>
            {frame?.contactEmail && (
              <>
                , or write to <MailLink value={frame.contactEmail} />
              </>
            )}
            .
          </li>
        </ul>
        {failure.requestId && (
          <p>
            If you ask for help, include this error number: <code>{failure.requestId}</code>
          </p>
        )}
      </div>
    </>
  );
}

type Session = NonNullable<Frame["session"]>;

/** Which role the reader has, and who could change it. */
function Standing({ session }: { session: Session }) {
  const { name, role, industryRole, organizationName, gates } = session;
  const mayDoMost = gates.includes("system admin") || gates.includes("industry admin");
  return (
    <>
      <p>
        You are signed in as <strong>{name}</strong> (
        {[labelOf(industryRole ?? role), organizationName].filter(Boolean).join(", ")}).
      </p>
      {!mayDoMost && (
        <p>
          {isGovernment(session)
            ? "If you need access, ask your command lead or a government administrator for another role."
            : "If you need access, ask an administrator of your organization."}
        </p>
      )}
    </>
  );
}

type Way = { to: string; label: string; note?: ReactNode };

/** Links to where the reader can continue. */
function waysFor(session: Session | null): Way[] {
  const to = homeOf(session);
  if (session === null) {
    return [
      { to: "/calls", label: "See the open calls" },
      { to: "/login", label: "Sign in", note: ". You must sign in to see some pages." },
      { to, label: "Go to the home page" },
    ];
  }
  const records = isGovernment(session)
    ? { to: SEARCH_PAGES.government, label: "Search all records" }
    : { to: "/portal/submissions", label: "See your organization's submissions" };
  return [records, { to, label: "Go to your dashboard" }];
}
