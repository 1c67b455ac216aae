import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { PAGE_ROUTES } from "~/routes";
import {
  insertAnnouncement,
  insertAnnouncementFile,
  insertAudit,
  insertCall,
  insertDialogueNote,
  insertEngagement,
  insertEngagementAttachment,
  insertEngagementNote,
  insertInvitation,
  insertNotification,
  insertPasswordLink,
  insertPresetTag,
  insertSavedSearch,
  insertSubmissionWithFile,
  setInterests,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS } from "../support/cast";
import { unescaped, withoutScripts } from "../support/markup";
import { outcomeFor, type PageRecords, pageAddresses, type Visitor } from "../support/pages";
import { openPortal, type Portal } from "../support/portal";
import { unsubscribeToken } from "../support/unsubscribe";

/* Writes one text into every text column, as if no schema had checked it, and then requests every page. */

const MARKUP = `</script><script>alert(1)</script><img src=x onerror=alert(2)>" onfocus="alert(3)' onblur='<!-- {{4}} &lt;`;
const VISITORS = ["nobody", "systemAdmin", "poc", "acmeAdmin", "acmeUser"] as const satisfies readonly Visitor[];

/** Columns without free text: ids, counts, times, lists in JSON, and values that the database generates. */
const NO_TEXT =
  /(^|_)(id|at|key|hash|date|day|codes|asides|prefix|seq|version)$|^(matched_tags|token|value|name_key|result)$/;
const NO_TABLE =
  /^sqlite_|^search_|_(change|listing|total)$|^(installation_secret|audit_event|rate_limit_attempt|form_receipt|migration|__)/;

/** Writes a text into every column that accepts it. @returns the columns. */
function writeEverywhere({ db: { $client } }: Portal, text: string): string[] {
  const columns = $client
    .prepare<[], { table: string; name: string }>(
      `SELECT entry.name AS "table", info.name FROM sqlite_schema AS entry, pragma_table_info(entry.name) AS info
       WHERE entry.type = 'table' AND info.type = 'TEXT'`,
    )
    .all();
  // In a unique column, each row's number follows the text.
  const write = (table: string, name: string, number: string) =>
    $client.prepare(`UPDATE "${table}" SET "${name}" = ? || ${number}`).run(text).changes > 0;
  return columns
    .filter(({ table, name }) => !NO_TABLE.test(table) && !NO_TEXT.test(name))
    .filter(({ table, name }) => {
      try {
        return write(table, name, "''");
      } catch (error) {
        // Values of a closed list and other rows' ids are not free text either.
        if (/CHECK|FOREIGN/.test(String(error))) return false;
        return write(table, name, "rowid");
      }
    })
    .map(({ table, name }) => `${table}.${name}`);
}

const SCRIPT = /<script((?: [a-z]+(?:="[^"<>]*")?)*)>([\s\S]*?)<\/script>/g;
const TAG =
  /<\/?[a-zA-Z][a-zA-Z0-9-]*((?:\s+[a-zA-Z][a-zA-Z0-9:-]*(?:="[^"]*")?)*)\s*\/?>|<!(?:DOCTYPE html|--[^<>]*--)>/g;

/** Markup in a page that the page itself did not write. */
function faultsOf(html: string): string[] {
  const body = html.replace(SCRIPT, "");
  const handlers = [...body.matchAll(TAG)].filter(([, attributes = ""]) =>
    /\son[a-z]+(=|\s|$)/.test(attributes.replace(/"[^"]*"/g, '""')),
  );
  const rest = body.replace(TAG, "");
  return [
    ...handlers.map(([tag]) => `a handler in ${tag.slice(0, 100)}`),
    ...[...rest.matchAll(/<.{0,60}/g)].map(([text]) => `no tag: ${text}`),
    ...["<script>alert", "<img src=x"].filter((text) => html.includes(text)),
  ];
}

/** Whether a page's data for its scripts can be parsed, and has the markup as text. */
function isInData(html: string): boolean {
  let data = "";
  const streamController = { close() {}, enqueue: (part: string) => (data += part) };
  const context = createContext({ window: { __remixContext: { streamController } } });
  const parts = [...html.matchAll(SCRIPT)].filter(([, , code = ""]) => code.includes("streamController.enqueue("));
  for (const [, , code = ""] of parts) runInContext(code, context);
  expect(data.length).toBeGreaterThan(0);
  return data.includes(JSON.stringify(MARKUP).slice(1, -1));
}

/** A portal with a record of everything, and the parts of addresses that name them. */
async function openFilled(text: string): Promise<{ portal: Portal; records: PageRecords }> {
  const portal = await openPortal();
  const announcement = insertAnnouncement(portal);
  await insertAnnouncementFile(portal, announcement);
  const engagement = insertEngagement(portal);
  insertEngagementNote(portal, engagement, "poc");
  insertEngagementAttachment(portal, engagement);
  const call = insertCall(portal, { pocName: "x" });
  const draft = insertCall(portal, { status: "DRAFT" });
  const submission = await insertSubmissionWithFile(portal);
  insertDialogueNote(portal);
  const tag = insertPresetTag(portal, "radar");
  for (const person of ["systemAdmin", "poc", "acmeAdmin", "acmeUser"] as const) {
    insertNotification(portal, person);
    setInterests(portal, person, "radar");
    portal.cookieOf(person);
  }
  const columns = { userAgent: text, path: text, referrer: text, claimedEmail: text, targetType: text };
  const audit = insertAudit(portal, "call_updated", { ...columns, details: { before: { [text]: text }, after: {} } });
  const { token } = insertInvitation(portal);
  await portal.request(null, "POST", "/api/analytics/pageview", { json: { path: "/calls", referrer: "/" } });

  const records = {
    "gov/calls/:id/edit": draft,
    announcements: announcement,
    audit,
    calls: call,
    commands: COMMANDS.alpha,
    developers: "government-calls",
    engagements: engagement,
    invitations: token,
    organizations: ORGANIZATIONS.acme,
    identity: "no-such-token",
    password: insertPasswordLink(portal, "acmeUser"),
    register: "review",
    searches: insertSavedSearch(portal, { name: text, nameKey: text, query: text }),
    submissions: submission,
    tags: tag,
    unsubscribe: unsubscribeToken(portal.db, idOf("acmeUser")),
    users: idOf("poc"),
    "portal/users/:id": idOf("acmeUser"),
    "portal/users/:id/deactivate": idOf("acmeUser"),
    "gov/admin/industry-users/:id": idOf("acmeUser"),
    "gov/admin/industry-users/:id/deactivate": idOf("acmeUser"),
    "gov/admin/industry-users/:id/release": idOf("acmeUser"),
  };
  return { portal, records };
}

/** Every page that each visitor can see, with the requests behind its address. */
async function* pagesOf({ portal, records }: { portal: Portal; records: PageRecords }, search = "") {
  for (const { path } of PAGE_ROUTES) {
    for (const visitor of VISITORS.filter((one) => outcomeFor(one, path) === "shown")) {
      const [address = ""] = pageAddresses(path, records);
      const answer = await portal.request(visitor === "nobody" ? null : visitor, "GET", address + search);
      yield { path, what: `${visitor} at ${address}`, status: answer.status, text: answer.text };
    }
  }
}

test("markup in any column is text on every page, and in the data for its scripts", { timeout: 60_000 }, async () => {
  const filled = await openFilled(MARKUP);
  const columns = writeEverywhere(filled.portal, MARKUP);
  expect(columns.length).toBeGreaterThan(75);
  expect(columns).toEqual(
    expect.arrayContaining([
      "user.email",
      "organization.website",
      "call.additional_info_link",
      "notification.link_url",
    ]),
  );

  const shown = new Set<string>();
  const inData = new Set<string>();
  for await (const { path, what, status, text } of pagesOf(filled)) {
    expect([what, status]).toEqual([what, 200]);
    expect(faultsOf(text), what).toEqual([]);
    if (text.includes("&lt;img src=x")) shown.add(path);
    if (isInData(text)) inData.add(path);
  }
  expect(shown.size).toBeGreaterThan(30);
  expect(inData.size).toBeGreaterThan(30);
});

/** A browser reads a backslash in an address as a slash, so this is another site. The router reads a path. */
const OTHER_SITE = "/\\evil.example/x";
const QUERY = [
  "q",
  "page",
  "sort",
  "tag",
  "from",
  "to",
  "status",
  "view",
  "month",
  "target",
  "actor",
  "redirectTo",
  "key",
];

/** Where a page's links and forms lead, as a browser resolves them on this site. */
const hostsIn = (html: string) =>
  [...html.matchAll(/\s(?:href|action|formaction|src)="([^"]*)"/gi)].map(
    ([, address = ""]) => new URL(unescaped(address), "http://portal.test/gov/search").host,
  );

test("no stored or requested text leads a link or a form to another site", { timeout: 60_000 }, async () => {
  const filled = await openFilled(OTHER_SITE);
  const { $client } = filled.portal.db;
  const links = $client.prepare("SELECT id, link_url FROM notification").all() as { id: string; link_url: string }[];
  writeEverywhere(filled.portal, OTHER_SITE);
  // Only the server makes the addresses of notifications, from ids.
  const putBack = $client.prepare("UPDATE notification SET link_url = @link_url WHERE id = @id");
  for (const link of links) putBack.run(link);
  const search = `?${new URLSearchParams(QUERY.map((name) => [name, OTHER_SITE]))}`;
  let mentions = 0;
  for (const asked of ["", search]) {
    for await (const { what, status, text } of pagesOf(filled, asked)) {
      expect(status, what).toBeLessThan(500);
      expect(hostsIn(withoutScripts(text)), what).not.toContain("evil.example");
      if (text.includes(OTHER_SITE)) mentions += 1;
    }
  }
  expect(mentions).toBeGreaterThan(60);
});
