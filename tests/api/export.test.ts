import { getTableColumns } from "drizzle-orm";
import ical, { type VEvent } from "node-ical";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { call, engagement, organization, submission } from "#db/schema";
import { exportSources, NAMES_OF_LINKS, NOT_EXPORTED, selectRecords } from "~/domain/export/records.server";
import { RATE_LIMITS } from "~/values/limits";
import {
  insertAttendees,
  insertCall,
  insertCommand,
  insertEngagement,
  insertEngagementTask,
  insertMessage,
  insertOrganization,
  insertSubmission,
  insertSubmissionWithFile,
  instant,
} from "../support/arrange";
import { COMMANDS, emailOf, idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { CLIENT_IP, dataOf, HOUR, openPortal, type Portal, type TestResponse } from "../support/portal";
import { type Scenario, scenarios } from "../support/scenario";
import { insertSecondFactor } from "../support/second-factor";

const ALL = "/api/export/all";
const CALENDAR = "/api/export/engagements.ics";
const tableOf = (entity: string) => `/api/export/csv?entity=${entity}`;
const TABLES = ["organizations", "submissions", "engagements"] as const;
const EXPORTS = [ALL, CALENDAR, ...TABLES.map(tableOf)];

type Row = Record<string, unknown> & { id: string };
type Bundle = Record<"organizations" | "submissions" | "engagements" | "calls", Row[]>;

const bundleOf = async (portal: Portal) => dataOf<Bundle>(await portal.request("admin", "GET", ALL));
const only = <Item>(items: readonly Item[]): Item => {
  if (items.length !== 1) throw new Error(`There are ${items.length}`);
  return items[0] as Item;
};

/** Reads CSV with an independent parser. */
function readCsv({ text }: TestResponse): Record<string, string>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, delimiter: "," });
  // Text after the last line end is not a row.
  expect(Object.values(data.at(-1) ?? {})).toEqual([""]);
  expect(errors.filter(({ row }) => row !== data.length - 1)).toEqual([]);
  return data.slice(0, -1);
}

/** Reads a calendar with an independent parser. */
function readCalendar({ text }: TestResponse): VEvent[] {
  return Object.values(ical.sync.parseICS(text)).filter((part): part is VEvent => part?.type === "VEVENT");
}

/** An event's text property, unescaped by RFC 5545, sections 3.1 and 3.3.11. */
function writtenIn({ text }: TestResponse, uid: string, property: string): string | undefined {
  const lines = text.replaceAll("\r\n ", "").split("\r\n");
  const line = lines.slice(lines.indexOf(`UID:${uid}`)).find((each) => each.startsWith(`${property}:`));
  return line
    ?.slice(property.length + 1)
    .replace(/\\([\\;,nN])/g, (_escape, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign));
}

const REFUSED: [PersonKey | null, number][] = [
  [null, 401],
  ["readonly", 403],
  ["poc", 403],
  ["lead", 403],
  ["acmeUser", 403],
  ["acmeAdmin", 403],
];

describe("who may export", () => {
  scenarios(
    EXPORTS.flatMap((path): Scenario[] => [
      ...REFUSED.map(([as, status]) => ({
        name: `${path} is refused to ${as ?? "a visitor"}`,
        as,
        method: "GET",
        path,
        status,
      })),
      ...(["admin", "systemAdmin"] as const).map((as) => ({
        name: `${as} can download ${path}, which is audited`,
        as,
        method: "GET",
        path,
        status: 200,
        events: ["export_downloaded"] as const,
      })),
      { name: `${path} refuses POST`, as: "admin", method: "POST", path, status: 405 },
    ]),
  );

  scenarios(
    (
      [
        ["no entity", ""],
        ["an empty entity", "?entity="],
        ["an unknown entity", "?entity=users"],
        ["calls, which have no table", "?entity=calls"],
        ["an entity in another case", "?entity=Organizations"],
        ["two entities in one", "?entity=organizations,submissions"],
        ["a name that every object has", "?entity=constructor"],
      ] as const
    ).map(([what, query]) => ({
      name: `a table of ${what} is a bad request`,
      as: "admin",
      method: "GET",
      path: `/api/export/csv${query}`,
      status: 400,
      fields: ["entity"],
    })),
  );

  test("the audit row has what was exported, by whom and from where", async () => {
    const portal = await openPortal();
    for (const path of [ALL, tableOf("submissions"), CALENDAR]) await portal.request("admin", "GET", path);
    const rows = portal.auditRows();
    expect(rows.map(({ details }) => JSON.parse(details ?? ""))).toEqual([
      {
        format: "JSON",
        records: ["organizations", "submissions", "engagements", "calls"],
        fileName: "ledger-2026-03-02.json",
      },
      { format: "CSV", records: ["submissions"], fileName: "submissions-2026-03-02.csv" },
      { format: "iCalendar", records: ["engagements"], fileName: "engagements-2026-03-02.ics" },
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({ actorId: idOf("admin"), ip: CLIENT_IP, targetType: "export", outcome: "SUCCESS" });
    }
  });
});

describe("the limit", () => {
  test("in a burst of 100 over all three exports, admits exactly 60 and tells the others when to try again", {
    tags: "race",
  }, async () => {
    const portal = await openPortal();
    const burst = (first: number) =>
      Promise.all(
        Array.from({ length: 50 }, (_unused, index) =>
          portal.request("admin", "GET", EXPORTS[(first + index) % EXPORTS.length] ?? ALL),
        ),
      );
    const answers = (await Promise.all([burst(0), burst(50)])).flat();
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(refused).toHaveLength(40);
    for (const { headers } of refused) expect(Number(headers.get("retry-after"))).toBe(3600);
    expect(portal.auditRows()).toHaveLength(60);

    expect((await portal.request("systemAdmin", "GET", ALL)).status, "another user").toBe(200);
    portal.advance(HOUR);
    portal.newSessions();
    expect((await portal.request("admin", "GET", ALL)).status, "an hour later").toBe(200);
  });

  test("is 60 per hour for each user", () => {
    expect(RATE_LIMITS.export).toMatchObject({ max: 60, windowSeconds: 3600, subject: "user" });
  });
});

test("a submission has its messages, oldest first", async () => {
  const portal = await openPortal();
  const id = insertSubmission(portal);
  insertMessage(portal, id, { side: "INDUSTRY", body: "600 m.", createdAt: instant(portal, 1) });
  insertMessage(portal, id);
  const messages = [`${instant(portal)} GOVERNMENT: How far?`, `${instant(portal, 1)} INDUSTRY: 600 m.`];
  const all = await portal.request("admin", "GET", "/api/export/all");
  expect(all.body).toMatchObject({ data: { submissions: [{ id, messages }] } });
  const csv = await portal.request("admin", "GET", "/api/export/csv?entity=submissions");
  expect(csv.text).toContain(messages.join("; "));
});

describe("the columns of an exported record", () => {
  const tables = { organizations: organization, submissions: submission, engagements: engagement, calls: call };
  /** Listed by hand, so that anyone who adds a column decides here whether to export it. */
  const EXPORTED = {
    organizations:
      "id name orgType status cageCode uei dunsNumber naicsCodes setAsides smallBusiness nontraditional website addressLine1 addressLine2 city state postalCode country pocName pocEmail pocPhone contractsPocName contractsPocEmail contractsPocPhone employeeCount annualRevenueUsd businessStartYear samRegistrationStatus samExpirationDate description techTags createdAt updatedAt",
    submissions:
      "id organizationId submittedBy callId type status title summary techTags fileName contentType sizeBytes routedAt reviewedAt reviewedBy reviewDelivery archivedAt ownerId governmentTags answerBy createdAt updatedAt outcome outcomeBody outcomeSentAt messages",
    engagements:
      "id title type status date location summary organizationId otherOrganization commandId createdBy createdAt updatedAt startTime endTime onlineLink organizationIds attendeeIds tasks",
    calls:
      "id title description techTags status closesAt questionsDueAt releasesAt solicitationNumber noticeType setAside naicsCode classificationCode additionalInfoLink pocName pocTitle pocEmail pocPhone secondaryPocName secondaryPocEmail secondaryPocPhone officeName officeCity officeState officeZip officeCountry popCity popState popZip popCountry answerWithinDays authorId createdAt updatedAt",
  };
  const LEFT_OUT = ["nameKey", "nameSkeleton", "outcomeId", "recordNumber", "sha256", "storageKey"];

  test.each(Object.keys(tables) as (keyof typeof tables)[])("%s: every column except those left out", (kind) => {
    const names = EXPORTED[kind].split(" ");
    expect(exportSources(new Date()).calls.fields.length).toBeGreaterThan(0);
    expect(exportSources(new Date())[kind].fields.map(({ name }) => name)).toEqual(names);
    const decided = [...names, ...LEFT_OUT];
    expect(Object.keys(getTableColumns(tables[kind])).filter((name) => !decided.includes(name))).toEqual([]);
  });

  test("every column that is left out has a reason", () => {
    expect(Object.keys(NOT_EXPORTED).sort()).toEqual(LEFT_OUT);
    for (const reason of Object.values(NOT_EXPORTED)) expect(reason).toMatch(/\w/);
  });

  test("the database reads the records in order by an index, without sorting", async () => {
    const { db } = await openPortal();
    for (const [kind, { table, fields }] of Object.entries(exportSources(new Date()))) {
      const names = kind in NAMES_OF_LINKS ? NAMES_OF_LINKS[kind as keyof typeof NAMES_OF_LINKS] : [];
      const query = selectRecords(db, { table, fields: [...fields, ...names] });
      const plan = db.$client
        .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${query.sql}`)
        .all(...query.params)
        .map(({ detail }) => detail);
      expect(plan[0]).toMatch(/^SCAN \w+ USING INDEX \w+_created$/);
      expect(plan.filter((step) => step.includes("TEMP B-TREE FOR ORDER BY"))).toEqual([]);
    }
  });
});

describe("the bundle", () => {
  test("is a JSON file that nobody caches", async () => {
    const portal = await openPortal();
    const { headers } = await portal.request("admin", "GET", ALL);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("content-disposition")).toContain('attachment; filename="ledger-2026-03-02.json"');
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-length")).toBeNull();
  });

  test("has four empty lists if there are no records", async () => {
    const portal = await openPortal();
    portal.db.$client.exec("DELETE FROM session; DELETE FROM user WHERE role = 'INDUSTRY'; DELETE FROM organization");
    expect(await bundleOf(portal)).toEqual({ organizations: [], submissions: [], engagements: [], calls: [] });
  });

  test("has values of the same types as the API: booleans, lists, numbers and nulls", async () => {
    const portal = await openPortal();
    const values = {
      name: "Société “Bench”, \u{1f680}\u2028",
      naicsCodes: ["541715", "334511"],
      setAsides: ["EIGHT_A" as const],
      smallBusiness: true,
      nontraditional: false,
      employeeCount: 0,
      annualRevenueUsd: 999_999_999_999,
      website: null,
      description: 'Two lines,\n\t"quoted" \\ and </script>',
    };
    const id = insertOrganization(portal, values);
    const { organizations } = await bundleOf(portal);
    const row = organizations.find((each) => each.id === id);
    expect(row).toMatchObject(values);
    expect(row).toMatchObject({ createdAt: instant(portal), updatedAt: instant(portal), techTags: "" });
  });

  test("lists an engagement's organizations in the order selected", async () => {
    const portal = await openPortal();
    const third = insertOrganization(portal);
    const order = [ORGANIZATIONS.borealis, third, ORGANIZATIONS.acme];
    insertEngagement(portal, {}, order);
    insertEngagement(portal, { organizationId: null, otherOrganization: "A visitor" }, []);
    const { engagements } = await bundleOf(portal);
    expect(engagements.map(({ organizationIds }) => organizationIds)).toEqual([order, []]);
    expect(engagements[0]).toMatchObject({
      organizationId: ORGANIZATIONS.borealis,
      commandId: COMMANDS.alpha,
      createdBy: idOf("poc"),
    });
  });

  test("has a call's effective status at that moment", async () => {
    const portal = await openPortal();
    insertCall(portal, { id: "now", status: "PENDING", releasesAt: instant(portal) });
    insertCall(portal, { id: "soon", status: "PENDING", releasesAt: instant(portal, 1) });
    insertCall(portal, { id: "draft", status: "DRAFT" });
    const { calls } = await bundleOf(portal);
    expect(Object.fromEntries(calls.map(({ id, status }) => [id, status]))).toEqual({
      now: "OPEN",
      soon: "PENDING",
      draft: "DRAFT",
    });
    const read = dataOf<{ items: Row[] }>(await portal.request("admin", "GET", "/api/gov/calls"));
    for (const { id, status } of read.items) expect(calls.find((each) => each.id === id)?.status).toBe(status);
  });

  test("has archived submissions too, and lists everything in the order created", async () => {
    const portal = await openPortal();
    insertSubmission(portal, { id: "b", createdAt: instant(portal, 2000) });
    insertSubmission(portal, { id: "c", createdAt: instant(portal, 1000), status: "ARCHIVED" });
    insertSubmission(portal, { id: "a", createdAt: instant(portal, 2000) });
    const { submissions } = await bundleOf(portal);
    expect(submissions.map(({ id }) => id)).toEqual(["c", "a", "b"]);
    expect((await portal.request("admin", "GET", ALL)).text).toBe((await portal.request("admin", "GET", ALL)).text);
  });

  test("refers only to records that it contains, even if others write during the download", async () => {
    const portal = await openPortal();
    // The bundle is longer than one chunk, so the write happens between the lists.
    for (let index = 0; index < 200; index += 1) insertOrganization(portal, { description: "x".repeat(2000) });
    const before = await bundleOf(portal);
    const request = Object.assign(
      new Request(`http://portal.test${ALL}`, { headers: { host: "portal.test", cookie: portal.cookieOf("admin") } }),
      { ip: CLIENT_IP },
    );
    const response = await portal.handler(request);
    const reader = response.body?.getReader();
    let text = "";
    const decoder = new TextDecoder();
    for (let piece = await reader?.read(); !piece?.done; piece = await reader?.read()) {
      text += decoder.decode(piece?.value, { stream: true });
      const organizationId = insertOrganization(portal);
      const callId = insertCall(portal);
      insertSubmission(portal, { organizationId, callId });
      insertEngagement(portal, {}, [organizationId]);
    }
    expect(JSON.parse(text).data).toEqual(before);

    const bundle = await bundleOf(portal);
    const ids = (rows: readonly Row[]) => new Set(rows.map(({ id }) => id));
    const [organizations, calls] = [ids(bundle.organizations), ids(bundle.calls)];
    expect(bundle.submissions.length).toBeGreaterThan(1);
    for (const { organizationId, callId } of bundle.submissions) {
      expect(organizations).toContain(organizationId);
      expect(calls).toContain(callId);
    }
    for (const { organizationId, organizationIds } of bundle.engagements) {
      expect(organizationIds).toContain(organizationId);
      for (const id of organizationIds as string[]) expect(organizations).toContain(id);
    }
  });
});

test("no export contains a hash, a storage key or a password", async () => {
  const portal = await openPortal();
  const id = await insertSubmissionWithFile(portal);
  insertEngagement(portal);
  const stored = portal.db.query.submission.findFirst({ where: (row, { eq }) => eq(row.id, id) }).sync();
  const hashes = portal.db.query.user
    .findMany()
    .sync()
    .map(({ passwordHash }) => passwordHash);
  const factor = insertSecondFactor(portal, "poc");
  const sealed = portal.db.query.secondFactor.findFirst().sync()?.secret;
  const codes = portal.db.query.recoveryCode.findMany().sync();
  const codeHashes = codes.flatMap(({ codeHash }) => [codeHash.toString("hex"), codeHash.toString("base64")]);
  const ofFactor = [factor.key, sealed, ...factor.recoveryCodes, ...codeHashes];
  const secrets = [stored?.sha256, stored?.storageKey, ...hashes, ...ofFactor];
  for (const path of EXPORTS) {
    const { text } = await portal.request("admin", "GET", path);
    for (const secret of secrets) expect(text).not.toContain(secret ?? "missing");
    expect(text, path).not.toMatch(
      /sha256|storageKey|storage_key|password|recordNumber|nameKey|secondFactor|recoveryCode|passkey/i,
    );
  }
  expect((await portal.request("admin", "GET", tableOf("submissions"))).text).toContain("paper.pdf");
});

/** Text that a spreadsheet would read as a formula, and text that could end a cell, a row or the file too early. */
const HOSTILE = [
  '=HYPERLINK("http://evil.example","click")',
  "+1+1",
  "-2+3",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\uff1d1+1",
  "\uff0b1",
  "\uff0d1",
  "\uff20A",
  "'=1",
  "one,two",
  'a "quoted" word',
  '"',
  '""',
  "two\r\nlines",
  "a lone\rreturn",
  "a lone\nfeed",
  "ends in a return\r",
  "\n",
  "  spaces around  ",
  "semicolon; here",
  "tab\there",
  "\u00e9\u{1f680}\u2028\u00a0",
  "\ufeffa mark",
  "",
  "0012",
  "1e5",
  "=",
  "-",
  "null",
];
/** At the beginning, and after each character that another program may split at. */
const guarded = (text: string) =>
  text
    .replace(/([;|\t\r\n])(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "$1'")
    .replace(/^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/, "'$&");

describe("a table", () => {
  test.each(TABLES)("of %s is a file named by the day, in UTF-8 with CRLF and no byte order mark", async (entity) => {
    const portal = await openPortal();
    insertSubmission(portal);
    insertEngagement(portal);
    const { headers, bytes, text } = await portal.request("admin", "GET", tableOf(entity));
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toContain(`attachment; filename="${entity}-2026-03-02.csv"`);
    expect([...bytes.subarray(0, 3)]).toEqual([..."id,"].map((sign) => sign.charCodeAt(0)));
    expect(text.endsWith("\r\n")).toBe(true);
    expect(text.split("\r\n").some((line) => /[\r\n]/.test(line))).toBe(false);
  });

  test("has the bundle's columns, id first, and then the names that the ids refer to", async () => {
    const portal = await openPortal();
    insertSubmission(portal);
    insertEngagement(portal);
    const bundle = await bundleOf(portal);
    const names = {
      organizations: [],
      submissions: ["organizationName", "submittedByEmail", "callTitle", "reviewedByEmail"],
      engagements: [
        "organizationName",
        "organizationNames",
        "attendeeEmails",
        "commandName",
        "commandAbbreviation",
        "createdByEmail",
      ],
    };
    for (const entity of TABLES) {
      const { text } = await portal.request("admin", "GET", tableOf(entity));
      const header = text.split("\r\n")[0]?.split(",") ?? [];
      expect(header[0]).toBe("id");
      expect(header).toEqual([...Object.keys(bundle[entity][0] ?? {}), ...names[entity]]);
    }
  });

  test("without records has only its header", async () => {
    const portal = await openPortal();
    const { text } = await portal.request("admin", "GET", tableOf("engagements"));
    expect(text).toMatch(/^id,[\w,]+\r\n$/);
  });

  test("parses to the rows that were written, with a mark before cells that would harm a spreadsheet", async () => {
    const portal = await openPortal();
    for (const [index, text] of HOSTILE.entries()) {
      const values = { description: text, city: text, state: text, createdAt: instant(portal, 1000 * (index + 1)) };
      insertOrganization(portal, { ...values, name: `${text} ${index}`, naicsCodes: [text, "541715"] });
    }
    const answer = await portal.request("admin", "GET", tableOf("organizations"));
    // A lone CR or LF is quoted: many parsers would start a new row there.
    const outsideQuotes = answer.text.replaceAll(/"(?:[^"]|"")*"/g, "");
    expect(outsideQuotes.replaceAll("\r\n", "")).not.toMatch(/[\r\n"]/);
    const rows = readCsv(answer).slice(2);
    expect(rows).toHaveLength(HOSTILE.length);
    for (const [index, text] of HOSTILE.entries()) {
      const row = rows[index];
      const said = JSON.stringify(text);
      expect(row?.description, said).toBe(guarded(text));
      expect(row?.city, said).toBe(guarded(text));
      expect(row?.name, said).toBe(guarded(`${text} ${index}`));
      expect(row?.naicsCodes, said).toBe(guarded(`${text}; 541715`));
      // The cells next to it are unchanged.
      expect([row?.state, row?.country, row?.smallBusiness]).toEqual([guarded(text), "USA", "false"]);
    }
  });

  test("writes numbers, booleans, lists and missing values in the form a spreadsheet reads", async () => {
    const portal = await openPortal();
    const id = insertOrganization(portal, {
      employeeCount: -5,
      annualRevenueUsd: 999_999_999_999,
      naicsCodes: ["541715", "334511"],
      setAsides: ["WOSB"],
      smallBusiness: true,
    });
    const rows = readCsv(await portal.request("admin", "GET", tableOf("organizations")));
    expect(rows.find((row) => row.id === id)).toMatchObject({
      employeeCount: "-5",
      annualRevenueUsd: "999999999999",
      naicsCodes: "541715; 334511",
      setAsides: "WOSB",
      smallBusiness: "true",
      nontraditional: "false",
      website: "",
      techTags: "",
    });
  });

  test("has the names that the ids of a submission and of an engagement refer to", async () => {
    const portal = await openPortal();
    const callId = insertCall(portal, { title: "Quiet, =rotors" });
    insertSubmission(portal, {
      id: "reviewed",
      callId,
      status: "REVIEWED",
      reviewedBy: idOf("poc"),
      reviewedAt: instant(portal),
      createdAt: instant(portal, 1),
    });
    insertSubmission(portal, { id: "alone", status: "ARCHIVED", createdAt: instant(portal, 2) });
    const [reviewed, alone] = readCsv(await portal.request("admin", "GET", tableOf("submissions")));
    expect(reviewed).toMatchObject({
      organizationId: ORGANIZATIONS.acme,
      organizationName: "acme industries",
      callId,
      callTitle: "Quiet, =rotors",
      submittedByEmail: emailOf("acmeUser"),
      reviewedByEmail: emailOf("poc"),
    });
    expect(alone).toMatchObject({ id: "alone", status: "ARCHIVED", callId: "", callTitle: "", reviewedByEmail: "" });

    insertEngagement(portal, {}, [ORGANIZATIONS.borealis, ORGANIZATIONS.acme]);
    expect(only(readCsv(await portal.request("admin", "GET", tableOf("engagements"))))).toMatchObject({
      organizationId: ORGANIZATIONS.borealis,
      organizationIds: `${ORGANIZATIONS.borealis}; ${ORGANIZATIONS.acme}`,
      organizationName: "borealis industries",
      organizationNames: "borealis industries; acme industries",
      commandName: "Command alpha",
      commandAbbreviation: "ALPHA",
      createdByEmail: emailOf("poc"),
    });
  });
});

describe("the calendar", () => {
  test("is a calendar file named by the day, valid even without engagements", async () => {
    const portal = await openPortal();
    const { headers, text } = await portal.request("admin", "GET", CALENDAR);
    expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(headers.get("content-disposition")).toContain('attachment; filename="engagements-2026-03-02.ics"');
    const lines = text.split("\r\n");
    expect(lines.slice(0, 2)).toEqual(["BEGIN:VCALENDAR", "VERSION:2.0"]);
    expect(lines.slice(-2)).toEqual(["END:VCALENDAR", ""]);
    expect(text).toMatch(/^PRODID:-\/\/\S/m);
    expect(text).toContain("\r\nCALSCALE:GREGORIAN\r\n");
    expect(text).toMatch(/^X-WR-CALNAME:\S/m);
  });

  test("has an all-day event for each engagement", async () => {
    const portal = await openPortal();
    const changedAt = "2026-02-03T04:05:06.789Z";
    const values = {
      date: "2028-02-28T00:00:00.000Z",
      location: "Arlington, VA",
      summary: "They came.",
      type: "ONE_ON_ONE",
    } as const;
    const id = insertEngagement(
      portal,
      {
        ...values,
        status: "FOLLOW_UP",
        otherOrganization: "A visitor",
        createdAt: "2026-01-01T00:00:00.000Z",
        updatedAt: changedAt,
      },
      [ORGANIZATIONS.borealis, ORGANIZATIONS.acme],
    );
    const answer = await portal.request("admin", "GET", CALENDAR);
    const event = only(readCalendar(answer));
    expect(event).toMatchObject({
      uid: id,
      summary: "Rotor demonstration",
      location: "Arlington, VA",
      datetype: "date",
      status: "CONFIRMED",
      transparency: "TRANSPARENT",
      categories: ["One-on-one"],
      url: `http://portal.test/gov/engagements/${id}`,
    });
    expect(event.description).toBe(
      "They came.\n\nStatus: Follow-up\nParticipants: borealis industries; acme industries; A visitor\nCommand: Command alpha",
    );
    expect(answer.text).toContain("\r\nDTSTART;VALUE=DATE:20280228\r\nDTEND;VALUE=DATE:20280229\r\n");
    expect(answer.text).toContain("\r\nX-ENGAGEMENT-STATUS:FOLLOW_UP\r\n");
    expect(answer.text).toContain(
      "\r\nDTSTAMP:20260203T040506Z\r\nCREATED:20260101T000000Z\r\nLAST-MODIFIED:20260203T040506Z\r\n",
    );
  });

  test("has the times of an engagement in UTC, in winter and in summer, and its online link", async () => {
    const portal = await openPortal({ AGENCY_TIME_ZONE: "America/New_York" });
    const times = { startTime: "09:00", endTime: "10:30", onlineLink: "https://meet.agency.example/7" };
    insertEngagement(portal, { ...times, date: "2026-01-15T00:00:00.000Z" });
    insertEngagement(portal, { ...times, date: "2026-07-15T00:00:00.000Z", endTime: null });
    const { text } = await portal.request("admin", "GET", CALENDAR);
    expect(text).toContain("\r\nDTSTART:20260115T140000Z\r\nDTEND:20260115T153000Z\r\n");
    expect(text).toContain("\r\nDTSTART:20260715T130000Z\r\nSUMMARY:");
    expect(text).toContain("https://meet.agency.example/7");
  });

  test("has no end that is not after the start, when clocks go forward between them", async () => {
    const portal = await openPortal({ AGENCY_TIME_ZONE: "America/New_York" });
    const day = { date: "2026-03-08T00:00:00.000Z" };
    // 2:30 does not exist on this day, and is read as 3:30.
    for (const endTime of ["03:00", "03:30", "04:00"])
      insertEngagement(portal, { ...day, startTime: "02:30", endTime });
    const { text } = await portal.request("admin", "GET", CALENDAR);
    const [start, end] = ["DTSTART", "DTEND"].map((name) => text.match(new RegExp(`^${name}:.*$`, "gm")));
    expect(start).toEqual(Array(3).fill("DTSTART:20260308T073000Z"));
    expect(end).toEqual(["DTEND:20260308T080000Z"]);
  });

  test("has the times of an engagement in any year, or its day if UTC has no four digits for them", async () => {
    const portal = await openPortal({ AGENCY_TIME_ZONE: "America/New_York" });
    const times = { startTime: "20:00", endTime: "21:00" };
    insertEngagement(portal, { ...times, date: "0050-01-01T00:00:00.000Z" });
    insertEngagement(portal, { ...times, date: "0000-01-01T00:00:00.000Z" });
    insertEngagement(portal, { ...times, date: "9999-12-31T00:00:00.000Z" });
    const { status, text } = await portal.request("admin", "GET", CALENDAR);
    expect(status).toBe(200);
    expect(text).toContain("\r\nDTSTART:00500102T005602Z\r\nDTEND:00500102T015602Z\r\n");
    expect(text).toContain("\r\nDTSTART;VALUE=DATE:00000101\r\n");
    expect(text).toContain("\r\nDTSTART;VALUE=DATE:99991231\r\n");
    expect(text.endsWith("\r\nEND:VCALENDAR\r\n")).toBe(true);
  });

  test.each([
    ["2026-12-31", "20261231", "20270101"],
    ["2024-02-29", "20240229", "20240301"],
    ["0001-01-01", "00010101", "00010102"],
  ])("ends the event of %s on the day after", async (day, start, end) => {
    const portal = await openPortal();
    insertEngagement(portal, { date: `${day}T00:00:00.000Z` });
    const { text } = await portal.request("admin", "GET", CALENDAR);
    expect(text).toContain(`\r\nDTSTART;VALUE=DATE:${start}\r\nDTEND;VALUE=DATE:${end}\r\n`);
  });

  test("leaves out the end of an event on the last possible day", async () => {
    const portal = await openPortal();
    insertEngagement(portal, { date: "9999-12-31T00:00:00.000Z" });
    const { text } = await portal.request("admin", "GET", CALENDAR);
    expect(text).toContain("DTSTART;VALUE=DATE:99991231\r\n");
    expect(text).not.toContain("DTEND");
  });

  test.each([
    ["PLANNED", "TENTATIVE"],
    ["COMPLETED", "CONFIRMED"],
    ["FOLLOW_UP", "CONFIRMED"],
    ["CLOSED", "CONFIRMED"],
  ] as const)("exports the status %s as %s", async (status, expected) => {
    const portal = await openPortal();
    insertEngagement(portal, { status });
    const answer = await portal.request("admin", "GET", CALENDAR);
    expect(only(readCalendar(answer)).status).toBe(expected);
    expect(answer.text).toContain(`\r\nX-ENGAGEMENT-STATUS:${status}\r\n`);
  });

  test("is the same file until the ledger changes", async () => {
    const portal = await openPortal();
    insertEngagement(portal);
    const first = await portal.request("admin", "GET", CALENDAR);
    portal.advance(HOUR);
    portal.newSessions();
    expect((await portal.request("admin", "GET", CALENDAR)).text).toBe(first.text);
  });

  test("links to the portal's public address", async () => {
    const portal = await openPortal({ PUBLIC_ORIGIN: "https://ledger.agency.example" });
    const id = insertEngagement(portal);
    const event = only(readCalendar(await portal.request("admin", "GET", CALENDAR)));
    expect(event.url).toBe(`https://ledger.agency.example/gov/engagements/${id}`);
  });

  const TEXTS = [
    "commas, semicolons; colons: and \\backslashes\\",
    "a \\n that is none, and \\, and \\;",
    "two\nlines\n\nand more",
    "END:VEVENT\nEND:VCALENDAR\nBEGIN:VEVENT\nUID:forged",
    "\u{1f680}\u{1f9d1}\u200d\u{1f680} e\u0301 \u4e2d\u6587 \u05e9\u05dc\u05d5\u05dd",
    "\u{1f680}".repeat(500),
    "x".repeat(1000),
    "\u4e2d".repeat(1000),
    `${"word ".repeat(30)}end`,
    "=HYPERLINK(1)",
    '"quoted"; x="y:z"',
    "trailing backslash \\",
    "tab\there",
    "<b>bold</b> &amp;",
  ];

  test("returns every text unchanged, and splits no character and no line wrongly", async () => {
    const portal = await openPortal();
    for (const [index, text] of TEXTS.entries()) {
      insertEngagement(portal, { id: `text-${index}`, title: text, location: text, summary: text });
    }
    const answer = await portal.request("admin", "GET", CALENDAR);
    const events = new Map(readCalendar(answer).map((event) => [event.uid, event]));
    expect(events.size).toBe(TEXTS.length);
    for (const [index, text] of TEXTS.entries()) {
      const uid = `text-${index}`;
      const expected = {
        SUMMARY: text,
        LOCATION: text,
        DESCRIPTION: `${text}\n\nStatus: Planned\nParticipants: acme industries\nCommand: Command alpha`,
      };
      for (const [property, value] of Object.entries(expected)) {
        expect(writtenIn(answer, uid, property), text).toBe(value);
      }
      // node-ical reads a literal backslash and the letter after it as an escape, and
      // drops quotation marks around a text.
      if (/\\[n,;]|^".*"$/.test(text)) continue;
      const { SUMMARY, LOCATION, DESCRIPTION } = expected;
      expect(events.get(uid)).toMatchObject({ summary: SUMMARY, location: LOCATION, description: DESCRIPTION });
    }

    // By octets: at most 75 to a line, each line valid UTF-8 by itself, and only CRLF as a line end.
    const octets = Buffer.from(answer.bytes);
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    let lineStart = 0;
    let folded = 0;
    for (let at = octets.indexOf("\r\n"); at >= 0; at = octets.indexOf("\r\n", lineStart)) {
      const line = octets.subarray(lineStart, at);
      expect(line.length).toBeLessThanOrEqual(75);
      expect(decoder.decode(line)).not.toMatch(/[\r\n]/);
      if (line[0] === 0x20) folded += 1;
      lineStart = at + 2;
    }
    expect(lineStart).toBe(octets.length);
    expect(folded).toBeGreaterThan(100);
    const unfolded = answer.text.replaceAll("\r\n ", "").split("\r\n");
    expect(unfolded.filter((line) => line === "END:VEVENT")).toHaveLength(TEXTS.length);
    expect(unfolded.filter((line) => line.startsWith("UID:"))).toHaveLength(TEXTS.length);
  });

  test("writes every kind of line end as one, and leaves out characters that a calendar may not contain", async () => {
    const portal = await openPortal();
    insertEngagement(portal, { title: "one\r\ntwo\rthree\u0007\u007f\u2028four\u2029five\u0085six" });
    const answer = await portal.request("admin", "GET", CALENDAR);
    expect(answer.text).toContain("\r\nSUMMARY:one\\ntwo\\nthree\\nfour\\nfive\\nsix\r\n");
    expect(only(readCalendar(answer)).summary).toBe("one\ntwo\nthree\nfour\nfive\nsix");
  });

  test("names each engagement's command", async () => {
    const portal = await openPortal();
    const commandId = insertCommand(portal, { name: "Rotor, Office; of" });
    insertEngagement(portal, { commandId });
    insertEngagement(portal);
    const events = readCalendar(await portal.request("admin", "GET", CALENDAR));
    expect(events.map(({ description }) => String(description).split("\n").at(-1))).toEqual([
      "Command: Rotor, Office; of",
      "Command: Command alpha",
    ]);
  });
});

test("an engagement has its attendees, and its tasks as lines by due date, in the bundle and in CSV", async () => {
  const portal = await openPortal();
  const id = insertEngagement(portal);
  insertAttendees(portal, id, ["readonly", "lead"]);
  insertEngagementTask(portal, id, { text: "Later", dueDate: "2026-04-01" });
  insertEngagementTask(portal, id, { text: "Sooner", doneAt: instant(portal) });
  const tasks = ["2026-03-20 DONE: Sooner", "2026-04-01 OPEN: Later"];
  const bundle = dataOf<Record<string, object[]>>(await portal.request("admin", "GET", ALL));
  expect(bundle.engagements).toMatchObject([{ attendeeIds: [idOf("lead"), idOf("readonly")], tasks }]);
  const csv = await portal.request("admin", "GET", tableOf("engagements"));
  const [row] = readCsv(csv);
  expect(row).toMatchObject({ tasks: tasks.join("; "), attendeeEmails: `${emailOf("lead")}; ${emailOf("readonly")}` });
});
