import { LIMITS, MB, MINUTE_SECONDS, type RateLimit, WRITE_LIMITS } from "~/values/limits";

/*
 * The texts about the API as a whole. The document and the pages under /developers both use them. Markdown with
 * paragraphs, simple lists and `code` only.
 */

interface GuideSection {
  id: string;
  title: string;
  text: string;
}

export const INTRODUCTION =
  "Anything people do on the pages of this service, a program can do through its JSON API: register an organization, submit a document, review it, keep the ledger, search it, export it and copy it. This reference comes from the code that handles your requests.";

/** The notice that integrators get before something is removed. */
const NOTICE_DAYS = 180;

const fileSize = `${LIMITS.fileBytes / MB} MB`;
const { listPageSize } = LIMITS;

/** The conventions, in the order in which a program meets them. */
export const CONVENTIONS: readonly GuideSection[] = [
  {
    id: "requests",
    title: "Requests and responses",
    text: `Requests and responses are JSON in UTF-8. Send JSON with \`Content-Type: application/json\`, and uploads as \`multipart/form-data\`.

A request that succeeds returns 200, or 201 if it created something, with \`{"data": …}\`. An error returns \`{"error": "…"}\`. Files, feeds and this document come without \`data\` around them.

- The service ignores fields of a request that it does not know.
- Responses may gain fields at any time. Ignore the ones you do not know.
- \`null\` means no value. In a request, so does empty text in an optional field.
- With \`PATCH\` and \`PUT\`, fields you leave out keep their values. \`null\` clears a field that may be empty.
- Date-times are in UTC, such as \`2026-01-31T17:00:00.000Z\`. Dates are \`2026-01-31\`. Identifiers are opaque text.
- \`HEAD\` works like \`GET\`, without the body. If a path does not support a method, the response is 405, and \`Allow\` lists the methods that it supports.
- Every response has an \`X-Request-Id\`. Include it when you report a problem.`,
  },
  {
    id: "sign-in",
    title: "Sign-in",
    text: `A session is a cookie. \`POST /api/session\` with \`email\` and \`password\` sets it. Store the cookie and send it with every request. With curl, use \`-c\` and then \`-b\`. \`GET /api/session\` returns the signed-in user, and \`DELETE /api/session\` signs out.

A session ends 30 minutes after its last request and 12 hours after sign-in, unless this installation uses other settings. Requests then return 401: sign in again. The service checks the user's role on every request.

If someone else set a user's password, the user must first choose a new one with \`POST /api/account/password\`. Until then, other requests that need a session return 403, except \`/api/session\`.

The service returns 403 if a request that changes something comes from another website. That is a request whose \`Sec-Fetch-Site\` is neither \`same-origin\` nor \`none\` or, without that header, whose \`Origin\` is another host. Browsers send these headers; programs do not. If your web application has another origin, call the API from its server, not from its pages.`,
  },
  {
    id: "errors",
    title: "Errors",
    text: `Use the status, not the text. \`error\` is a sentence for people, and its wording may change. If fields are invalid, the response also has \`fields\`, with the messages for each field by name.

The service checks a request in this order: session (401), role (403), limit (429), size of the body (413), syntax and fields (400), the record that the path names (404), your access to that record (403, or 404 if you may not know that it exists), and the state of the record (400 or 409). It returns the first error it finds and changes nothing.`,
  },
  {
    id: "lists",
    title: "Paging and filters",
    text: `Lists of the ledger take \`page\` (from 1) and \`pageSize\` (1 to ${listPageSize.max}; ${listPageSize.default} by default, unless the list says otherwise). They return \`{items, total, page, pageSize}\`. \`total\` counts the records on all pages. A page after the last one has no items.

Filters are query parameters. If you send several, a record must match all of them. The service ignores unknown parameters. An invalid value of a known parameter returns 400. \`sort\` takes the name of a field. Put a minus sign in front of it for descending order.

The lists of commands, users and preset tags have no pages. Neither do the lists of an organization's own records.`,
  },
  {
    id: "synchronizing",
    title: "Synchronizing",
    text: `A program can copy a list and keep the copy current. Send \`updatedSince\` without \`sort\`. The response is \`{items, removed, next, total, page, pageSize}\`, with the oldest change first. This works for every list of records, including the audit log, but not for notifications or the public feeds.

- Start with \`updatedSince=1970-01-01T00:00:00Z\`. Store each of \`items\` by its \`id\`, replace any older copy, and delete the records that \`removed\` names.
- Send the request again with the same filters and with \`updatedSince\` set to the text of \`next\`. Repeat until both \`items\` and \`removed\` are empty.
- Store \`next\` with the copy. Send it the next time to continue from there.

\`removed\` has the ids of records that left the list: they were deleted, archived or withdrawn, or no longer match the filters. Your copy may not have all of them. \`next\` is opaque and works only for the same list with the same filters. Changes come in the order in which the service wrote them, so you miss none and get none twice, even if others change records in the meantime. If a record changes again, it is sent again.

A list without pages returns this object instead of its array. With \`sort\`, \`updatedSince\` is an ordinary filter. If a 400 says that your \`next\` belongs to another copy of the ledger, someone restored a backup. Start again with an empty copy.`,
  },
  {
    id: "feeds",
    title: "Feeds and conditional requests",
    text: `You can follow public content without a session. Announcements are at \`/api/feeds/announcements.atom\` and \`.json\` (JSON Feed 1.1). Open calls are at \`/api/feeds/calls.atom\`, \`.json\` and \`.ics\`, a calendar of their deadlines. \`GET /api/portal/announcements\` and \`GET /api/portal/calls\` return the same as plain JSON.

Long feeds have pages, such as \`?page=2\`. The \`Link\` header has the address of the next page.

A personal feed has a secret address, for programs that cannot sign in. \`POST /api/account/feeds\` returns the addresses of your calendar and of your notifications, once. Whatever ends all your sessions, such as a new password, also ends them. 

Each response has an \`ETag\` and, except for personal feeds, a \`Last-Modified\`. Send them back as \`If-None-Match\` or \`If-Modified-Since\`. If nothing has changed, the response is 304 without a body. Such a request costs little, so send it as often as you like.`,
  },
  {
    id: "files",
    title: "Uploads and downloads",
    text: `Send files as \`multipart/form-data\`, together with the other fields. A file can have up to ${fileSize}, and its content must match its file extension. You can always send PDF, DOCX, PPTX and TXT. Announcements and engagements also accept PNG and JPEG, and up to ${LIMITS.attachmentsPerRecord} files each. If a request has several files, the service stores all of them or none.

Downloads return the file itself. \`Content-Disposition\` has its name, and curl uses that name with \`-O -J\`. If a download is interrupted, the file is incomplete: download it again.`,
  },
  {
    id: "limits",
    title: "Limits",
    text: `The service limits some requests. Above a limit it returns 429, and \`Retry-After\` says how many seconds to wait. A body that is too large returns 413.

Changes without a limit of their own share one: at most ${limitInWords(WRITE_LIMITS.industry)} of an organization, and ${limitInWords(WRITE_LIMITS.anonymous)} without a session. Government users can make ${(WRITE_LIMITS.government.max / WRITE_LIMITS.government.windowSeconds).toLocaleString("en-US")} changes a second, which stops only runaway programs.`,
  },
  {
    id: "versions",
    title: "Versions",
    text: `The document has the version of the service, which follows semantic versioning. Within a major version, the API only grows. It may gain routes, parameters, values and fields, but nothing is removed and nothing changes its meaning.

We announce at least ${NOTICE_DAYS} days before we remove a field or a route. The document marks it \`deprecated\`. Its responses have a \`Deprecation\` header (RFC 9745) with the date when it became deprecated, and a \`Sunset\` header (RFC 8594) with the date when it stops working.`,
  },
];

/** The introduction, and the conventions under their titles. */
export const API_DESCRIPTION = [INTRODUCTION, ...CONVENTIONS.map(({ title, text }) => `## ${title}\n\n${text}`)].join(
  "\n\n",
);

/** "5 in 60 minutes for each client address" */
export function limitInWords({
  max,
  windowSeconds,
  subject,
}: Pick<RateLimit, "max" | "windowSeconds" | "subject">): string {
  const minutes = windowSeconds / MINUTE_SECONDS;
  const period = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return `${max} in ${period} for each ${subject === "ip" ? "client address" : subject}`;
}

/** In the order of the pages: from operations open to anyone to those for a few. */
const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  "API document": "This reference, for programs.",
  Session: "Sign in, sign out, and see who is signed in.",
  Account: "Your password, one-time links to set it, and your preferences.",
  Accounts: "What administrators do with the accounts of others.",
  "Portal: register": "Register an organization and its first user.",
  "Portal: profile": "Your organization's profile.",
  "Portal: calls": "Open calls for technology.",
  "Portal: announcements": "Published announcements.",
  "Classification codes": "NAICS and PSC codes by name.",
  "Saved searches": "Searches that you keep, and how you are notified of new matches.",
  Feeds: "Announcements and open calls for feed readers and calendars.",
  "Portal: submissions": "Your organization's submissions and their status.",
  "Portal: users": "Your organization's users.",
  "Portal: invitations": "Invite colleagues to your organization.",
  "Government: submissions": "Submissions from industry, their routing and their review.",
  "Government: saved views": "Your own views of the list of submissions.",
  "Government: calls": "Calls for technology, from draft to close.",
  "Government: announcements": "Announcements and their files, published or not.",
  "Government: engagements": "Meetings and events with organizations, their notes and files.",
  "Government: organizations": "Organizations in the ledger, their status, and the government's notes on them.",
  Search: "Search organizations, submissions, engagements and calls together.",
  Export: "The ledger as JSON, CSV and calendar files.",
  Notifications: "Your notifications and their settings.",
  "Administration: commands": "The hierarchy of commands.",
  "Administration: users": "Government users and their roles.",
  "Administration: industry users": "The accounts of all organizations' users.",
  "Administration: recertification": "Government accounts that someone must confirm once a year.",
  "Administration: status": "How the service itself is doing, for monitoring.",
  "Administration: outbox": "Mail that waits, was sent or failed.",
  "Administration: questions": "The further questions that assessments ask by default.",
  "Administration: tags": "The tags that tag fields suggest.",
  "Administration: audit": "Who did what, and when.",
  Analytics: "Page views.",
};

/** The tags with their descriptions, in the order above. Tags without a description come last. */
export function describeTags(names: ReadonlySet<string>): { name: string; description?: string }[] {
  const described = Object.entries(TAG_DESCRIPTIONS).filter(([name]) => names.has(name));
  const others = [...names].filter((name) => !(name in TAG_DESCRIPTIONS));
  return [...described.map(([name, description]) => ({ name, description })), ...others.map((name) => ({ name }))];
}
