import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/open";
import { command, user } from "#db/schema";
import { seededRandom } from "~/demo/stage/random";
import { comparisonKey } from "~/values/text";
import { seededServer } from "../support/seeded-server";
import { openSession } from "../support/sessions";
import { writePace } from "../support/write-pace";

/* Simultaneous HTTP requests to the built server: what may happen once happens once. */

const ADMINS = Array.from({ length: 10 }, (_unused, index) => `admin-${index}`);
const COMMANDS = Array.from({ length: 14 }, (_unused, index) => `command-${index}`);
const AT_ONCE = 40;

const tokens = new Map<string, string>();
const shared = seededServer(seed);
beforeEach(writePace(60));

/** System administrators with a session each, and commands on one level. */
function seed(db: Database): void {
  const now = new Date();
  const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  for (const id of ADMINS) {
    const email = `${id}@agency.example`;
    db.insert(user)
      .values({ id, email, name: id, role: "GOV_SYSTEM_ADMIN", passwordHash: "none", ...times })
      .run();
    tokens.set(id, openSession(db, id));
  }
  for (const id of COMMANDS) {
    const keys = { nameKey: comparisonKey(id), abbreviationKey: comparisonKey(id) };
    db.insert(command)
      .values({ id, name: id, abbreviation: id, ...keys, echelon: "Branch", ...times })
      .run();
  }
}

interface TestResponse {
  status: number;
  body: { data?: Record<string, unknown>; error?: string };
}

async function send(admin: string, method: string, path: string, json: object): Promise<TestResponse> {
  const response = await fetch(shared.server.origin + path, {
    method,
    headers: { "content-type": "application/json", cookie: `session=${tokens.get(admin)}` },
    body: JSON.stringify(json),
  });
  return { status: response.status, body: (await response.json()) as TestResponse["body"] };
}

/** Sends `count` requests at once, by all administrators in turn. */
const allAtOnce = (
  count: number,
  method: string,
  path: string,
  json: (index: number) => object,
): Promise<TestResponse[]> =>
  Promise.all(
    Array.from({ length: count }, (_unused, index) =>
      send(ADMINS[index % ADMINS.length] ?? "", method, path, json(index)),
    ),
  );

/** The number of responses with each status. */
function statuses(answers: TestResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

let count = 0;
/** A word that no earlier race used. */
const fresh = (word: string) => {
  count += 1;
  return `${word}${count}`;
};

/** The word in a different case for each number. */
const inSomeCase = (word: string, index: number) =>
  [...word].map((letter, place) => ((index >> (place % 5)) & 1 ? letter.toUpperCase() : letter)).join("");

test.each([
  [
    "name",
    "radar",
    (word: string, index: number) => ({ name: inSomeCase(word, index), abbreviation: `${word}-${index}` }),
  ],
  [
    "abbreviation",
    "sonar",
    (word: string, index: number) => ({ name: `${word} ${index}`, abbreviation: inSomeCase(word, index) }),
  ],
] as const)(
  "many requests for a command with one %s, in any case, make exactly one",
  { tags: "race" },
  async (field, noun, names) => {
    const word = fresh(noun);
    const answers = await allAtOnce(AT_ONCE, "POST", "/api/gov/admin/commands", (index) => ({
      ...names(word, index),
      echelon: "Branch",
    }));
    expect(statuses(answers)).toEqual({ 201: 1, 409: AT_ONCE - 1 });
    const column = field === "name" ? "name_key" : "abbreviation_key";
    expect(shared.ledger.prepare(`SELECT count(*) FROM command WHERE ${column} = ?`).pluck().get(word)).toBe(1);
  },
);

const tagsAndEvents = () => ({
  all: shared.ledger.prepare<[], string>("SELECT label FROM preset_tag ORDER BY label").pluck().all(),
  events: countEvents("preset_tag_created"),
});

test("many requests for a preset tag with one label make exactly one, with one audit row", {
  tags: "race",
}, async () => {
  const label = fresh("autonomy");
  const { all, events } = tagsAndEvents();
  const answers = await allAtOnce(AT_ONCE, "POST", "/api/gov/admin/tags", (index) => ({
    label: ` ${inSomeCase(label, index)} `,
  }));
  expect(statuses(answers)).toEqual({ 201: 1, 409: AT_ONCE - 1 });
  expect(tagsAndEvents()).toEqual({ all: [...all, label].sort(), events: events + 1 });
});

const countEvents = (event: string) =>
  Number(shared.ledger.prepare("SELECT count(*) FROM audit_event WHERE event = ?").pluck().get(event));

/** Whether every command has a top-level ancestor. */
function isForest(parents: ReadonlyMap<string, string | null>): boolean {
  return [...parents.keys()].every((start) => {
    const seen = new Set<string>();
    for (let at: string | null = start; at !== null; at = parents.get(at) ?? null) {
      if (seen.has(at)) return false;
      seen.add(at);
    }
    return true;
  });
}

const presentParents = () =>
  new Map(
    shared.ledger
      .prepare<[], [string, string | null]>("SELECT id, parent_id FROM command WHERE id LIKE 'command-%'")
      .raw()
      .all(),
  );

let walks = 0;

test.each([1, 2, 3])(
  "moves at the same time leave a forest, and the audit log shows how it grew (seed %i)",
  { tags: "race" },
  async (seed) => {
    walks += 1;
    // Repeating the same moves would change little.
    const random = seededRandom(seed + 1_000 * walks);
    const parents = presentParents();
    const lastSeq = shared.ledger.prepare("SELECT coalesce(max(seq), 0) FROM audit_event").pluck().get();
    const moves = Array.from({ length: 120 }, () => ({
      admin: random.pick(ADMINS),
      id: random.pick(COMMANDS),
      parentId: random.below(10) === 0 ? null : random.pick(COMMANDS),
    }));

    const answers = await Promise.all(
      moves.map(({ admin, id, parentId }) =>
        send(admin, "PATCH", `/api/gov/admin/commands/${id}/parent`, { parentId }),
      ),
    );
    const counts = statuses(answers);
    expect(Object.keys(counts)).toEqual(["200", "400"]);
    for (const [index, { status, body }] of answers.entries()) {
      if (status === 200) expect(body.data).toMatchObject({ parentId: moves[index]?.parentId });
    }

    const recorded = shared.ledger
      .prepare<[unknown], { id: string; details: string }>(
        "SELECT target_id AS id, details FROM audit_event WHERE event = 'command_reparented' AND seq > ? ORDER BY seq",
      )
      .all(lastSeq);
    expect(recorded.length).toBeGreaterThan(30);
    expect(recorded.length).toBeLessThanOrEqual(counts[200] ?? 0);
    for (const { id, details } of recorded) {
      const { before, after } = JSON.parse(details) as Record<"before" | "after", { parentId: string | null }>;
      expect(before.parentId).toBe(parents.get(id));
      expect(after.parentId).not.toBe(before.parentId);
      parents.set(id, after.parentId);
      expect(isForest(parents)).toBe(true);
    }
    expect(presentParents()).toEqual(parents);
  },
);

const systemAdmins = () =>
  shared.ledger.prepare<[], string>("SELECT id FROM user WHERE role = 'GOV_SYSTEM_ADMIN' ORDER BY id").pluck().all();
const setRole = (admin: string, userId: string, role: string) =>
  send(admin, "PATCH", "/api/gov/admin/users", { userId, role });

test("when many system administrators demote each other at once, at least one stays", { tags: "race" }, async () => {
  const pairs = ADMINS.flatMap((admin) => ADMINS.map((other) => [admin, other] as const));
  const random = seededRandom(4);
  const shuffled = pairs
    .map((pair) => ({ pair, place: random.below(2 ** 32) }))
    .sort((left, right) => left.place - right.place)
    .map(({ pair }) => pair);
  const changedBefore = countEvents("gov_user_role_changed");
  const answers = await Promise.all(shuffled.map(([admin, other]) => setRole(admin, other, "GOV_READONLY")));
  const left = systemAdmins();
  expect(left.length).toBeGreaterThanOrEqual(1);
  // Demoting someone again has no effect, and someone who is no longer an administrator is refused.
  for (const { status } of answers) expect([200, 400, 403]).toContain(status);
  expect(countEvents("gov_user_role_changed") - changedBefore).toBe(ADMINS.length - left.length);

  const [survivor = ""] = left;
  for (const admin of ADMINS) expect((await setRole(survivor, admin, "GOV_SYSTEM_ADMIN")).status).toBe(200);
});

test("when two system administrators demote each other at once, exactly one stays", { tags: "race" }, async () => {
  const [one = "", two = "", ...others] = ADMINS;
  for (const other of others) expect((await setRole(one, other, "GOV_READONLY")).status).toBe(200);
  for (let round = 0; round < 15; round += 1) {
    const answers = await Promise.all([setRole(one, two, "GOV_POC"), setRole(two, one, "GOV_POC")]);
    const left = systemAdmins();
    expect(left).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([400, 403]).toContain(answers.find(({ status }) => status !== 200)?.status);
    const [survivor = ""] = left;
    expect((await setRole(survivor, survivor === one ? two : one, "GOV_SYSTEM_ADMIN")).status).toBe(200);
  }
});
