import { describe, expect, test } from "vitest";
import type { AuditEventName } from "~/audit/events";
import { LIMITS } from "~/values/limits";
import { insertSubmission, notificationsOf, setInterests, submissionRow } from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { openPortal, type Portal, type TestResponse } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

/* POST /api/gov/submissions/actions: the same to several submissions. */

const PATH = "/api/gov/submissions/actions";

interface Result {
  id: string;
  title: string | null;
  status: string;
  code: string | null;
  error: string | null;
  isUnnoticed: boolean;
}
const resultsOf = ({ body }: TestResponse) => (body as { data: { results: Result[] } }).data.results;

async function act(portal: Portal, as: PersonKey, json: object, events: AuditEventName[]): Promise<Result[]> {
  return resultsOf(await perform(portal, { as, method: "POST", path: PATH, json, status: 200, events }));
}
const shortly = (results: Result[]) => results.map(({ id, code, isUnnoticed }) => [id, code ?? "done", isUnnoticed]);
const ownerOf = (portal: Portal, id: string) => submissionRow(portal, id)?.ownerId ?? null;
const insert = (portal: Portal, id: string, values: object = {}) =>
  insertSubmission(portal, { id, title: `Paper ${id}`, status: "ROUTED", ...values });

describe("assigning several submissions", () => {
  test("takes those that nobody owns, in the order sent, and says why it refused the others", async () => {
    const portal = await openPortal();
    insert(portal, "free");
    insert(portal, "mine", { ownerId: idOf("poc") });
    insert(portal, "theirs", { ownerId: idOf("bravoPoc") });
    insert(portal, "archived", { status: "ARCHIVED" });
    insert(portal, "recused");
    await portal.request("poc", "POST", "/api/gov/submissions/recused/recusal", { json: { reason: "A friend." } });
    const ids = ["theirs", "free", "none", "archived", "mine", "recused"];
    const json = { action: "assign", ids, ownerId: idOf("poc") };
    const results = await act(portal, "poc", json, ["submission_owner_changed"]);
    expect(shortly(results)).toEqual([
      ["theirs", "conflict", false],
      ["free", "done", true],
      ["none", "not_found", false],
      ["archived", "invalid_request", false],
      ["mine", "done", false],
      ["recused", "forbidden", false],
    ]);
    expect(results.map(({ title }) => title)).toContain("Paper theirs");
    expect(results[2]?.title).toBeNull();
    insert(portal, "unrouted", { status: "SUBMITTED" });
    const events = ["submission_owner_changed", "submission_routed"] as const;
    const routed = await act(portal, "poc", { ...json, ids: ["unrouted"] }, [...events]);
    expect(shortly(routed), "its organization sees that it is routed").toEqual([["unrouted", "done", false]]);
    expect([ownerOf(portal, "free"), ownerOf(portal, "theirs")]).toEqual([idOf("poc"), idOf("bravoPoc")]);
    for (const { id, code, error } of results.filter(({ code }) => code !== null)) {
      const single = await portal.request("poc", "PUT", `/api/gov/submissions/${id}/owner`, {
        json: { ownerId: idOf("poc") },
      });
      expect((single.body as { error: string }).error, code ?? "").toBe(error);
    }
  });

  test("gives them to a colleague, who hears of each, and back to nobody", async () => {
    const portal = await openPortal();
    for (const id of ["a", "b"]) insert(portal, id);
    const changed: AuditEventName[] = ["submission_owner_changed", "submission_owner_changed"];
    const given = { action: "assign", ids: ["a", "b"], ownerId: idOf("poc") };
    expect(shortly(await act(portal, "lead", given, changed))).toEqual([
      ["a", "done", false],
      ["b", "done", false],
    ]);
    expect(notificationsOf(portal, "poc")).toHaveLength(2);
    const back = { action: "assign", ids: ["b", "a"], ownerId: null, presentOwnerId: idOf("poc") };
    expect(shortly(await act(portal, "poc", back, changed))).toEqual([
      ["b", "done", true],
      ["a", "done", true],
    ]);
    // Taking it back refuses what someone else took since.
    await act(portal, "lead", { action: "assign", ids: ["a"], ownerId: idOf("lead") }, ["submission_owner_changed"]);
    expect(shortly(await act(portal, "poc", { ...given }, ["submission_owner_changed"]))).toEqual([
      ["a", "conflict", false],
      ["b", "done", true],
    ]);
  });
});

test("assigning changes no row whose owner is not the one that was seen", async () => {
  const portal = await openPortal();
  insert(portal, "free");
  insert(portal, "taken", { ownerId: idOf("poc") });
  const presentOwners = ["free", "taken"].map((id) => ({ id, ownerId: null }));
  const json = { action: "assign", ids: ["free", "taken"], ownerId: idOf("admin"), presentOwners };
  expect(shortly(await act(portal, "systemAdmin", json, ["submission_owner_changed"]))).toEqual([
    ["free", "done", false],
    ["taken", "conflict", false],
  ]);
  expect(submissionRow(portal, "taken")?.ownerId).toBe(idOf("poc"));
});

describe("tagging several submissions", () => {
  test("adds to the tags that each has, and removes no others", async () => {
    const portal = await openPortal();
    setInterests(portal, "bravoPoc", "sonar");
    insert(portal, "a", { governmentTags: "acoustics" });
    insert(portal, "b", { governmentTags: "hulls,rotors" });
    const tagged: AuditEventName[] = ["submission_tags_changed", "submission_tags_changed"];
    const json = { ids: ["a", "b"], governmentTags: "Rotors, wings" };
    expect(shortly(await act(portal, "poc", { action: "tag", ...json }, tagged))).toEqual([
      ["a", "done", true],
      ["b", "done", false],
    ]);
    const tagsOf = () => ["a", "b"].map((id) => submissionRow(portal, id)?.governmentTags);
    expect(tagsOf()).toEqual(["acoustics,rotors,wings", "hulls,rotors,wings"]);
    await act(portal, "poc", { action: "untag", ...json, ids: ["a"] }, ["submission_tags_changed"]);
    expect(tagsOf()).toEqual(["acoustics", "hulls,rotors,wings"]);
    const followed = { action: "tag", ids: ["a"], governmentTags: "sonar" };
    expect(shortly(await act(portal, "poc", followed, ["submission_tags_changed", "submission_routed"]))).toEqual([
      ["a", "done", false],
    ]);
  });

  test("refuses a submission whose tags become too long, and tags the others", async () => {
    const portal = await openPortal();
    insert(portal, "a", { governmentTags: "x".repeat(490) });
    insert(portal, "b");
    const json = { action: "tag", ids: ["a", "b"], governmentTags: "long enough to be too long" };
    expect(shortly(await act(portal, "poc", json, ["submission_tags_changed"]))).toEqual([
      ["a", "invalid_request", false],
      ["b", "done", true],
    ]);
  });
});

test("several submissions are marked reviewed and archived, each by its status", async () => {
  const portal = await openPortal();
  insert(portal, "a");
  insert(portal, "b", { status: "SUBMITTED" });
  const reviewed = { action: "review", ids: ["b", "a"] };
  expect(shortly(await act(portal, "poc", reviewed, ["submission_reviewed"]))).toEqual([
    ["b", "invalid_request", false],
    ["a", "done", false],
  ]);
  expect(notificationsOf(portal, "acmeUser")).toHaveLength(1);
  const archived = { action: "archive", ids: ["a", "b"] };
  await act(portal, "poc", archived, ["submission_archived", "submission_archived"]);
  expect(["a", "b"].map((id) => submissionRow(portal, id)?.status)).toEqual(["ARCHIVED", "ARCHIVED"]);
});

test("other requests run while many submissions are changed", async () => {
  const portal = await openPortal();
  const ids = Array.from({ length: LIMITS.submissionsAtOnce }, (_, index) => insert(portal, `paper-${index}`));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const { status } = await portal.request("poc", "POST", PATH, { json: { action: "review", ids } });
  isOver = true;
  expect(status).toBe(200);
  expect(turns).toBeGreaterThan(2);
  expect(ids.every((id) => submissionRow(portal, id)?.status === "REVIEWED")).toBe(true);
});

test("someone whose session ends meanwhile changes no further submission", async () => {
  const portal = await openPortal();
  const ids = Array.from({ length: LIMITS.submissionsAtOnce }, (_, index) => insert(portal, `paper-${index}`));
  const sent = portal.request("poc", "POST", PATH, { json: { action: "review", ids } });
  portal.db.$client.prepare("UPDATE user SET active = 0 WHERE id = ?").run(idOf("poc"));
  const { status } = await sent;
  expect(status).toBe(401);
  expect(ids.some((id) => submissionRow(portal, id)?.status === "REVIEWED")).toBe(false);
});

const sent = (json: object) => ({ as: "poc", method: "POST", path: PATH, json, status: 400 }) as const;
scenarios([
  { name: "no submission", ...sent({ action: "review", ids: [] }), fields: ["ids"] },
  {
    name: "too many submissions",
    ...sent({ action: "review", ids: Array.from({ length: LIMITS.submissionsAtOnce + 1 }, (_, at) => `${at}`) }),
    fields: ["ids"],
  },
  { name: "an unknown action", ...sent({ action: "delete", ids: ["a"] }), fields: ["action"] },
  { name: "assigning without an owner", ...sent({ action: "assign", ids: ["a"] }), fields: ["ownerId"] },
  { name: "tagging without a tag", ...sent({ action: "tag", ids: ["a"] }), fields: ["governmentTags"] },
  {
    name: "a reader may not act",
    ...sent({ action: "archive", ids: ["a"] }),
    as: "readonly",
    status: 403,
  },
]);
