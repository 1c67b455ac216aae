import type Sqlite from "better-sqlite3";
import Papa from "papaparse";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { immediateTransaction, refreshStatistics } from "#db/open";
import { AUDIT_EVENTS, type AuditEventName, outcomeOf } from "~/audit/events";
import { RATE_LIMITS } from "~/values/limits";
import {
  filesForm,
  insertAnnouncement,
  insertAudit,
  insertEngagement,
  insertSubmissionWithFile,
  instant,
  submissionForm,
} from "../support/arrange";
import { COMMANDS, emailOf, idOf, ORGANIZATIONS, PASSWORD, type PersonKey } from "../support/cast";
import { plansOf } from "../support/lists";
import { DAY, dataOf, HOUR, MINUTE, openPortal, type Portal, type TestResponse } from "../support/portal";
import { perform, scenarios } from "../support/scenario";
import { insertSecondFactor, wrongCode } from "../support/second-factor";
import { visitorOf } from "../support/visitor";

const PATH = "/api/gov/admin/audit";
const CSV = `${PATH}/csv`;
const read = (query = "") => ({ as: "systemAdmin", method: "GET", path: `${PATH}${query}`, status: 200 }) as const;
const csv = (query = "") =>
  ({ as: "systemAdmin", method: "GET", path: `${CSV}${query}`, status: 200, events: ["export_downloaded"] }) as const;

interface Item extends Record<string, unknown> {
  id: string;
  seq: number;
  createdAt: string;
  event: AuditEventName;
}

interface Page {
  items: Item[];
  total: number;
  page: number;
  pageSize: number;
}

const { acme, borealis } = ORGANIZATIONS;

/** Events over five days, from the day before the clock's. Each id ends with a letter, in the order of the events. */
function insertStory(portal: Portal): void {
  const at = (day: number, milliseconds = 0) =>
    new Date(Date.parse("2026-03-01T00:00:00.000Z") + day * DAY + milliseconds).toISOString();
  const rows: [id: string, event: AuditEventName, values: NonNullable<Parameters<typeof insertAudit>[2]>][] = [
    ["a", "pageview", { at: at(0), path: "/calls" }],
    ["b", "sign_in_failure", { at: at(0, DAY - 1), claimedEmail: emailOf("poc"), ip: "198.51.100.7" }],
    ["c", "sign_in_success", { at: at(1), as: "poc", targetType: "user", targetId: idOf("poc") }],
    ["d", "organization_status_changed", { at: at(1, HOUR), as: "poc", targetType: "organization", targetId: acme }],
    ["e", "pageview", { at: at(1, HOUR), as: "poc", path: "/gov", referrer: "/login" }],
    ["f", "pageview", { at: at(2), as: "acmeUser", path: "/portal" }],
    ["g", "authorization_failure", { at: at(2), as: "systemAdmin", targetType: "user", targetId: idOf("systemAdmin") }],
    ["h", "organization_status_changed", { at: at(3), as: "lead", targetType: "organization", targetId: borealis }],
    ["i", "reroute_run", { at: at(4, DAY - 1), as: "admin", details: { routed: 3 } }],
    ["j", "pageview", { at: at(4, DAY - 1), path: "/" }],
  ];
  for (const [id, event, values] of rows) insertAudit(portal, event, { ...values, id });
}

/** The rows that an independent CSV parser reads, as objects with the header's names. */
function recordsOf({ text }: Pick<TestResponse, "text">): ({ id: string } & Record<string, string>)[] {
  const { data, errors } = Papa.parse<{ id: string } & Record<string, string>>(text, {
    header: true,
    newline: "\r\n",
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

const lettersOf = (items: readonly { id: string }[]) => items.map(({ id }) => id).join("");

describe("the audit log", () => {
  const asked: [query: string, ids: string][] = [
    ["", "jihgfedcba"],
    ["?sort=-createdAt", "jihgfedcba"],
    ["?sort=createdAt", "abcdefghij"],
    ["?pageviews=true", "jihgfedcba"],
    ["?pageviews=false", "ihgdcb"],
    ["?event=organization_status_changed", "hd"],
    ["?event=pageview", "jfea"],
    ["?event=pageview&pageviews=false", ""],
    ["?event=pageview&from=2026-03-02&to=2026-03-03", "fe"],
    ["?event=sign_out", ""],
    ["?outcome=SUCCESS", "jihfedca"],
    ["?outcome=SUCCESS&pageviews=false", "ihdc"],
    ["?outcome=SUCCESS&from=2026-03-02&to=2026-03-02", "edc"],
    ["?outcome=SUCCESS&event=pageview", "jfea"],
    ["?outcome=FAILURE", "b"],
    ["?outcome=DENIED", "g"],
    ["?outcome=DENIED&pageviews=false", "g"],
    ["?outcome=DENIED&event=pageview", ""],
    [`?actor=${idOf("poc")}`, "edc"],
    [`?actor=${emailOf("poc")}`, "edcb"],
    [`?actor=${emailOf("poc").toUpperCase()}`, "edcb"],
    [`?actor=%20${emailOf("poc")}%20`, "edcb"],
    [`?actor=${emailOf("poc")}&pageviews=false`, "dcb"],
    [`?actor=${idOf("poc")}&pageviews=false`, "dc"],
    [`?actor=${idOf("poc").toUpperCase()}`, ""],
    ["?actor=%25%40%25", ""],
    [`?target=${acme}`, "d"],
    [`?target=${acme}&pageviews=false`, "d"],
    [`?target=${acme.toUpperCase()}`, ""],
    ["?targetType=user", "gc"],
    ["?targetType=user&pageviews=false", "gc"],
    ["?targetType=organization&outcome=SUCCESS", "hd"],
    ["?from=2026-03-02", "jihgfedc"],
    ["?from=2026-03-06", ""],
    ["?to=2026-03-01", "ba"],
    ["?to=2026-03-01&pageviews=false", "b"],
    ["?to=2026-02-28", ""],
    ["?from=2026-03-05&to=2026-03-05", "ji"],
    ["?from=2026-03-05&to=2026-03-05&pageviews=false", "i"],
    ["?from=2026-03-03&to=2026-03-02", ""],
    [`?actor=${emailOf("poc")}&event=pageview&from=2026-03-02&to=2026-03-02`, "e"],
    ["?unknown=1", "jihgfedcba"],
  ];

  for (const [query, ids] of asked) {
    test(`${query || "by default"} lists ${ids.split("").join(", ") || "nothing"}, on its page and as CSV`, async () => {
      const portal = await openPortal();
      insertStory(portal);
      const { items, total } = dataOf<Page>(await perform(portal, read(query)));
      expect([lettersOf(items), total]).toEqual([ids, ids.length]);
      expect(lettersOf(recordsOf(await perform(portal, csv(query))))).toBe(ids);
    });
  }

  test("returns the right total for any combination of filters, without counting the rows", async () => {
    const portal = await openPortal();
    insertStory(portal);
    const choices: Record<string, (string | undefined)[]> = {
      event: [undefined, "pageview", "organization_status_changed"],
      outcome: [undefined, "SUCCESS", "DENIED"],
      actor: [undefined, idOf("poc"), emailOf("lead")],
      targetType: [undefined, "user"],
      from: [undefined, "2026-03-02"],
      to: [undefined, "2026-03-03"],
      pageviews: [undefined, "false"],
    };
    let queries: [string, string][][] = [[]];
    for (const [name, values] of Object.entries(choices)) {
      queries = queries.flatMap((query) =>
        values.map((value): [string, string][] => (value === undefined ? query : [...query, [name, value]])),
      );
    }
    expect(queries).toHaveLength(432);
    for (const query of queries) {
      const { items, total } = dataOf<Page>(await perform(portal, read(`?${new URLSearchParams(query)}`)));
      expect([query, total]).toEqual([query, items.length]);
    }
  });

  test("returns each complete row, with its details as recorded", async () => {
    const portal = await openPortal();
    insertStory(portal);
    const [item] = dataOf<Page>(await perform(portal, read("?event=reroute_run"))).items;
    const row = portal.auditRows()[8];
    expect(item).toEqual({
      id: "i",
      seq: 9,
      createdAt: "2026-03-05T23:59:59.999Z",
      event: "reroute_run",
      outcome: "SUCCESS",
      actorId: idOf("admin"),
      actorEmail: emailOf("admin"),
      actorRole: "GOV_ADMIN",
      organizationId: null,
      targetType: null,
      targetId: null,
      ip: "203.0.113.10",
      userAgent: null,
      requestId: "request",
      path: null,
      referrer: null,
      details: { routed: 3 },
      hash: row?.hash,
      prevHash: row?.prevHash,
      chain: "log",
    });
    const [pageview] = dataOf<Page>(await perform(portal, read("?event=pageview&to=2026-03-01"))).items;
    expect(pageview).toMatchObject({ details: null, path: "/calls", actorId: null, chain: "pageviews" });
  });

  test.each(AUDIT_EVENTS)("filters by the event %s and by its outcome", async (event) => {
    const portal = await openPortal();
    insertStory(portal);
    const id = insertAudit(portal, event, { at: "2026-04-01T00:00:00.000Z" });
    for (const query of [`?event=${event}&from=2026-04-01`, `?outcome=${outcomeOf(event)}&from=2026-04-01`]) {
      const { items, total } = dataOf<Page>(await perform(portal, read(query)));
      expect([total, items[0]?.id]).toEqual([1, id]);
    }
  });

  for (const sort of ["-createdAt", "createdAt"] as const) {
    test(`pages sorted by ${sort} do not repeat or skip rows, although many rows have the same time`, async () => {
      const portal = await openPortal();
      // The times are in a different order from the numbers, as after someone set the clock back.
      for (let number = 0; number < 23; number += 1) {
        insertAudit(portal, "sign_out", { at: instant(portal, ((number * 7) % 3) * MINUTE) });
      }
      const items: Item[] = [];
      for (const page of [1, 2, 3, 4]) {
        const data = dataOf<Page>(await perform(portal, read(`?sort=${sort}&page=${page}&pageSize=10`)));
        expect(data).toMatchObject({ page, pageSize: 10, total: 23 });
        items.push(...data.items);
      }
      const key = ({ createdAt, seq }: Item) => `${createdAt} ${String(seq).padStart(3, "0")}`;
      const ascending = portal.auditRows().map((row) => key(row as unknown as Item));
      ascending.sort();
      expect(items.map(key)).toEqual(sort === "createdAt" ? ascending : ascending.reverse());
    });
  }

  const bad: [query: string, field: string][] = [
    ["event=signed_in", "event"],
    ["event=", "event"],
    ["outcome=success", "outcome"],
    ["actor=", "actor"],
    [`actor=${"a".repeat(256)}`, "actor"],
    ["target=", "target"],
    [`target=${"a".repeat(65)}`, "target"],
    [`targetType=${"a".repeat(65)}`, "targetType"],
    ["from=2026-02-30", "from"],
    ["to=03/01/2026", "to"],
    ["pageviews=no", "pageviews"],
    ["sort=seq", "sort"],
  ];
  const badPages: [query: string, field: string][] = [
    ["page=0", "page"],
    ["pageSize=0", "pageSize"],
    ["pageSize=101", "pageSize"],
  ];
  const refusals = (path: string, queries: [query: string, field: string][]) =>
    queries.map(([query, field]) => ({
      name: `${path}?${query.slice(0, 40)} is refused`,
      as: "systemAdmin" as const,
      method: "GET",
      path: `${path}?${query}`,
      status: 400,
      fields: [field],
    }));
  const others: PersonKey[] = ["readonly", "poc", "lead", "admin", "acmeAdmin", "acmeUser"];
  scenarios([
    ...refusals(PATH, [...bad, ...badPages]),
    ...refusals(CSV, bad),
    ...[PATH, CSV].flatMap((path) => [
      ...others.map((as) => ({ name: `${path} is not for ${as}`, as, method: "GET", path, status: 403 })),
      { name: `${path} requires a session`, as: null, method: "GET", path, status: 401 },
      { name: `${path} refuses POST`, as: "systemAdmin" as const, method: "POST", path, json: {}, status: 405 },
    ]),
    { name: "the largest page is a hundred rows", ...read("?pageSize=100"), body: { data: { pageSize: 100 } } },
    {
      name: "filters of the maximum length are accepted",
      ...read(`?actor=${"a".repeat(255)}&target=${"a".repeat(64)}`),
    },
  ]);
});

describe("the indexes of the audit log", () => {
  const planned: [query: string, index: string][] = [
    ["", "created"],
    ["?sort=createdAt", "created"],
    ["?pageviews=false", "work"],
    ["?pageviews=false&sort=createdAt", "work"],
    ["?event=sign_out", "event"],
    ["?event=pageview", "(event|pageview)"],
    ["?outcome=FAILURE", "failed"],
    ["?outcome=DENIED&pageviews=false", "failed"],
    ["?outcome=SUCCESS", "created"],
    ["?outcome=SUCCESS&pageviews=false", "work"],
    [`?actor=${emailOf("poc")}`, "email"],
    [`?actor=${emailOf("poc")}&pageviews=false`, "email"],
    [`?actor=${idOf("poc")}`, "actor"],
    [`?actor=${idOf("poc")}&pageviews=false`, "actor"],
    ["?target=target-3", "target"],
    ["?target=target-3&pageviews=false", "target"],
    ["?targetType=user", "target_type"],
    ["?targetType=user&pageviews=false", "target_type"],
    ["?from=2026-03-02", "created"],
    ["?to=2026-03-02", "created"],
    ["?from=2026-03-02&to=2026-03-03&pageviews=false", "work"],
  ];

  /** A log like a real one: nine of ten rows are pageviews. */
  function fillLog(portal: Portal): void {
    const work: AuditEventName[] = ["sign_in_success", "sign_out", "authorization_failure", "sign_in_failure"];
    immediateTransaction(portal.db, () => {
      for (let number = 0; number < 400; number += 1) {
        const event = number % 10 === 0 ? (work[(number / 10) % 4] ?? "sign_out") : "pageview";
        const target = event === "pageview" ? {} : { targetType: "user", targetId: `target-${number % 7}` };
        const as = number % 3 === 0 ? "poc" : number % 3 === 1 ? "acmeUser" : undefined;
        insertAudit(portal, event, { ...target, as, at: instant(portal, number * MINUTE) });
      }
    });
  }

  for (const [query, index] of planned) {
    test(`return ${query || "everything"} in order, and sort no more than the rows of the page`, async () => {
      const portal = await openPortal();
      fillLog(portal);
      // Once with SQLite's default plan, and once with its statistics about the rows.
      for (const known of [false, true]) {
        if (known) refreshStatistics(portal.db);
        const page = `${query}${query ? "&" : "?"}pageSize=2&page=2`;
        const plans = [
          ...(await plansOf(portal, () => perform(portal, read(page)))),
          ...(await plansOf(portal, () => perform(portal, csv(query)))),
        ];
        const ofPage = plans.filter(({ text }) => / offset \?/i.test(text));
        const ofCsv = plans.filter(({ text }) => text.includes('+"audit_event"."seq"'));
        expect([ofPage.length, ofCsv.length > 0]).toEqual([1, true]);
        for (const { text, steps } of [...ofPage, ...ofCsv]) {
          const details = steps.filter(({ isNested }) => isNested === ofPage.some((plan) => plan.text === text));
          expect(details[0]?.detail, text).toMatch(new RegExp(`USING (COVERING )?INDEX audit_event_${index}\\b`));
          expect(details.map(({ detail }) => detail).join(), text).not.toContain("TEMP B-TREE");
        }
      }
    });
  }
});

describe("the CSV of the audit log", () => {
  const COLUMNS =
    "id,seq,createdAt,event,outcome,actorId,actorEmail,actorRole,organizationId,targetType,targetId,ip,userAgent,requestId,path,referrer,details,prevHash,hash,chain";

  test("is a file named by the day, with a header and one line for each row", async () => {
    const portal = await openPortal();
    insertStory(portal);
    const answer = await perform(portal, csv("?pageviews=false"));
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain('filename="audit-2026-03-02.csv"');
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const [header, first] = answer.text.split("\r\n");
    expect(header).toBe(COLUMNS);
    expect(first).toMatch(/^i,9,2026-03-05T23:59:59.999Z,reroute_run,SUCCESS,user-admin,/);
    expect(answer.text.endsWith("\r\n")).toBe(true);
    const empty = await perform(portal, csv("?event=sign_out"));
    expect(empty.text).toBe(`${COLUMNS}\r\n`);
  });

  test("returns text from the log unchanged, and no cell is a formula", async () => {
    const portal = await openPortal();
    const hostile = [
      "=cmd|' /C calc'!A0",
      "+1+1",
      "-2+3",
      "@SUM(A1:A9)",
      "\t=1",
      "\r=1",
      '"quoted", and "again',
      "two\nlines",
      "two\r\nlines",
      "a lone\rcarriage return",
      "a,comma;and semicolon",
      "semicolon;=1+1",
      "<script>alert(1)</script>",
      "\u{1f600} and \u202etext",
      "'already",
      " ",
    ];
    for (const text of hostile) {
      insertAudit(portal, "pageview", {
        userAgent: text,
        path: text,
        referrer: text,
        details: { after: { name: text } },
      });
    }
    const records = recordsOf(await perform(portal, csv("?sort=createdAt")));
    expect(records).toHaveLength(hostile.length);
    const rows = portal.auditRows();
    for (const [index, text] of hostile.entries()) {
      const record = records[index];
      // A formula can also start after another program's separator.
      const guarded = text.replace(/([;\t\r\n])(?=[=+\-@])/g, "$1'");
      const cell = /^[=+\-@\t\r]/.test(text) ? `'${guarded}` : guarded;
      expect([record?.userAgent, record?.path, record?.referrer]).toEqual([cell, cell, cell]);
      expect(JSON.parse(record?.details ?? "")).toEqual({ after: { name: text.replace(/;(?=[=+\-@])/g, ";'") } });
      expect([record?.hash, record?.seq]).toEqual([rows[index]?.hash, String(index + 1)]);
    }
  });

  test("returns every row once and in order beyond one read, although all have the same time", async () => {
    const portal = await openPortal();
    immediateTransaction(portal.db, () => {
      for (let number = 0; number < 1001; number += 1) insertAudit(portal, "sign_out");
    });
    for (const sort of ["createdAt", "-createdAt"]) {
      const numbers = recordsOf(await perform(portal, csv(`?event=sign_out&sort=${sort}`))).map(({ seq }) =>
        Number(seq),
      );
      const expected = Array.from({ length: 1001 }, (_unused, index) => index + 1);
      expect(numbers).toEqual(sort === "createdAt" ? expected : expected.reverse());
    }
  });

  test("is audited with its filters and its user, and has the rows from before that audit row", async () => {
    const portal = await openPortal();
    insertStory(portal);
    await perform(portal, csv(`?actor=${emailOf("poc")}&from=2026-03-01&pageviews=false`));
    expect(portal.auditRows().at(-1)).toMatchObject({
      event: "export_downloaded",
      actorId: idOf("systemAdmin"),
      targetType: "export",
      targetId: null,
      details: JSON.stringify({
        format: "CSV",
        records: ["audit"],
        fileName: "audit-2026-03-02.csv",
        filters: { actor: emailOf("poc"), from: "2026-03-01", pageviews: "false", sort: "-createdAt" },
      }),
    });
    const records = recordsOf(await perform(portal, csv("?event=export_downloaded")));
    expect(records.map(({ event }) => event)).toEqual(["export_downloaded"]);
  });

  /** Starts a download. The test reads its body. */
  async function begin(portal: Portal, method = "GET", query = "?sort=createdAt") {
    const request = new Request(`http://portal.test${CSV}${query}`, {
      method,
      headers: { host: "portal.test", cookie: portal.cookieOf("systemAdmin") },
    });
    return portal.handler(request);
  }

  const fill = (portal: Portal, rows: number) =>
    immediateTransaction(portal.db, () => {
      for (let number = 0; number < rows; number += 1) insertAudit(portal, "sign_out", { userAgent: "a".repeat(400) });
    });
  /** Counts the reads of the log from now on. */
  const readings = ({ db }: Portal) => {
    const run = vi.spyOn(Object.getPrototypeOf(db.$client.prepare("SELECT 1")) as Sqlite.Statement, "all");
    onTestFinished(() => run.mockRestore());
    return () =>
      (run.mock.contexts as Sqlite.Statement[]).filter(({ source }) => source.includes('+"audit_event"."seq"')).length;
  };

  test("leaves out rows that are written during the download, and does not block a checkpoint", async () => {
    const portal = await openPortal();
    fill(portal, 1000);
    const response = await begin(portal);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    fill(portal, 500);
    const [checkpoint] = portal.db.$client.pragma("wal_checkpoint(TRUNCATE)") as { busy: number; log: number }[];
    expect(checkpoint).toMatchObject({ busy: 0, log: 0 });
    let text = new TextDecoder().decode(first?.value);
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += new TextDecoder().decode(part.value);
    }
    expect(recordsOf({ text })).toHaveLength(1000);
  });

  test("reads rows only as fast as the client does, and stops when the client disconnects", async () => {
    const portal = await openPortal();
    fill(portal, 2000);
    const count = readings(portal);
    const response = await begin(portal);
    expect(count()).toBe(0);
    const reader = response.body?.getReader();
    await reader?.read();
    const begun = count();
    expect(begun).toBeGreaterThan(0);
    expect(begun).toBeLessThan(5);
    await reader?.cancel();
    expect((await reader?.read())?.done).toBe(true);
    expect(count()).toBe(begun);
    // No read is open: the same connection writes, which it cannot do while it is reading rows.
    fill(portal, 1);
  });

  test("logs an error in the middle of a download, and ends the response early", async () => {
    const portal = await openPortal();
    fill(portal, 2000);
    const reader = (await begin(portal)).body?.getReader();
    await reader?.read();
    portal.db.$client.exec("ALTER TABLE audit_event RENAME TO moved_away");
    const rest = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(rest()).rejects.toThrow("no such table");
    expect(portal.log).toContainEqual(expect.objectContaining({ msg: "sending a response failed" }));
  });

  test("reads no rows for a HEAD request", async () => {
    const portal = await openPortal();
    fill(portal, 10);
    const count = readings(portal);
    const response = await begin(portal, "HEAD");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(count()).toBe(0);
  });

  test("allows each user sixty downloads an hour, even in a burst", { tags: "race" }, async () => {
    const portal = await openPortal();
    fill(portal, 1);
    const { max } = RATE_LIMITS.export;
    const answers = await Promise.all(
      Array.from({ length: max + 20 }, () => portal.request("systemAdmin", "GET", `${CSV}?event=sign_out`)),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(429)]).toEqual([max, 20]);
    expect(portal.auditRows().filter(({ event }) => event === "export_downloaded")).toHaveLength(max);
    const refused = await perform(portal, { ...csv(), status: 429, events: [] });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    portal.advance(HOUR + 1);
    portal.newSessions();
    await perform(portal, csv());
  });
});

describe("the audit log never contains", () => {
  const NEW_PASSWORD = "Another-Horse-8-Battery";
  const WRONG_PASSWORD = "Wrong-Horse-9-Battery";

  test("passwords, tokens, hashes or file contents, whatever users do", async () => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    const bytes = Buffer.from("%PDF-1.4 the bytes of a paper");
    const file = { name: "paper.pdf", bytes };
    const tokens: string[] = [];
    const call = (as: PersonKey | null, method: string, path: string, json?: unknown) =>
      portal.request(as, method, path, json === undefined ? {} : { json });
    const signIn = async (email: string, password: string) => {
      const answer = await call(null, "POST", "/api/session", { email, password });
      const token = answer.headers.get("set-cookie")?.match(/session=([^;]+)/)?.[1];
      if (token) tokens.push(token);
    };

    await signIn(emailOf("poc"), PASSWORD);
    for (let tries = 0; tries < 12; tries += 1) await signIn(emailOf("lead"), WRONG_PASSWORD);
    await call(null, "POST", "/api/portal/register", {
      orgName: "Cordial",
      orgType: "COMPANY",
      contactName: "Cora",
      email: "cora@example.test",
      password: NEW_PASSWORD,
    });
    await signIn("cora@example.test", NEW_PASSWORD);
    const someone = { email: "new@example.test", name: "New", role: "GOV_POC", commandId: COMMANDS.alpha };
    await call("systemAdmin", "POST", "/api/gov/admin/users", { ...someone, password: NEW_PASSWORD });
    await call("systemAdmin", "PATCH", "/api/gov/admin/users", { userId: idOf("lead"), role: "GOV_ADMIN" });
    await call("acmeAdmin", "PUT", "/api/portal/profile", { website: "https://example.com/", techTags: "rotors" });
    await call("lead", "POST", "/api/gov/calls", { title: "Rotors", description: "Quiet ones." });
    await portal.request("acmeUser", "POST", "/api/portal/submissions", { multipart: submissionForm({}, file) });
    const submissionId = await insertSubmissionWithFile(portal, { bytes });
    await call("poc", "GET", `/api/portal/submissions/${submissionId}/file`);
    await call("poc", "PATCH", `/api/gov/submissions/${submissionId}/status`, { status: "ARCHIVED" });
    const announcementId = insertAnnouncement(portal);
    await portal.request("lead", "POST", `/api/gov/announcements/${announcementId}/attachments`, {
      multipart: filesForm(file),
    });
    const engagementId = insertEngagement(portal);
    await portal.request("poc", "POST", `/api/gov/engagements/${engagementId}/attachments`, {
      multipart: filesForm(file),
    });
    await call("poc", "PATCH", `/api/gov/organizations/${acme}/status`, { status: "ACTIVE" });
    await call("poc", "POST", `/api/gov/organizations/${acme}/dialogue`, { body: "They answered." });
    const settings = [{ kind: "SUBMISSION_MATCH", enabled: true, techTags: "rotors" }];
    await call("poc", "PUT", "/api/notifications/settings", { settings });
    await call("admin", "POST", "/api/notifications/reroute");
    await call("systemAdmin", "GET", CSV);
    for (const currentPassword of [WRONG_PASSWORD, PASSWORD, "short"]) {
      await call("readonly", "POST", "/api/account/password", { currentPassword, newPassword: NEW_PASSWORD });
    }
    const factor = insertSecondFactor(portal, "admin");
    const codes = [wrongCode(factor), factor.code(), factor.recoveryCodes[0] ?? ""];
    for (const secondFactor of codes) {
      await call(null, "POST", "/api/session", { email: emailOf("admin"), password: PASSWORD, secondFactor });
    }
    const visitor = visitorOf(portal);
    await visitor.post("/login", { email: emailOf("admin"), password: PASSWORD });
    const step = visitor.cookies.get("sign-in-step") ?? "";
    await visitor.post("/login/second-factor", { code: factor.recoveryCodes[1] ?? "" });
    await visitor.post("/account/second-factor?change", { change: "renew", currentPassword: PASSWORD });
    await call("poc", "DELETE", "/api/session");

    const rows = portal.auditRows();
    const recorded = new Set(rows.map(({ event }) => event));
    for (const event of [
      ...["sign_in_success", "sign_in_failure", "sign_in_rate_limited", "sign_out", "organization_registered"],
      ...["second_factor_failure", "recovery_code_used", "recovery_codes_renewed"],
      ...["gov_user_created", "gov_user_role_changed", "password_change_success", "password_change_failure"],
      ...["submission_created", "submission_file_downloaded", "announcement_attachment_uploaded"],
      ...["engagement_attachment_uploaded", "export_downloaded", "notification_settings_updated"],
    ]) {
      expect(recorded, event).toContain(event);
    }
    expect(tokens.length).toBe(2);
    const cookies = (["poc", "lead", "systemAdmin", "acmeUser"] as const).map((person) =>
      portal.cookieOf(person).replace(/^.*session=/, ""),
    );
    expect(step).toHaveLength(43);
    const secrets = [
      PASSWORD,
      NEW_PASSWORD,
      WRONG_PASSWORD,
      ...tokens,
      ...cookies,
      ...codes.slice(2),
      factor.key,
      step,
      "the bytes of a paper",
    ];
    for (const { hash: _hash, prevHash: _prevHash, ...row } of rows) {
      const text = JSON.stringify(row);
      for (const secret of secrets) expect(text).not.toContain(secret);
      // Six digits may be part of an id.
      for (const code of codes) expect(row.details ?? "").not.toContain(code);
      // The formats of bcrypt, and of SHA-256 in hexadecimal and base64.
      expect(text).not.toMatch(/\$2[aby]\$|[0-9a-f]{64}|[\w+/-]{43}(?![\w+/-])/i);
    }
  });
});
