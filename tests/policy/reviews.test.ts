import { describe, expect, test } from "vitest";
import { insertSubmission, recuse } from "../support/arrange";
import { idOf, PEOPLE, type PersonKey, roleOf } from "../support/cast";
import { openPortal, type Portal, type TestResponse } from "../support/portal";
import { contents } from "../support/scenario";

/*
 * Who may do what in a review, for every person and every owner: nobody, someone of command Alpha, someone of command Bravo.
 * Then the same for people who recused themselves and for archived submissions, which refuse everything.
 */

const ID = "submission-reviewed";
const ROOT = `/api/gov/submissions/${ID}`;

const REVIEWERS = ["poc", "lead", "admin", "systemAdmin", "bravoPoc"] as const satisfies readonly PersonKey[];
/** The owner, and people who may assign submissions of the owner's command. */
const OF_ALPHA = ["poc", "lead", "admin", "systemAdmin"] as const satisfies readonly PersonKey[];
const OF_BRAVO = ["bravoPoc", "admin", "systemAdmin"] as const satisfies readonly PersonKey[];

const OWNERS = { nobody: null, alpha: "poc", bravo: "bravoPoc" } as const;
type Owner = keyof typeof OWNERS;

interface Operation {
  send: (portal: Portal, person: PersonKey | null, owner: Owner) => Promise<TestResponse>;
  done: number;
  allowed: Record<Owner, readonly PersonKey[]>;
}

const put = (part: string, json: object, method = "PUT") => {
  return (portal: Portal, person: PersonKey | null) =>
    portal.request(person, method, part === "" ? ROOT : `${ROOT}/${part}`, { json });
};

const presentOwnerIdOf = (owner: Owner) => {
  const present = OWNERS[owner];
  return present && idOf(present);
};

/** Gives the submission to someone, who may depend on the caller. */
const give = (to: (person: PersonKey) => string | null): Operation["send"] => {
  return (portal, person, owner) =>
    put("owner", { ownerId: to(person ?? "poc"), presentOwnerId: presentOwnerIdOf(owner) })(portal, person);
};

/** Each row of a request for several submissions has its own result. Its code becomes the status of one. */
const several = (asked: { action: string; ownerId?: string; governmentTags?: string }): Operation["send"] => {
  return async (portal, person, owner) => {
    const seen = asked.action === "assign" ? { presentOwnerId: presentOwnerIdOf(owner) } : {};
    const json = { ids: [ID], ...asked, ...seen };
    const response = await portal.request(person, "POST", "/api/gov/submissions/actions", { json });
    if (response.status !== 200) return response;
    const { results } = (response.body as { data: { results: { code: string | null }[] } }).data;
    const refused = { forbidden: 403, invalid_request: 400, conflict: 409 }[results[0]?.code ?? ""];
    return { ...response, status: refused ?? 200 };
  };
};

const everyone = { nobody: REVIEWERS, alpha: REVIEWERS, bravo: REVIEWERS };

/** To test another operation of a review, add it here. */
const OPERATIONS: Record<string, Operation> = {
  take: { send: give(idOf), done: 200, allowed: { nobody: REVIEWERS, alpha: OF_ALPHA, bravo: OF_BRAVO } },
  "give to command Alpha's lead": {
    send: give(() => idOf("lead")),
    done: 200,
    // Everyone gives away their own, and people take for themselves what nobody owns.
    allowed: { nobody: ["lead", "admin", "systemAdmin"], alpha: OF_ALPHA, bravo: OF_BRAVO },
  },
  "give back": { send: give(() => null), done: 200, allowed: { nobody: REVIEWERS, alpha: OF_ALPHA, bravo: OF_BRAVO } },
  recuse: { send: put("recusal", { reason: "A friend works there." }, "POST"), done: 201, allowed: everyone },
  "ask for an opinion": { send: put(`opinions/${idOf("admin")}`, {}), done: 200, allowed: everyone },
  tag: { send: put("tags", { governmentTags: "hulls" }), done: 200, allowed: everyone },
  assess: { send: put("assessment", { relevance: "HIGH" }), done: 200, allowed: everyone },
  conclude: {
    send: put("conclusion", { relevance: "HIGH" }),
    done: 200,
    allowed: { nobody: [], alpha: OF_ALPHA, bravo: OF_BRAVO },
  },
  note: { send: put("notes", { body: "They called." }, "POST"), done: 201, allowed: everyone },
  message: { send: put("messages", { body: "How far?" }, "POST"), done: 201, allowed: everyone },
  answer: {
    send: put("outcomes", { outcome: "NOT_NOW", body: "Next year.", replaces: null }, "POST"),
    done: 201,
    allowed: { nobody: REVIEWERS, alpha: OF_ALPHA, bravo: OF_BRAVO },
  },
  "give several to command Alpha's lead": {
    send: several({ action: "assign", ownerId: idOf("lead") }),
    done: 200,
    allowed: { nobody: ["lead", "admin", "systemAdmin"], alpha: OF_ALPHA, bravo: OF_BRAVO },
  },
  "tag several": { send: several({ action: "tag", governmentTags: "hulls" }), done: 200, allowed: everyone },
};

const open = async (owner: Owner, status: "ROUTED" | "ARCHIVED" = "ROUTED") => {
  const portal = await openPortal();
  insertSubmission(portal, { id: ID, status, ownerId: presentOwnerIdOf(owner) });
  return portal;
};

/** What someone gets who is refused because of who they are, wherever the submission stands. */
const refusalOf = (person: PersonKey | null) =>
  person === null ? 401 : (REVIEWERS as readonly PersonKey[]).includes(person) ? undefined : 403;

describe.each(Object.entries(OPERATIONS))("%s", (_name, { send, done, allowed }) => {
  const people = [null, ...PEOPLE];

  describe.each(Object.keys(OWNERS) as Owner[])("owned by %s", (owner) => {
    test.each(people)("%s", async (person) => {
      const portal = await open(owner);
      if (person) portal.cookieOf(person);
      const before = contents(portal);
      const response = await send(portal, person, owner);
      const isAllowed = person !== null && allowed[owner].includes(person);
      expect(response.status, response.text).toBe(isAllowed ? done : (refusalOf(person) ?? 403));
      if (!isAllowed) expect(contents(portal)).toEqual(before);
    });
  });

  test.each(REVIEWERS)("not for %s who recused themselves", async (person) => {
    const portal = await open("nobody");
    recuse(portal, ID, person);
    portal.cookieOf(person);
    const before = contents(portal);
    expect((await send(portal, person, "nobody")).status).toBe(403);
    expect(contents(portal)).toEqual(before);
  });

  test.each(people)("an archived submission refuses %s", async (person) => {
    const portal = await open("nobody", "ARCHIVED");
    if (person) portal.cookieOf(person);
    const before = contents(portal);
    expect((await send(portal, person, "nobody")).status).toBe(refusalOf(person) ?? 400);
    expect(contents(portal)).toEqual(before);
  });
});

test("no person of the cast is left out", () => {
  const writers = PEOPLE.filter((person) => !["GOV_READONLY", "INDUSTRY"].includes(roleOf(person)));
  expect(writers.toSorted()).toEqual([...REVIEWERS].toSorted());
});
