import { describe, expect, onTestFinished, test } from "vitest";
import { LIMITS } from "~/values/limits";
import { insertAnnouncement, insertCall, insertSubmission, instant } from "../support/arrange";
import { ORGANIZATIONS, type PersonKey } from "../support/cast";
import { slowClock, turnsDuring } from "../support/event-loop";
import { DAY, HOST, openFilledPortal, openPortal, type Portal } from "../support/portal";

/* Lists without pages send every row, and the server reads them in chunks. */

const COUNT = 2_500;
/** Rows of one read. */
const PIECE = LIMITS.feedPageRows;

interface WholeList {
  path: string;
  as: PersonKey | null;
  table: string;
  /** Inserts a row with the id of its index. */
  insert: (portal: Portal, index: number) => string;
  /** Puts the inserted ids in the order of the list. */
  order: (ids: string[]) => string[];
  fault: string;
}

const id = (index: number) => `row-${String(index).padStart(5, "0")}`;
/** Gives thirty rows the same value, also across the boundary of a chunk. */
const sameForThirty = (index: number) => Math.floor(index / 30);
const reversed = (ids: string[]) => ids.toReversed();

const LISTS: WholeList[] = [
  {
    path: "/api/portal/announcements",
    as: null,
    table: "announcement",
    insert: (portal, index) =>
      insertAnnouncement(portal, { id: id(index), createdAt: instant(portal, sameForThirty(index) - COUNT) }),
    order: reversed,
    fault: "ALTER TABLE announcement RENAME COLUMN body TO text_body",
  },
  {
    path: "/api/portal/calls",
    as: null,
    table: "call",
    insert: (portal, index) =>
      insertCall(portal, {
        id: id(index),
        // The last third has no deadline.
        closesAt: index < COUNT - 800 ? instant(portal, (1 + sameForThirty(index)) * DAY) : null,
        createdAt: instant(portal, -COUNT + Math.floor(index / 3)),
      }),
    order: (ids) => ids,
    fault: "ALTER TABLE call RENAME COLUMN description TO text_description",
  },
  {
    path: "/api/portal/submissions",
    as: "acmeUser",
    table: "submission",
    insert: (portal, index) =>
      insertSubmission(portal, { id: id(index), createdAt: instant(portal, sameForThirty(index)) }),
    order: reversed,
    fault: "ALTER TABLE submission RENAME COLUMN summary TO text_summary",
  },
];

const IDS = Array.from({ length: COUNT }, (_, index) => id(index));

function fill(portal: Portal, { insert }: WholeList, count = COUNT): void {
  portal.db.$client.transaction(() => {
    for (let index = 0; index < count; index += 1) insert(portal, index);
  })();
}

const FILLS = new Map(LISTS.map((list) => [list, (portal: Portal) => fill(portal, list)]));

/** A portal with all rows of a list. */
function openFilled(list: WholeList): Promise<Portal> {
  const fillIt = FILLS.get(list);
  if (!fillIt) throw new Error(`${list.path} is not one of the lists`);
  return openFilledPortal(fillIt);
}

/** Sends the request. @returns the response with its body unread */
function ask(portal: Portal, { path, as }: WholeList, method = "GET", more: Record<string, string> = {}) {
  const headers = { host: HOST, ...(as && { cookie: portal.cookieOf(as) }), ...more };
  const request = new Request(`http://${HOST}${path}`, { method, headers });
  return portal.handler(Object.assign(request, { ip: "203.0.113.1" }));
}

const idsIn = (body: unknown) => (body as { data: { id: string }[] }).data.map((row) => row.id);

/** Counts the rows of each read of a portal's database until the test ends. */
function watchReads({ db }: Portal): number[] {
  const reads: number[] = [];
  const statement: { all: (...given: unknown[]) => unknown[] } = Object.getPrototypeOf(db.$client.prepare("SELECT 1"));
  const { all } = statement;
  statement.all = function counted(this: unknown, ...given: unknown[]) {
    const rows = all.apply(this, given);
    reads.push(rows.length);
    return rows;
  };
  onTestFinished(() => {
    statement.all = all;
  });
  return reads;
}

describe.each(LISTS)("GET $path of 2,500 rows", (list) => {
  test("has every row once, in order", async () => {
    const portal = await openFilled(list);
    const answer = await portal.request(list.as, "GET", list.path);
    expect(answer.status).toBe(200);
    expect(idsIn(answer.body)).toEqual(list.order(IDS));
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("link")).toBeNull();
  });

  test("is read one chunk at a time as the client takes it, with other requests in between", async () => {
    const portal = await openFilled(list);
    const reads = watchReads(portal);
    const response = await ask(portal, list);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    const pieces = () => reads.filter((rows) => rows >= PIECE);
    expect(pieces()).toEqual([PIECE]);
    await reader.read();
    expect(pieces()).toEqual([PIECE, PIECE]);
    slowClock();
    const turns = await turnsDuring(async () => {
      while (!(await reader.read()).done);
    });
    expect(turns).toBeGreaterThan(1);
    expect(Math.max(...reads)).toBe(PIECE);
    expect(pieces()).toHaveLength(COUNT / PIECE);
  });

  test("reads no further once its reader disconnects", async () => {
    const portal = await openFilled(list);
    const response = await ask(portal, list);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    const reads = watchReads(portal);
    await reader.cancel();
    await new Promise((resolve) => setImmediate(resolve));
    expect(reads.filter((rows) => rows >= PIECE)).toEqual([]);
  });

  test("neither misses nor repeats a row that stays, when other rows come and go", async () => {
    const portal = await openFilled(list);
    const response = await ask(portal, list);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const chunks = [(await reader.read()).value];
    portal.db.$client.prepare(`DELETE FROM ${list.table} WHERE id IN (?, ?)`).run(id(7), id(1_200));
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    const ids = idsIn(JSON.parse(Buffer.concat(chunks as Uint8Array[]).toString()));
    const stayed = IDS.filter((row) => row !== id(7) && row !== id(1_200));
    expect(ids.filter((row) => row !== id(7))).toEqual(list.order(stayed));
  });

  test("ends with an error, as incomplete JSON, when reading fails", async () => {
    const portal = await openFilled(list);
    const response = await ask(portal, list);
    expect(response.status).toBe(200);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const first = (await reader.read()).value;
    expect(() => JSON.parse(Buffer.from(first as Uint8Array).toString())).toThrow();
    portal.db.$client.exec(list.fault);
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow();
    expect(portal.log.filter(({ level }) => level === 50)).toHaveLength(1);
  });

  test("returns 500 if it cannot be read at all", async () => {
    const portal = await openFilled(list);
    portal.db.$client.exec(list.fault);
    const answer = await portal.request(list.as, "GET", list.path);
    expect([answer.status, answer.body]).toEqual([500, { error: "An error occurred." }]);
  });

  test("answers HEAD like GET, and reads only the first chunk for it", async () => {
    const portal = await openFilled(list);
    const get = await ask(portal, list);
    const head = await ask(portal, list, "HEAD");
    for (const { body } of [get, head]) await body?.cancel();
    const headers = ({ headers }: Response) => [...headers].filter(([name]) => name !== "x-request-id");
    expect([head.status, headers(head)]).toEqual([get.status, headers(get)]);
  });
});

describe.each(LISTS.filter(({ as }) => as === null))("the feed of $path of 2,500 rows", (list) => {
  test("is not sent again to a client that has it", async () => {
    const portal = await openFilled(list);
    const { headers } = await portal.request(null, "GET", list.path);
    const etag = headers.get("etag") ?? "";
    const again = await ask(portal, list, "GET", { "if-none-match": etag });
    expect(again.status).toBe(304);
    portal.db.$client.prepare(`DELETE FROM ${list.table} WHERE id = ?`).run(id(0));
    const changed = await portal.request(null, "GET", list.path, { headers: { "if-none-match": etag } });
    expect(changed.status).toBe(200);
    expect(idsIn(changed.body)).toEqual(list.order(IDS.slice(1)));
  });

  test("is read once for all who ask for it", async () => {
    const portal = await openFilled(list);
    const first = await portal.request(null, "GET", list.path);
    const reads = watchReads(portal);
    const others = await Promise.all([1, 2, 3].map(() => portal.request(null, "GET", list.path)));
    expect(reads.filter((rows) => rows >= PIECE)).toEqual([]);
    for (const { text } of others) expect(text === first.text).toBe(true);
  });
});

test("a list that is being sent ends with its reader's session", async () => {
  const portal = await openPortal();
  const list = LISTS[2] as WholeList;
  fill(portal, list);
  const response = await ask(portal, list);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  portal.db.$client.exec("DELETE FROM session");
  portal.advance(2_000);
  await expect(
    (async () => {
      while (!(await reader.read()).done);
    })(),
  ).rejects.toThrow();
});

test("a list of submissions has only those of the caller's organization, without archived ones", async () => {
  const portal = await openPortal();
  fill(portal, LISTS[2] as WholeList, 250);
  const set = portal.db.$client.prepare("UPDATE submission SET organization_id = ?, status = ? WHERE id = ?");
  for (let index = 0; index < 250; index += 5) set.run(ORGANIZATIONS.borealis, "SUBMITTED", id(index));
  for (let index = 1; index < 250; index += 5) set.run(ORGANIZATIONS.acme, "ARCHIVED", id(index));
  const answer = await portal.request("acmeUser", "GET", "/api/portal/submissions");
  expect(idsIn(answer.body)).toEqual(reversed(IDS.slice(0, 250).filter((_, index) => index % 5 > 1)));
});
