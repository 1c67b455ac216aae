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

/** Where to find the OpenAPI document, and how to generate a client from it. */
export function OpenApiDocument() {
  return (
    <>
      <p>
        The API has an OpenAPI 3.1 document: <a href="/api/openapi.json">/api/openapi.json</a>. The service generates
        it, and these pages, from the schemas, permissions and limits that it applies to requests. Use it to generate
        clients, mocks and tests.
      </p>
      <p>
        For a TypeScript client with types for every route and field, use{" "}
        <a href="https://openapi-ts.dev/introduction">openapi-typescript</a> and{" "}
        <a href="https://openapi-ts.dev/openapi-fetch/">openapi-fetch</a>:
      </p>
      <CodeBlock label="Generate the types" code={MAKE_TYPES} />
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
  "fields": { "title": ["Enter a title"], "naicsCode": ["Enter six digits"] }
}`;

/** An example error, and what each error status means. */
export function Errors() {
  return (
    <>
      <CodeBlock label="An error response" code={REFUSED_FORM} />
      <PairTable
        caption="Error statuses"
        columns={["Status", "What it means"]}
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
  invalid_request: "The request is invalid, or the record's state does not allow it. Fix it before you send it again.",
  unauthorized: "There is no session, or it has ended. Sign in.",
  forbidden: "You are signed in, but you may not do this.",
  not_found: "The record or path does not exist, or you may not see it.",
  method_not_allowed: "The path does not support this method. `Allow` lists the methods that it supports.",
  request_timeout: "The request arrived too slowly. Send it again on a faster connection.",
  conflict: "The change would create a duplicate or conflicts with other records. Get the current state, then decide.",
  payload_too_large: "The body is larger than the path accepts.",
  expectation_failed: "The only value that `Expect` accepts is `100-continue`.",
  rate_limited: "You reached a limit. Wait for the number of seconds in `Retry-After`.",
  headers_too_large: `The headers are larger than ${formatFileSize(CONNECTIONS.headerBytes)}. Try a shorter URL.`,
  internal_error:
    "The service failed. Try again later. Its log has the details under the `X-Request-Id` of the response.",
  unavailable: "The service is unavailable. Try again later.",
};

const COUNTED: Readonly<Record<keyof typeof RATE_LIMITS, string>> = {
  registration: "Registration attempts",
  submission: "Submissions",
  message: "Messages of an organization about its submissions",
  search: "Searches",
  ledgerSearch: "Searches outside of government, and of the whole ledger by programs",
  suggestions: "Suggestions of the search",
  invitation: "Invitations",
  export: "Exports",
  pageview: "Page views",
  passwordChange: "Password change attempts",
  accountLink: "Links made for other accounts",
  passwordLinkRequest: "Password links requested by email",
  authorizationRequest: "Sign-ins begun at the sign-in provider",
  accountLinkUse: "Uses of links to an account, good or not",
  passkey: "Sign-ins with a passkey",
  secondFactorChange: "Attempts to change the second factor",
};

const RATES: readonly (readonly [what: string, most: string])[] = [
  ...(Object.keys(RATE_LIMITS) as (keyof typeof RATE_LIMITS)[]).map(
    (name) => [COUNTED[name], limitInWords(RATE_LIMITS[name])] as const,
  ),
  [
    "Failed sign-ins",
    `${SIGN_IN_FAILURES.max} in ${SIGN_IN_FAILURES.windowSeconds / MINUTE_SECONDS} minutes for each email and client address together`,
  ],
  [
    "Failed sign-ins on any account",
    `${SIGN_IN_FAILURES_OF_ADDRESS.max} in ${SIGN_IN_FAILURES_OF_ADDRESS.windowSeconds / MINUTE_SECONDS} minutes for each client address`,
  ],
  [
    "Failed sign-ins on an account, from any address",
    `${SIGN_IN_FAILURES_OF_ACCOUNT.max} in ${SIGN_IN_FAILURES_OF_ACCOUNT.windowSeconds / MINUTE_SECONDS / 60} hours. After that, the service refuses addresses that have failed before.`,
  ],
];

const SIZES: readonly (readonly [what: string, most: string])[] = [
  ["JSON body", formatFileSize(LIMITS.jsonBodyBytes)],
  ["File", formatFileSize(LIMITS.fileBytes)],
  ["Submission body, including the file", formatFileSize(LIMITS.submissionBodyBytes)],
  ["Attachment body", formatFileSize(LIMITS.attachmentBodyBytes)],
  ["Message body, including the files", formatFileSize(LIMITS.messageBodyBytes)],
  ["Field in a form with files", formatFileSize(LIMITS.multipartFieldBytes)],
  ["Files per announcement or engagement", counted(LIMITS.attachmentsPerRecord, "file", "files")],
  ["Organizations per engagement", formatCount(LIMITS.engagementOrganizations)],
  ["Page of a list", counted(LIMITS.listPageSize.max, "record", "records")],
  ["Page of notifications", counted(LIMITS.notificationPageSize.max, "record", "records")],
  ["Search query", counted(LIMITS.searchQueryCharacters, "character", "characters")],
  ["Search results per type", formatCount(LIMITS.searchResults.max)],
  ["Time to accept an invitation", counted(LIMITS.invitationDays, "day", "days")],
  ["Time for an export", counted(LIMITS.exportMinutes, "minute", "minutes")],
];

/** The limits on requests, and those on sizes. */
export function Limits() {
  return (
    <>
      <LimitTable caption="Request limits" rows={RATES} />
      <LimitTable caption="Size limits" rows={SIZES} />
    </>
  );
}

function LimitTable({ caption, rows }: { caption: string; rows: typeof RATES }) {
  return (
    <PairTable
      caption={caption}
      columns={["What", "Limit"]}
      rows={rows.map(([what, most]) => ({ key: what, name: what, meaning: most }))}
    />
  );
}

/** The curl session, step by step. */
export function CurlSession() {
  return (
    <>
      <p>
        These steps go through a complete job on the demonstration data (<code>npm run demo</code>). You need bash, curl
        7.76 or newer, and Node.js to read the responses. Run the steps one by one. Or put them in a file and run it
        with <code>bash -euo pipefail</code>, which stops at the first error.
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
