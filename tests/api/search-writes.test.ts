import { describe, expect, test } from "vitest";
import type { SearchType } from "#db/enumerations";
import { seededRandom } from "~/demo/stage/random";
import { insertCall, insertEngagement, insertSubmission, submissionForm } from "../support/arrange";
import { COMMANDS, ORGANIZATIONS, PASSWORD } from "../support/cast";
import { MINUTE, openFilledPortal, openPortal, type Portal } from "../support/portal";
import { type Call, perform } from "../support/scenario";
import { insertRecord, itemsOf, search } from "../support/search";

/*
 * The next request finds a write, and no request ever finds a rolled-back one, spelled exactly or with a typo. This is
 * tested with few records, which the similarity search scans, and with so many that it uses an index of words.
 */

const WORD = "zwitterion";
const FAULTY = "zwiterion";
const OTHER = "marquetry";
const OTHER_FAULTY = "marqetry";

/** More records than the similarity search scans. */
const MANY = 2_100;

const SYLLABLES = ["ba", "ce", "di", "fo", "gu", "ha", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "ju"];

/** The searched columns of each type: title, text and tags. */
const COLUMNS = {
  organization: ["name", "description", "tech_tags"],
  submission: ["title", "summary", "tech_tags"],
  engagement: ["title", "summary", "location"],
  call: ["title", "description", "tech_tags"],
} as const satisfies Record<SearchType, readonly string[]>;

/** Inserts records of a type with these texts, by one prepared statement in one transaction. */
function insertAll(portal: Portal, type: SearchType, records: readonly [title: string, body: string, tags: string][]) {
  const { $client } = portal.db;
  $client.transaction(() => {
    const id = insertRecord(portal, type, records[0]?.[0] ?? "", ...(records[0]?.slice(1) ?? []));
    const { record_number: _number, ...row } = $client
      .prepare<[string], Record<string, unknown>>(`SELECT * FROM "${type}" WHERE id = ?`)
      .get(id) ?? { record_number: 0 };
    const names = Object.keys(row);
    const insert = $client.prepare(
      `INSERT INTO "${type}" (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`,
    );
    const [title, body, tags] = COLUMNS[type];
    for (const [index, record] of records.slice(1).entries()) {
      const key = "name_key" in row ? { name_key: record[0] } : {};
      insert.run({ ...row, id: `${id}-${index}`, [title]: record[0], [body]: record[1], [tags]: record[2], ...key });
    }
  })();
}

/** Inserts records of made-up words. */
function insertMany(portal: Portal, type: SearchType): void {
  const random = seededRandom(7);
  const word = () => random.pick(SYLLABLES) + random.pick(SYLLABLES) + random.pick(SYLLABLES);
  const text = (count: number) => Array.from({ length: count }, word).join(" ");
  const records = Array.from(
    { length: MANY },
    (_, index) => [`${text(2)} ${index}`, text(3), word()] satisfies [string, string, string],
  );
  insertAll(portal, type, records);
}

const FILLS: Record<SearchType, (portal: Portal) => void> = {
  organization: (portal) => insertMany(portal, "organization"),
  submission: (portal) => insertMany(portal, "submission"),
  engagement: (portal) => insertMany(portal, "engagement"),
  call: (portal) => insertMany(portal, "call"),
};

/** A portal with many records of a type. */
const openMany = (type: SearchType) => openFilledPortal(FILLS[type]);

interface Write {
  name: string;
  type: SearchType;
  /** What exists before, and what a request does. */
  given: (portal: Portal) => Omit<Call, "status" | "events">;
  accepted: Pick<Call, "status" | "events">;
  /** Whether a search finds the word before the write, and after it. */
  before: boolean;
  after: boolean;
  /** Another word, found only before or only after. */
  other?: { before: boolean; after: boolean };
}

const ENGAGEMENT = {
  title: "A day",
  type: "DEMO",
  status: "PLANNED",
  date: "2026-03-10",
  commandId: COMMANDS.alpha,
  organizationIds: [ORGANIZATIONS.acme],
};
const CALL = { title: "A call", description: "For what is sought." };
const NEWCOMER = {
  orgName: "A company",
  orgType: "COMPANY",
  contactName: "Cora Oriole",
  email: "cora@coriolis.test",
  password: PASSWORD,
};

const register = (fields: object) => () =>
  ({ as: null, method: "POST", path: "/api/portal/register", json: { ...NEWCOMER, ...fields } }) as const;
const createEngagement = (fields: object) => () =>
  ({ as: "poc", method: "POST", path: "/api/gov/engagements", json: { ...ENGAGEMENT, ...fields } }) as const;
const createCall = (fields: object) => () =>
  ({ as: "lead", method: "POST", path: "/api/gov/calls", json: { ...CALL, ...fields, status: "DRAFT" } }) as const;
const submit = (fields: Record<string, string>) => () =>
  ({ as: "acmeUser", method: "POST", path: "/api/portal/submissions", multipart: submissionForm(fields) }) as const;

const registered = { status: 201, events: ["organization_registered"] } as const;
const created = { status: 201, events: ["engagement_created"] } as const;
const drafted = { status: 201, events: ["call_created"] } as const;
const submitted = { status: 201, events: ["submission_created"] } as const;
const comes = { before: false, after: true };
const goes = { before: true, after: false };

const WRITES: Write[] = [
  {
    name: "registering an organization with the name",
    type: "organization",
    given: register({ orgName: `${WORD} works` }),
    accepted: registered,
    ...comes,
  },
  {
    name: "registering an organization with the tag",
    type: "organization",
    given: register({ techTags: `birds,${WORD}` }),
    accepted: registered,
    ...comes,
  },
  {
    name: "describing an organization",
    type: "organization",
    given: () => ({
      as: "acmeAdmin",
      method: "PUT",
      path: "/api/portal/profile",
      json: { orgType: "COMPANY", description: `We make a ${WORD}.` },
    }),
    accepted: { status: 200, events: ["organization_profile_updated"] },
    ...comes,
  },
  {
    name: "changing an organization's description",
    type: "organization",
    given: (portal) => {
      portal.db.$client
        .prepare("UPDATE organization SET description = ? WHERE id = ?")
        .run(`We make a ${WORD}.`, ORGANIZATIONS.acme);
      const json = { orgType: "COMPANY", description: `We make ${OTHER}.` };
      return { as: "acmeAdmin", method: "PUT", path: "/api/portal/profile", json };
    },
    accepted: { status: 200, events: ["organization_profile_updated"] },
    ...goes,
    other: comes,
  },
  {
    name: "recording an engagement with the title",
    type: "engagement",
    given: createEngagement({ title: `The ${WORD} day` }),
    accepted: created,
    ...comes,
  },
  {
    name: "recording an engagement at the location",
    type: "engagement",
    given: createEngagement({ location: `${WORD} hall` }),
    accepted: created,
    ...comes,
  },
  {
    name: "changing an engagement's summary",
    type: "engagement",
    given: (portal) => ({
      as: "poc",
      method: "PATCH",
      path: `/api/gov/engagements/${insertEngagement(portal, { title: "A day", summary: `About a ${WORD}.` })}`,
      json: { ...ENGAGEMENT, summary: `About ${OTHER}.` },
    }),
    accepted: { status: 200, events: ["engagement_updated"] },
    ...goes,
    other: comes,
  },
  {
    name: "deleting an engagement",
    type: "engagement",
    given: (portal) => ({
      as: "poc",
      method: "DELETE",
      path: `/api/gov/engagements/${insertEngagement(portal, { title: `The ${WORD} day` })}`,
    }),
    accepted: { status: 200, events: ["engagement_deleted"] },
    ...goes,
  },
  {
    name: "submitting a paper with the title",
    type: "submission",
    given: submit({ title: `On a ${WORD}` }),
    accepted: submitted,
    ...comes,
  },
  {
    name: "submitting a paper with the word in its summary",
    type: "submission",
    given: submit({ summary: `It is about a ${WORD}.` }),
    accepted: submitted,
    ...comes,
  },
  {
    name: "archiving a submission",
    type: "submission",
    given: (portal) => ({
      as: "poc",
      method: "PATCH",
      path: `/api/gov/submissions/${insertSubmission(portal, { title: `On a ${WORD}` })}/status`,
      json: { status: "ARCHIVED" },
    }),
    accepted: { status: 200, events: ["submission_archived"] },
    ...goes,
  },
  {
    name: "reviewing a submission, which is still found",
    type: "submission",
    given: (portal) => ({
      as: "poc",
      method: "PATCH",
      path: `/api/gov/submissions/${insertSubmission(portal, { title: `On a ${WORD}`, status: "ROUTED" })}/status`,
      json: { status: "REVIEWED" },
    }),
    accepted: { status: 200, events: ["submission_reviewed"] },
    before: true,
    after: true,
  },
  {
    name: "drafting a call with the title",
    type: "call",
    given: createCall({ title: `A ${WORD} is wanted` }),
    accepted: drafted,
    ...comes,
  },
  {
    name: "drafting a call with the tag",
    type: "call",
    given: createCall({ techTags: WORD }),
    accepted: drafted,
    ...comes,
  },
  {
    name: "changing a call's title",
    type: "call",
    given: (portal) => ({
      as: "lead",
      method: "PATCH",
      path: `/api/gov/calls/${insertCall(portal, { title: `A ${WORD} is wanted`, status: "DRAFT" })}`,
      json: { title: `${OTHER} is wanted` },
    }),
    accepted: { status: 200, events: ["call_updated"] },
    ...goes,
    other: comes,
  },
  {
    name: "opening a call, which is still found",
    type: "call",
    given: (portal) => ({
      as: "lead",
      method: "PATCH",
      path: `/api/gov/calls/${insertCall(portal, { title: `A ${WORD} is wanted`, status: "DRAFT" })}`,
      json: { status: "OPEN" },
    }),
    accepted: { status: 200, events: ["call_status_changed", "call_published"] },
    before: true,
    after: true,
  },
];

/** The texts of a type's records, by id. */
function textsOf(portal: Portal, type: SearchType): Map<string, string> {
  const text = COLUMNS[type].map((column) => `coalesce(${column}, '')`).join(" || ' ' || ");
  const rows = portal.db.$client
    .prepare<[], { id: string; text: string }>(`SELECT id, ${text} AS text FROM "${type}"`)
    .all();
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** Checks that a search finds the word, or does not, both spelled exactly and with a typo. */
async function expectFound(portal: Portal, type: SearchType, word: string, faulty: string, isFound: boolean) {
  const exact = itemsOf(await search(portal, word));
  const texts = textsOf(portal, type);
  const holds = ({ id }: { id: string }) => texts.get(id)?.includes(word) ?? false;
  if (isFound) {
    expect(exact.map(holds), `${word} is found`).toEqual([true]);
  } else {
    // A similarity search may find other records, but no record with the word, and none that is gone.
    expect(exact.filter((item) => item.type === type && (holds(item) || !texts.has(item.id)))).toEqual([]);
  }
  const alike = itemsOf(await search(portal, faulty, { types: type }));
  if (isFound) expect(alike.slice(0, 1).map(holds), `${faulty} finds ${word} first`).toEqual([true]);
  else expect(alike.filter((item) => holds(item) || !texts.has(item.id))).toEqual([]);
  portal.advance(MINUTE);
}

/** For each type, one write of each kind: records appear, disappear, stay and change. */
const KINDS = WRITES.filter(
  ({ type, before, after, other }, index) =>
    WRITES.findIndex(
      (write) => write.type === type && write.before === before && write.after === after && !write.other === !other,
    ) === index,
);

describe.each([
  ["few", WRITES],
  ["many", KINDS],
])("with %s", (size, writes) => {
  async function arrange({ type, given, before, other }: Write) {
    const portal = size === "many" ? await openMany(type) : await openPortal();
    const call = given(portal);
    // This builds what is kept in memory of the records. Unless it is kept up to date, it is stale after the write.
    await expectFound(portal, type, WORD, FAULTY, before);
    if (other) await expectFound(portal, type, OTHER, OTHER_FAULTY, other.before);
    return { portal, call };
  }

  test.each(writes)("the next request finds $name", async (write) => {
    const { portal, call } = await arrange(write);
    await perform(portal, { ...call, ...write.accepted });
    await expectFound(portal, write.type, WORD, FAULTY, write.after);
    if (write.other) await expectFound(portal, write.type, OTHER, OTHER_FAULTY, write.other.after);
  });

  test.each(writes)("no request finds $name after a rollback", async (write) => {
    const { portal, call } = await arrange(write);
    // The last thing that an operation writes, after its record, is its audit row.
    portal.db.$client.exec(`CREATE TRIGGER audit_is_full BEFORE INSERT ON audit_event
      BEGIN SELECT RAISE(ABORT, 'the audit is full'); END`);
    await perform(portal, { ...call, status: 500 });
    await expectFound(portal, write.type, WORD, FAULTY, write.before);
    if (write.other) await expectFound(portal, write.type, OTHER, OTHER_FAULTY, write.other.before);
    portal.db.$client.exec("DROP TRIGGER audit_is_full");
    // The next write takes the record number of the rolled-back one, and its place in the log.
    insertRecord(portal, write.type, "Chrysoprase");
    await expectFound(portal, write.type, "Chrysoprase", "chrisoprase", true);
    await expectFound(portal, write.type, WORD, FAULTY, write.before);
    if (write.other) await expectFound(portal, write.type, OTHER, OTHER_FAULTY, write.other.before);
  });

  test("no request finds a transaction that failed, and the next one is found", async () => {
    const portal = size === "many" ? await openMany("submission") : await openPortal();
    await expectFound(portal, "submission", WORD, FAULTY, false);
    const throwing = () =>
      portal.db.transaction(() => {
        insertSubmission(portal, { title: `On a ${WORD}` });
        throw new Error("thrown away");
      });
    expect(throwing).toThrow("thrown away");
    await expectFound(portal, "submission", WORD, FAULTY, false);
    portal.db.transaction(() => insertSubmission(portal, { title: `On a ${WORD}` }));
    await expectFound(portal, "submission", WORD, FAULTY, true);
  });

  test("a search finds all of what many requests write at the same time", { tags: "race" }, async () => {
    const portal = size === "many" ? await openMany("engagement") : await openPortal();
    await expectFound(portal, "engagement", WORD, FAULTY, false);
    const COUNT = 30;
    portal.cookieOf("poc");
    const answers = await Promise.all(
      Array.from({ length: COUNT }, async (_, index) => {
        const { as, method, path, json } = createEngagement({ title: `${WORD} ${index}` })();
        const written = await portal.request(as, method, path, { json });
        const seen = itemsOf(await search(portal, FAULTY, { types: "engagement", limit: "50" }));
        return { written, seen };
      }),
    );
    for (const { written, seen } of answers) {
      const { id } = (written.body as { data: { id: string } }).data;
      expect(seen.map((item) => item.id)).toContain(id);
    }
    expect(await search(portal, WORD, {}, "poc")).toMatchObject({ total: COUNT });
  });
});

describe("the memory of many records", () => {
  async function openRemembered() {
    const portal = await openMany("submission");
    await expectFound(portal, "submission", WORD, FAULTY, false);
    return portal;
  }

  test("keeps up with more writes than it reads at a time", async () => {
    const portal = await openRemembered();
    const records = Array.from(
      { length: 1_100 },
      (_, index) => [`number ${index}`, index === 1_099 ? `a ${WORD}` : "", ""] satisfies [string, string, string],
    );
    insertAll(portal, "submission", records);
    await expectFound(portal, "submission", WORD, FAULTY, true);
  });

  test("misses nothing when the cleanup deletes changes that it has read", async () => {
    const portal = await openRemembered();
    const { search: found } = portal.services;
    insertSubmission(portal, { title: `On a ${WORD}` });
    await found.keepHouse();
    await expectFound(portal, "submission", WORD, FAULTY, true);
    await found.keepHouse();
    insertSubmission(portal, { title: `On ${OTHER}` });
    await found.keepHouse();
    await expectFound(portal, "submission", OTHER, OTHER_FAULTY, true);
    await expectFound(portal, "submission", WORD, FAULTY, true);
  });

  test("misses nothing when the cleanup deletes changes that it has not read", async () => {
    const portal = await openMany("submission");
    insertSubmission(portal, { title: `On a ${WORD}` });
    await portal.services.search.keepHouse();
    await expectFound(portal, "submission", WORD, FAULTY, true);
    insertSubmission(portal, { title: `On ${OTHER}` });
    await expectFound(portal, "submission", OTHER, OTHER_FAULTY, true);
  });

  test("ranks a match in the title above an equal match in the text", async () => {
    const portal = await openRemembered();
    insertRecord(portal, "submission", WORD, "of another kind");
    insertRecord(portal, "submission", "of another kind", WORD);
    const titles = itemsOf(await search(portal, FAULTY)).map(({ title }) => title);
    expect(titles.slice(0, 2)).toEqual([WORD, "of another kind"]);
  });

  test("finds a record by two words with a typo each", async () => {
    const portal = await openRemembered();
    const id = insertSubmission(portal, { title: "A paper", summary: `It is about ${OTHER} and a ${WORD} in it.` });
    expect(itemsOf(await search(portal, `${OTHER_FAULTY} ${FAULTY}`)).map((item) => item.id)[0]).toBe(id);
    expect(itemsOf(await search(portal, `${FAULTY} ${OTHER_FAULTY}`)).map((item) => item.id)[0]).toBe(id);
  });

  test.each([
    ["беспилотик", "Беспилотник над морем"],
    ["Zurch", "Zürich"],
    ["ελικοπτερο", "Ελικόπτερο"],
    ["量子通讯技术", "量子通信技术"],
  ])("finds %s in %s", async (q, title) => {
    const portal = await openRemembered();
    insertSubmission(portal, { title });
    expect(itemsOf(await search(portal, q))[0]?.title).toBe(title);
  });
});

describe("with more matches than are counted", () => {
  const CAP = 2_000;
  /** Submissions that all have a word in their text. The two oldest have it in their tags and in their title. */
  async function openCrowded() {
    const portal = await openPortal();
    const crowd = Array.from(
      { length: CAP + 300 },
      (_, index) => [`number ${index}`, "a rotor among others", ""] as const,
    );
    insertAll(portal, "submission", [
      ["oldest", "a rotor", "rotor"],
      ["rotor", "a rotor", ""],
      ...crowd.map(([...texts]) => texts),
    ] as [string, string, string][]);
    return portal;
  }

  test("titles and tags come first, then the newest, and the total stops at the cap", async () => {
    const portal = await openCrowded();
    for (const q of ["rotor", "rot*", "roto", "rotor OR xyzzy", "r* OR a* OR o*"]) {
      const { total, groups } = await search(portal, q, { types: "submission", limit: "5" });
      expect(total, q).toBe(CAP);
      const titles = groups[0]?.items.map(({ title }) => title) ?? [];
      expect(titles.slice(0, 2).toSorted(), q).toEqual(["oldest", "rotor"]);
      expect(titles.slice(2), q).toEqual(["number 2299", "number 2298", "number 2297"]);
    }
  });

  test("only negations list the newest", async () => {
    const portal = await openCrowded();
    const { total, groups } = await search(portal, "-xyzzy", { types: "submission", limit: "3" });
    expect(total).toBe(CAP);
    expect(groups[0]?.items.map(({ title }) => title)).toEqual(["number 2299", "number 2298", "number 2297"]);
  });

  test("the whole word comes before longer words that start with it", async () => {
    const portal = await openCrowded();
    insertRecord(portal, "submission", "rotorcraft");
    insertRecord(portal, "submission", "another", "a rotorcraft");
    const { groups } = await search(portal, "rotor", { types: "submission", limit: "50" });
    expect(groups[0]?.items.map(({ title }) => title)).not.toContain("rotorcraft");
  });

  test("each type is counted up to the cap", async () => {
    const portal = await openCrowded();
    insertRecord(portal, "call", "rotor");
    expect(await search(portal, "rotor")).toMatchObject({ total: CAP + 1 });
  });
});
