import { isRouteErrorResponse, Link, useHref, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Frame } from "~/http/frame.server";
import { labelOf } from "~/labels";
import { MailLink } from "./email-address";
import { homeOf, isGovernment, useFrame } from "./home";
import { PageHeader } from "./page";

/** Why a page is not shown: a status, or that the browser could not fetch it or could not draw it. */
interface Failure {
  status: number | "unloaded";
  /** Under which the log has it, where somebody can be helped by it. */
  requestId?: string;
}

interface Refusal {
  title: string;
  text: string;
}

const TEXT: Record<Failure["status"], Refusal> = {
  400: { title: "That request was not understood", text: "Something in the address or the form is not as expected." },
  403: {
    title: "You may not do this",
    text: "Your role, or the command or organization that you belong to, does not allow it. Nothing was changed.",
  },
  404: {
    title: "Page not found",
    text: "There is nothing at this address, or not any more, or it is not for you to see.",
  },
  405: { title: "That cannot be done here", text: "This page does not take what was sent to it." },
  409: { title: "Somebody was faster", text: "What you saw was changed meanwhile. Nothing was saved." },
  413: { title: "That was too large", text: "What was sent is larger than the service takes. Nothing was saved." },
  429: {
    title: "Too many requests",
    text: "This was asked for more often than the service allows. Please wait a while, then try again.",
  },
  503: { title: "Not available now", text: "The service cannot do this just now. Please try again in a few minutes." },
  unloaded: {
    title: "This page did not load",
    text: "Your browser could not get the page or could not show it. You may be offline, or the service is starting anew.",
  },
};

const UNEXPECTED: Refusal = {
  title: "Something went wrong",
  text: "The service could not do this, through no fault of yours. It was logged; please try again in a while.",
};

/** What Remix makes of an error whose detail stays on the server. */
const SANITIZED_MESSAGE = "Unexpected Server Error";

/** What an error comes to. One that did not come from the server is the browser's own: no connection, no such script. */
export function failureOf(error: unknown): Failure {
  if (isRouteErrorResponse(error)) return { status: error.status, requestId: error.data?.requestId };
  const isOfServer = !(error instanceof Error) || error.message === SANITIZED_MESSAGE;
  return { status: isOfServer ? 500 : "unloaded" };
}

/** What is said of a failure. */
export function refusalOf({ status }: Failure): Refusal {
  return TEXT[status] ?? UNEXPECTED;
}

/** The page that stands in for one that could not be shown: what happened, and what its reader can do next. */
export function RefusalPage({ failure }: { failure: Failure }) {
  const { title, text } = refusalOf(failure);
  const { pathname, search } = useLocation();
  // A path that begins with two slashes would be a link to another site. The router reduces them to one.
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
              <a href={here}>Load this page again</a>. If you had sent a form, look first whether it was saved.
            </li>
          )}
          {failure.status === 404 && (
            <li>Check the address for a slip of the keyboard, or go back to where you came from.</li>
          )}
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
            If you ask for help, name this number, under which the log has what happened:{" "}
            <code>{failure.requestId}</code>
          </p>
        )}
      </div>
    </>
  );
}

type Session = NonNullable<Frame["session"]>;

/** Whom the service takes its reader for, and who could change that. */
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
            ? "If your work needs it, ask your command's lead or a government administrator for another role."
            : "If your work needs it, ask an administrator of your organization."}
        </p>
      )}
    </>
  );
}

type Way = { to: string; label: string; note?: ReactNode };

/** Where somebody may go on. */
function waysFor(session: Session | null): Way[] {
  const { to } = homeOf(session);
  if (session === null) {
    return [
      { to: "/calls", label: "See the open calls" },
      { to: "/login", label: "Sign in", note: ": some pages are shown only to who is signed in." },
      { to, label: "Go to the home page" },
    ];
  }
  const records = isGovernment(session)
    ? { to: "/gov/search", label: "Search all records" }
    : { to: "/portal/submissions", label: "See your organization's submissions" };
  return [records, { to, label: "Go to your dashboard" }];
}
