import { LIMITS, MB, MINUTE_SECONDS, type RateLimit, WRITE_LIMITS } from "~/values/limits";

/*
 * What holds for the whole API, in words. The document and the pages under /developers are made of the same texts:
 * Markdown of paragraphs, simple lists and `code`, and nothing else.
 */

export interface GuideSection {
  id: string;
  title: string;
  text: string;
}

/** What a program gets, in a sentence or two. */
export const INTRODUCTION =
  "Whatever the pages of this service do, a program can do through its JSON API: register an organization, submit a document, review it, keep the ledger, search it, export it and copy it. The routes, their fields and their limits are described by the very definitions that run.";

/** The least number of days between the announcement that something goes and its going. */
const NOTICE_DAYS = 180;

const fileSize = `${LIMITS.fileBytes / MB} MB`;
const { listPageSize } = LIMITS;

/** The conventions, in the order in which a program meets them. */
export const CONVENTIONS: readonly GuideSection[] = [
  {
    id: "requests",
    title: "Requests and answers",
    text: `Requests and answers are JSON in UTF-8. A request with a body says \`Content-Type: application/json\`; an upload says \`multipart/form-data\`.

What is done is answered with 200, or 201 where something was created, and \`{"data": …}\`. What is refused is answered with \`{"error": "…"}\`. Files, feeds and the document itself stand for themselves, without \`data\` around them.

- Members of a request that are not described are ignored.
- Members may be added to any answer at any time. Pass over those you do not know.
- \`null\` is no value. In a request, an empty text is no value too, where the field may be left out.
- With \`PATCH\` and \`PUT\`, what is left out stays as it is, and \`null\` clears it where it may be empty.
- Moments are in UTC, as \`2026-01-31T17:00:00.000Z\`; days are \`2026-01-31\`. Identifiers are opaque text.
- \`HEAD\` answers as \`GET\` does, without the body. A method that an address does not take is 405, and \`Allow\` names those it takes.
- Every answer bears \`X-Request-Id\`. Name it when you report a fault.`,
  },
  {
    id: "sign-in",
    title: "Sign-in",
    text: `A session is a cookie. \`POST /api/session\` with \`email\` and \`password\` sets it: keep it, and send it with every request, as curl does with \`-c\` and then \`-b\`. \`GET /api/session\` says who is signed in, and \`DELETE /api/session\` signs out.

A session ends 30 minutes after its last request and 12 hours after signing in, unless the service is set up otherwise. From then on requests answer 401: sign in again. What an account may do follows from its role as it stands at each request.

An account whose password somebody else has chosen must choose its own first, by \`POST /api/account/password\`; until then everything else is 403.

A request that changes something on behalf of another web site is refused with 403: one whose \`Sec-Fetch-Site\` is neither \`same-origin\` nor \`none\` or, without that header, whose \`Origin\` is another host. Browsers send these headers, programs do not. A web application of another origin therefore calls from its server, never from its pages.`,
  },
  {
    id: "errors",
    title: "Errors",
    text: `Go by the status. \`error\` is a sentence for people, and may be worded otherwise tomorrow. A request whose fields are at fault also gets \`fields\`: what is wrong with each of them, by its name.

Faults are looked for in this order: session (401), role (403), limit (429), size of the body (413), syntax and fields (400), the record that the address names (404), whether it is within the caller's reach (403, or 404 where its existence is nobody's business), and what its state allows (400 or 409). The first that is found is the answer, and nothing has changed.`,
  },
  {
    id: "lists",
    title: "Paging and filters",
    text: `Lists of the ledger take \`page\` (from 1) and \`pageSize\` (1 to ${listPageSize.max}; ${listPageSize.default} when it is not said, unless the list says otherwise), and answer \`{items, total, page, pageSize}\`. \`total\` counts what is on all pages. A page after the last has no items.

Filters are parameters of the address. Together they narrow: a record must fit all of them. An unknown parameter is ignored; a known one with a value that it cannot have is 400. \`sort\` names a field, with a minus in front for descending.

The lists of commands, users and preset tags have no pages, nor have those of an organization's own records.`,
  },
  {
    id: "synchronizing",
    title: "Synchronizing",
    text: `A program can copy a list and keep the copy up to date. Ask with \`updatedSince\` and without \`sort\`: the answer is \`{items, removed, next, total, page, pageSize}\`, in the order in which the records were changed. Every list of records can be copied so, the audit log too; notifications and the public feeds have ways of their own.

- Begin with \`updatedSince=1970-01-01T00:00:00Z\`. Store each of \`items\` by its \`id\`, over the one that is there, and delete what \`removed\` names.
- Ask again with \`updatedSince\` set to the text of \`next\`, with the same filters, until neither \`items\` nor \`removed\` hold anything.
- Keep \`next\` with the copy. Come back with it later, and go on from there.

\`removed\` are the ids that have left the list: deleted, archived, withdrawn, or no longer within the filters; some you may never have had. \`next\` is opaque, and belongs to its list and its filters. The order is that of the writing, so no record is missed or repeated, whatever is written meanwhile; one that is changed again comes again.

A list without pages answers this object instead of its array. With \`sort\`, \`updatedSince\` is a filter like any other. A 400 that says that a \`next\` belongs to another copy of the ledger means that a backup was put in its place: begin again with an empty copy.`,
  },
  {
    id: "feeds",
    title: "Feeds and conditional requests",
    text: `What is public can be followed without a session: announcements as \`/api/feeds/announcements.atom\` and \`.json\` (JSON Feed 1.1), open calls as \`/api/feeds/calls.atom\`, \`.json\` and \`.ics\`, a calendar of their deadlines. \`GET /api/portal/announcements\` and \`GET /api/portal/calls\` say the same as plain JSON.

A feed that grows has pages: \`?page=2\` and on, and the \`Link\` header names the next.

Each answer has an \`ETag\` and a \`Last-Modified\`. Send them back as \`If-None-Match\` or \`If-Modified-Since\`: while nothing has changed the answer is 304, without a body. That costs both sides little, so ask as often as you like.`,
  },
  {
    id: "files",
    title: "Uploads and downloads",
    text: `Files are sent as \`multipart/form-data\`, beside the other fields. A file has at most ${fileSize}, and its content must be what its name's ending says. PDF, DOCX, PPTX and TXT are taken everywhere; announcements and engagements also take PNG and JPEG, at most ${LIMITS.attachmentsPerRecord} files each. Of several files in one request, all are stored or none.

Downloads answer with the file itself. \`Content-Disposition\` has its name; curl saves it under that name with \`-O -J\`. A download that breaks off was not whole: ask again.`,
  },
  {
    id: "limits",
    title: "Limits",
    text: `Some requests are counted. What goes beyond its limit is 429, and \`Retry-After\` says in whole seconds when to try again. A body that is too large is 413.

Writes without a limit of their own are counted together: at most ${limitInWords(WRITE_LIMITS.industry)} of industry, and ${limitInWords(WRITE_LIMITS.anonymous)} without a session. Government users may make ${(WRITE_LIMITS.government.max / WRITE_LIMITS.government.windowSeconds).toLocaleString("en-US")} a second, which only stops programs that run away.`,
  },
  {
    id: "versions",
    title: "Versions",
    text: `The version of the document is that of the service, by semantic versioning. Within a major version the API only grows: routes, parameters, values and members may be added, and nothing is taken away or given another meaning.

A field or route that is to go is announced at least ${NOTICE_DAYS} days before. The document marks it \`deprecated\`, and its answers bear \`Deprecation\` (RFC 9745), since when, and \`Sunset\` (RFC 8594), until when it answers.`,
  },
];

/** The description of the whole API: the introduction, and the conventions under their titles. */
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

/** What each tag is about, from what everybody may do to what few may. */
const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  "API document": "This description, for programs.",
  Session: "Signing in and out, and who is signed in.",
  Account: "One's own password.",
  "Portal: register": "How an organization and its first user come to be.",
  "Portal: profile": "What an organization says of itself.",
  "Portal: calls": "The calls for technology that are open to everybody.",
  "Portal: announcements": "What government has published.",
  Feeds: "Announcements and open calls for feed readers and calendars.",
  "Portal: submissions": "The documents that an organization submits, and what became of them.",
  "Portal: users": "The people of one's own organization.",
  "Portal: invitations": "How colleagues join an organization.",
  "Government: submissions": "What industry has submitted, whom it was routed to, and its review.",
  "Government: calls": "Calls for technology, from draft to close.",
  "Government: announcements": "Announcements and their files, published or not.",
  "Government: engagements": "Meetings and events with organizations, their notes and files.",
  "Government: organizations": "The ledger of organizations: their standing, and what government notes of them.",
  Search: "One search over organizations, submissions, engagements and calls.",
  Export: "The ledger as files: JSON, CSV and a calendar.",
  Notifications: "What one is told of, and the settings that decide it.",
  "Administration: commands": "The hierarchy of commands.",
  "Administration: users": "Government's own users and their roles.",
  "Administration: industry-users": "Accounts of every organization: which are active, and with what email.",
  "Administration: tags": "The tags that are offered where tags are typed.",
  "Administration: audit": "Who did what, and when.",
  Analytics: "The count of page views.",
};

/** The tags in the order in which they are described, each with what it is about. */
export function describeTags(names: ReadonlySet<string>): { name: string; description?: string }[] {
  const described = Object.entries(TAG_DESCRIPTIONS).filter(([name]) => names.has(name));
  const others = [...names].filter((name) => !(name in TAG_DESCRIPTIONS));
  return [...described.map(([name, description]) => ({ name, description })), ...others.map((name) => ({ name }))];
}
