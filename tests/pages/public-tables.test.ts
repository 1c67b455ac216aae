import { expect, test, vi } from "vitest";
import { PUBLIC_TABLES } from "~/lists/feed/public-content.server";
import { isForEveryone } from "~/web/public/addresses";
import { insertAnnouncement, insertCall } from "../support/arrange";
import { openPortal, type Portal } from "../support/portal";

/** Tables that pages for everyone read, although a write to them does not make the pages old. */
const OTHERS: Readonly<Record<string, string>> = {
  installation_secret: "does not change while the server runs",
  rate_limit_attempt: "decides whether a visitor gets a kept page at all",
  record_change: "triggers write it together with calls and announcements",
  submission: "only for figures of whole months, which are read again each hour",
  submission_outcome: "the same",
};

const VISITED = [
  ...[
    "/",
    "/accessibility",
    "/announcements",
    "/calls",
    "/developers",
    "/help",
    "/help/industry",
    "/login",
    "/privacy",
  ],
  ...["/register", "/api/openapi.json", "/api/portal/announcements", "/api/portal/calls", "/api/portal/calls?page=1"],
  ...["/api/feeds/announcements.atom", "/api/feeds/announcements.json", "/api/feeds/calls.atom"],
  ...["/api/feeds/calls.ics", "/api/feeds/calls.json"],
];

/** The tables that a query reads, also through indexes. */
function tablesRead({ db }: Portal, text: string): string[] {
  const { $client } = db;
  const names = $client
    .prepare<[], { rootpage: number; tbl_name: string }>(
      "SELECT rootpage, tbl_name FROM sqlite_schema WHERE rootpage > 0",
    )
    .all();
  const tableOf = new Map(names.map(({ rootpage, tbl_name }) => [rootpage, tbl_name]));
  const named = Object.fromEntries(Array.from(text.matchAll(/@(\w+)/g), ([, name]) => [name, null]));
  const values = Array.from(text.matchAll(/\?/g), () => null);
  return $client
    .prepare<unknown[], { opcode: string; p2: number; p3: number }>(`EXPLAIN ${text}`)
    .all(...values, named)
    .flatMap(({ opcode, p2, p3 }) => (opcode === "OpenRead" && p3 === 0 ? (tableOf.get(p2) ?? []) : []));
}

test("pages for everyone read only tables whose writes are watched", async () => {
  const portal = await openPortal();
  const call = insertCall(portal, { closesAt: "2027-01-01T00:00:00.000Z" });
  const announcement = insertAnnouncement(portal);
  const prepare = vi.spyOn(Object.getPrototypeOf(portal.db.$client) as typeof portal.db.$client, "prepare");
  const { text: reference } = await portal.request(null, "GET", "/developers");
  const [group = ""] = reference.match(/\/developers\/[\w-]+/) ?? [];
  for (const address of [...VISITED, group, `/calls/${call}`, `/announcements/${announcement}`]) {
    const { pathname, search } = new URL(address, "http://portal.test");
    expect(isForEveryone(pathname, search), address).toBe(true);
    expect((await portal.request(null, "GET", address)).status, address).toBe(200);
  }
  const texts = prepare.mock.calls.map(([text]) => text).filter((text) => /^\s*(select|with)\b/i.test(text));
  prepare.mockRestore();
  const read = new Set(texts.flatMap((text) => tablesRead(portal, text)));
  const watched = Object.keys(PUBLIC_TABLES);
  expect([...read].filter((table) => !watched.includes(table) && !Object.hasOwn(OTHERS, table))).toEqual([]);
  expect(watched.filter((table) => !read.has(table))).toEqual([]);
});
