import { beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/open";
import { organization, user } from "#db/schema";
import { seededRandom } from "~/demo/stage/random";
import { seededServer } from "../support/seeded-server";
import { openSession } from "../support/sessions";

/* Simultaneous requests by an organization's people, over HTTP to the built server. */

const tokens = new Map<string, string>();
let count = 0;
const PEOPLE: string[] = [];
const shared = seededServer((db) => PEOPLE.push(...addOrganization(db)));

// A person may write 300 times an hour, and a race is repeated hundreds of times.
beforeEach(() => {
  const db = openDatabase(shared.ledger.name);
  db.$client.exec("DELETE FROM rate_limit_attempt");
  closeDatabase(db);
});

/** An organization of administrators, with a session each. @returns their ids. */
function addOrganization(db: Database): string[] {
  count += 1;
  const organizationId = `organization-${count}`;
  const now = new Date();
  const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  db.insert(organization)
    .values({ id: organizationId, name: organizationId, nameKey: organizationId, orgType: "COMPANY", ...times })
    .run();
  const standing = { role: "INDUSTRY", industryRole: "INDUSTRY_ADMIN", organizationId } as const;
  const people = Array.from({ length: 8 }, (_unused, index) => `person-${index}-of-${organizationId}`);
  for (const id of people) {
    db.insert(user)
      .values({ id, email: `${id}@acme.example`, name: id, ...standing, passwordHash: "none", ...times })
      .run();
    tokens.set(id, openSession(db, id));
  }
  return people;
}

async function send(person: string | null, method: string, path: string, json: object) {
  const cookie: Record<string, string> = person === null ? {} : { cookie: `session=${tokens.get(person)}` };
  const response = await fetch(shared.server.origin + path, {
    method,
    headers: { "content-type": "application/json", ...cookie },
    body: JSON.stringify(json),
  });
  return { status: response.status, body: (await response.json()) as { data?: Record<string, string> } };
}

const setRole = (person: string, target: string, industryRole: string) =>
  send(person, "PATCH", `/api/portal/users/${target}`, { industryRole });
const administrators = () =>
  shared.ledger
    .prepare<[], string>("SELECT id FROM user WHERE industry_role = 'INDUSTRY_ADMIN' ORDER BY id")
    .pluck()
    .all();
const countEvents = (event: string) =>
  Number(shared.ledger.prepare("SELECT count(*) FROM audit_event WHERE event = ?").pluck().get(event));

test("when two administrators demote each other at once, exactly one stays", { tags: "race" }, async () => {
  const [one = "", two = "", ...others] = PEOPLE;
  for (const other of others) expect((await setRole(one, other, "INDUSTRY_USER")).status).toBe(200);
  for (let round = 0; round < 15; round += 1) {
    const refusedBefore = countEvents("authorization_failure");
    const answers = await Promise.all([setRole(one, two, "INDUSTRY_USER"), setRole(two, one, "INDUSTRY_USER")]);
    const left = administrators();
    expect(left).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // Refused because it is the last administrator, or because the sender is no longer one.
    const refused = answers.find(({ status }) => status !== 200)?.status;
    expect([400, 403]).toContain(refused);
    expect(countEvents("authorization_failure")).toBe(refusedBefore + (refused === 400 ? 1 : 0));
    const [survivor = ""] = left;
    expect((await setRole(survivor, survivor === one ? two : one, "INDUSTRY_ADMIN")).status).toBe(200);
  }
  for (const other of others) expect((await setRole(one, other, "INDUSTRY_ADMIN")).status).toBe(200);
});

test("when many administrators demote each other at once, at least one stays", { tags: "race" }, async () => {
  const random = seededRandom(5);
  const pairs = PEOPLE.flatMap((person) => PEOPLE.map((other) => ({ person, other, place: random.below(2 ** 32) })));
  const changedBefore = countEvents("industry_user_role_changed");
  const answers = await Promise.all(
    pairs
      .sort((left, right) => left.place - right.place)
      .map(({ person, other }) => setRole(person, other, "INDUSTRY_USER")),
  );
  for (const { status } of answers) expect([200, 400, 403]).toContain(status);
  const left = administrators();
  expect(left.length).toBeGreaterThanOrEqual(1);
  expect(countEvents("industry_user_role_changed") - changedBefore).toBe(PEOPLE.length - left.length);
  const [survivor = ""] = left;
  for (const person of PEOPLE) expect((await setRole(survivor, person, "INDUSTRY_ADMIN")).status).toBe(200);
});

test("simultaneous invitations create twenty, and simultaneous acceptances of one create one colleague", {
  tags: "race",
}, async () => {
  const db = openDatabase(shared.ledger.name);
  const people = addOrganization(db);
  closeDatabase(db);
  const joinedBefore = countEvents("industry_user_joined");
  const invited = await Promise.all(
    Array.from({ length: 50 }, (_unused, index) =>
      send(people[index % people.length] ?? "", "POST", "/api/portal/invitations", {
        email: `colleague-${index}-of-${people[0]}@acme.example`,
        industryRole: "INDUSTRY_USER",
      }),
    ),
  );
  const made = invited.filter(({ status }) => status === 201);
  expect(made).toHaveLength(20);
  expect(invited.filter(({ status }) => status === 429)).toHaveLength(30);

  const token = made[0]?.body.data?.url?.split("/").at(-1);
  const acceptance = { token, name: "Nina Colleague", password: "Correct-Horse-7-Battery" };
  const accepted = await Promise.all(
    Array.from({ length: 8 }, () => send(null, "POST", "/api/portal/invitations/accept", acceptance)),
  );
  expect(accepted.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
  expect(countEvents("industry_user_joined") - joinedBefore).toBe(1);
});
