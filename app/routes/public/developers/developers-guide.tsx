import { Fragment } from "react";
import { PairTable } from "~/ui/kit/list/pair-table";
import { CodeBlock } from "~/ui/kit/page/code-block";
import { Inline } from "~/ui/kit/page/prose";
import { ERROR_MESSAGE, ERROR_STATUS, type ErrorCode } from "~/values/errors";
import { counted, formatCount, formatFileSize } from "~/values/format";
import {
  CONNECTIONS,
  LIMITS,
  MINUTE_SECONDS,
  RATE_LIMITS,
  SIGN_IN_FAILURES,
  SIGN_IN_FAILURES_OF_ACCOUNT,
  SIGN_IN_FAILURES_OF_ADDRESS,
} from "~/values/limits";
import { limitInWords } from "~/web/openapi/guide";
import { CURL_SESSION } from "./curl-session";

/** Where the document is, and what a program makes of it. */
export function TheDocument() {
  return (
    <>
      <p>
        The API describes itself in one document, by OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a>. It
        is made of the schemas, gates and limits that answer requests, and so are these pages. Whatever makes clients,
        mocks or tests of such a document can make them of this one.
      </p>
      <p>
        A client for TypeScript that knows every route and field, by{" "}
        <a href="https://openapi-ts.dev/introduction">openapi-typescript</a> and{" "}
        <a href="https://openapi-ts.dev/openapi-fetch/">openapi-fetch</a>:
      </p>
      <CodeBlock label="Making the types" code={MAKE_TYPES} />
      <CodeBlock label="A typed client" code={TYPED_CLIENT} />
    </>
  );
}

const MAKE_TYPES = "npx openapi-typescript http://localhost:3000/api/openapi.json --output portal.d.ts";
const TYPED_CLIENT = `import createClient from "openapi-fetch";
import type { paths } from "./portal";

const portal = createClient<paths>({ baseUrl: "http://localhost:3000" });
const { data, error } = await portal.GET("/api/portal/calls");`;

const REFUSED_FORM = `{
  "error": "${ERROR_MESSAGE.invalid_request}",
  "fields": { "title": ["is required"], "naicsCode": ["must be six digits"] }
}`;

/** What each status means that is a refusal. */
export function Errors() {
  return (
    <>
      <CodeBlock label="A refused request" code={REFUSED_FORM} />
      <PairTable
        caption="Statuses of refusals"
        columns={["Status", "What to make of it"]}
        rows={(Object.keys(ERROR_STATUS) as ErrorCode[]).map((code) => ({
          key: code,
          name: `${ERROR_STATUS[code]} ${ERROR_MESSAGE[code]}`,
          meaning: <Inline text={MEANINGS[code]} />,
        }))}
      />
    </>
  );
}

const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  invalid_request: "The request is at fault, or the record's state does not allow it. The same request fails again.",
  unauthorized: "There is no session, or it has ended. Sign in.",
  forbidden: "The session is good, but not for this.",
  not_found: "There is no such record or address, or none that the caller may know of.",
  method_not_allowed: "The address does not take this method; `Allow` names those it takes.",
  request_timeout: "The request did not come in whole in time. Send it again over a better line.",
  conflict: "It would be a duplicate, or something stands against it. Read again, then decide.",
  payload_too_large: "The body is larger than what the address takes.",
  expectation_failed: "`Expect` takes `100-continue` alone.",
  rate_limited: "Too much was asked for. Wait as many seconds as `Retry-After` says.",
  headers_too_large: `The headers have more than ${formatFileSize(CONNECTIONS.headerBytes)}; a shorter address may help.`,
  internal_error: "The fault is the service's own. Try again later; its log knows more by `X-Request-Id`.",
  unavailable: "The service cannot answer just now. Try again later.",
};

const COUNTED: Readonly<Record<keyof typeof RATE_LIMITS, string>> = {
  registration: "Tries to register",
  submission: "Submissions",
  search: "Searches",
  invitation: "Invitations",
  export: "Exports",
  pageview: "Page views",
  passwordChange: "Tries to change a password",
};

const RATES: readonly (readonly [what: string, most: string])[] = [
  ...(Object.keys(RATE_LIMITS) as (keyof typeof RATE_LIMITS)[]).map(
    (name) => [COUNTED[name], limitInWords(RATE_LIMITS[name])] as const,
  ),
  [
    "Failed sign-ins",
    `${SIGN_IN_FAILURES.max} in ${SIGN_IN_FAILURES.windowSeconds / MINUTE_SECONDS} minutes for each pair of email and client address`,
  ],
  [
    "Failed sign-ins on any account",
    `${SIGN_IN_FAILURES_OF_ADDRESS.max} in ${SIGN_IN_FAILURES_OF_ADDRESS.windowSeconds / MINUTE_SECONDS} minutes for each client address`,
  ],
  [
    "Failed sign-ins on an account, from any address",
    `${SIGN_IN_FAILURES_OF_ACCOUNT.max} in ${SIGN_IN_FAILURES_OF_ACCOUNT.windowSeconds / MINUTE_SECONDS / 60} hours; after that, addresses that have failed are refused`,
  ],
];

const SIZES: readonly (readonly [what: string, most: string])[] = [
  ["Body of JSON", formatFileSize(LIMITS.jsonBodyBytes)],
  ["File", formatFileSize(LIMITS.fileBytes)],
  ["Body of a submission, its file included", formatFileSize(LIMITS.submissionBodyBytes)],
  ["Body with attachments", formatFileSize(LIMITS.attachmentBodyBytes)],
  ["Field of a form with files", formatFileSize(LIMITS.multipartFieldBytes)],
  ["Attachments of an announcement or an engagement", counted(LIMITS.attachmentsPerRecord, "file", "files")],
  ["Organizations of an engagement", formatCount(LIMITS.engagementOrganizations)],
  ["Page of a list", counted(LIMITS.listPageSize.max, "record", "records")],
  ["Page of notifications", counted(LIMITS.notificationPageSize.max, "record", "records")],
  ["Query of a search", counted(LIMITS.searchQueryCharacters, "character", "characters")],
  ["Results of a search, of each type", formatCount(LIMITS.searchResults.max)],
  ["Time in which an invitation is accepted", counted(LIMITS.invitationDays, "day", "days")],
  ["Time that an export may take", counted(LIMITS.exportMinutes, "minute", "minutes")],
];

/** How often, and how much. */
export function Limits() {
  return (
    <>
      <LimitTable caption="How often, at most" rows={RATES} />
      <LimitTable caption="How much, at most" rows={SIZES} />
    </>
  );
}

function LimitTable({ caption, rows }: { caption: string; rows: typeof RATES }) {
  return (
    <PairTable
      caption={caption}
      columns={["What", "At most"]}
      rows={rows.map(([what, most]) => ({ key: what, name: what, meaning: most }))}
    />
  );
}

/** The session with curl, step by step. */
export function CurlSession() {
  return (
    <>
      <p>
        These steps do the whole job once, against the demonstration (<code>npm run demo</code>) and its accounts. They
        need bash, curl 7.76 or newer, and Node.js to read the answers. Type them one after another; or put them into a
        file and run it with <code>bash -euo pipefail</code>, so that it stops where something is refused.
      </p>
      {CURL_SESSION.map(({ id, title, text, code }, index) => (
        <Fragment key={id}>
          <h3 id={id}>
            {index + 1}. {title}
          </h3>
          <p>
            <Inline text={text} />
          </p>
          <CodeBlock label={title} code={code} />
        </Fragment>
      ))}
    </>
  );
}
