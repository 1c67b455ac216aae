import { describe, expect, test } from "vitest";
import { ENTRY_TYPES } from "#db/enumerations";
import { insertCall, insertPresetTag, notificationsOf, setInterests, submissionForm } from "../support/arrange";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const PATH = "/api/gov/admin/tags";
const create = { as: "systemAdmin", method: "POST", path: PATH } as const;
const created = { status: 201, events: ["preset_tag_created"] } as const;
const labels = (portal: Portal) =>
  portal.db.query.presetTag
    .findMany()
    .sync()
    .map((row) => row.label);

describe("listing preset tags", () => {
  const list = { as: "systemAdmin", method: "GET", path: PATH } as const;
  scenarios([
    {
      name: "shows id, label and time, by label",
      ...list,
      given(portal) {
        for (const label of ["sensing", "5g", "ai/ml", "autonomy"]) insertPresetTag(portal, label);
        return undefined;
      },
      status: 200,
      after(portal, { body }) {
        const { data } = body as { data: object[] };
        expect(data).toEqual(
          ["5g", "ai/ml", "autonomy", "sensing"].map((label) => ({
            id: expect.stringMatching(/\S/),
            label,
            aliases: "",
            createdAt: portal.now().toISOString(),
          })),
        );
      },
    },
    { name: "can be an empty list", ...list, status: 200, body: { data: [] } },
    { name: "is not for an admin", ...list, as: "admin", status: 403 },
    { name: "is not for a command lead", ...list, as: "lead", status: 403 },
    { name: "is not for industry", ...list, as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...list, as: null, status: 401 },
  ]);
});

describe("adding a preset tag", () => {
  test("trims it, puts it in lower case, returns it and audits it", async () => {
    const portal = await openPortal();
    const answer = await perform(portal, { ...create, json: { label: "  AI/ML & C-UAS 2.0+ " }, ...created });
    const { id } = dataOf<{ id: string }>(answer);
    const label = "ai/ml & c-uas 2.0+";
    expect(answer.body).toEqual({ data: { id, label, aliases: "", createdAt: portal.now().toISOString() } });
    expect(labels(portal)).toEqual([label]);
    expect(portal.auditRows()[0]).toMatchObject({
      targetType: "preset_tag",
      targetId: id,
      details: JSON.stringify({ after: { label } }),
    });
  });

  const good: [label: string, what: string][] = [
    ["a", "one letter"],
    ["7", "one digit"],
    ["a".repeat(50), "50 characters"],
    [` ${"A".repeat(50)} `, "50 characters with spaces around them"],
    [`a${" ".repeat(48)}b`, "50 characters, most of them spaces between two letters"],
    ["abcdefghijklmnopqrstuvwxyz", "every letter"],
    ["0123456789", "every digit"],
    ["a -/&.+", "every sign that is allowed"],
  ];
  const bad: [label: unknown, what: string][] = [
    [undefined, "missing"],
    [null, "null"],
    [7, "a number"],
    ["", "empty"],
    ["   ", "blank"],
    ["a".repeat(51), "51 characters"],
    [`a${" ".repeat(49)}b`, "51 characters, most of them spaces between two letters"],
    ...["-", "/", "&", ".", "+"].map((sign): [string, string] => [`${sign}a`, `a label that begins with ${sign}`]),
    ...[",", ";", "_", "'", '"', "<", ">", "(", "\\", "|", "%", "*", "#", "@", "!", "?", ":", "=", "~", "$"].map(
      (sign): [string, string] => [`a${sign}b`, `a label with ${sign}`],
    ),
    ["a\tb", "a label with a tab"],
    ["a\nb", "a label with a line break"],
    ["a\u00a0b", "a label with a no-break space"],
    ["a\u200bb", "a label with a space of no width"],
    ["café", "a label with an accent"],
    ["éclair", "a label that begins with an accent"],
    ["größe", "a label with letters beyond z"],
    ["радар", "a label of another script"],
    ["a２", "a label with a digit of full width"],
    ["a\u{1f680}", "a label with a picture"],
    ["\u{1f680}a", "a label that begins with a picture"],
  ];
  scenarios([
    ...good.map(([label, what]) => ({ name: `accepts ${what}`, ...create, json: { label }, ...created })),
    ...bad.map(([label, what]) => ({
      name: `refuses ${what}`,
      ...create,
      json: { label },
      status: 400,
      fields: ["label"],
    })),
    {
      name: "keeps several spaces between words, and removes those around the label",
      ...create,
      json: { label: "  Edge   Computing\t" },
      ...created,
      body: { data: { label: "edge   computing" } },
    },
    {
      name: "reports only that a blank label is required",
      ...create,
      json: { label: " " },
      status: 400,
      body: { fields: { label: ["Enter a tag"] } },
    },
    {
      name: "accepts the same words with different spaces between them",
      ...create,
      given: (portal) => void insertPresetTag(portal, "edge computing"),
      json: { label: "edge  computing" },
      ...created,
      after: (portal) => expect(labels(portal).sort()).toEqual(["edge  computing", "edge computing"]),
    },
    {
      name: "refuses an existing label in any case and with any spaces around it",
      ...create,
      given: (portal) => void insertPresetTag(portal, "edge  computing"),
      json: { label: " EDGE  Computing " },
      status: 409,
      fields: ["label"],
    },
    { name: "is not for an admin", ...create, as: "admin", json: { label: "a" }, status: 403 },
    { name: "is not for a command lead", ...create, as: "lead", json: { label: "a" }, status: 403 },
    { name: "is not for industry", ...create, as: "acmeAdmin", json: { label: "a" }, status: 403 },
    { name: "requires a session", ...create, as: null, json: { label: "a" }, status: 401 },
  ]);
});

describe("deleting a preset tag", () => {
  const remove = { as: "systemAdmin", method: "DELETE" } as const;
  const given = (portal: Portal) => ({ path: `${PATH}/${insertPresetTag(portal, "autonomy")}` });
  scenarios([
    {
      name: "deletes it, and audits its former values",
      ...remove,
      path: "",
      given,
      status: 200,
      events: ["preset_tag_deleted"],
      after(portal, { body }) {
        expect(labels(portal)).toEqual([]);
        expect(portal.auditRows()[0]).toMatchObject({
          targetType: "preset_tag",
          targetId: (body as { data: { id: string } }).data.id,
          details: JSON.stringify({ before: { label: "autonomy" } }),
        });
      },
    },
    { name: "returns 404 for a missing one", ...remove, path: `${PATH}/none`, status: 404 },
    { name: "is not for an admin", ...remove, path: "", given, as: "admin", status: 403 },
    { name: "is not for a command lead", ...remove, path: "", given, as: "lead", status: 403 },
    { name: "is not for industry", ...remove, path: "", given, as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...remove, path: "", given, as: null, status: 401 },
  ]);

  test("makes its label available again, and forms no longer offer it", async () => {
    const portal = await openPortal();
    const { path } = given(portal);
    const form = async () => (await portal.request("poc", "GET", "/notifications/settings")).text;
    expect(await form()).toContain('value="autonomy"');
    await perform(portal, { ...remove, path, status: 200, events: ["preset_tag_deleted"] });
    expect(await form()).not.toContain('value="autonomy"');
    await perform(portal, { ...create, json: { label: "Autonomy" }, ...created });
    expect(await form()).toContain('value="autonomy"');
  });
});

test("a label with several spaces between its words matches the tags stored on records", async () => {
  const portal = await openPortal();
  const label = "edge  computing";
  insertPresetTag(portal, label);
  const settings = [{ kind: "SUBMISSION_MATCH", enabled: true, techTags: label }];
  await portal.request("poc", "PUT", "/api/notifications/settings", { json: { settings } });
  const multipart = submissionForm({ techTags: label });
  const answer = await portal.request("acmeUser", "POST", "/api/portal/submissions", { multipart });
  expect(answer.status).toBe(201);
  expect(notificationsOf(portal, "poc").map(({ kind }) => kind)).toEqual(["SUBMISSION_MATCH"]);
  const query = new URLSearchParams({ tag: label });
  const found = await portal.request("poc", "GET", `/api/gov/submissions?${query}`);
  expect(found.body).toMatchObject({ data: { total: 1 } });
});

describe("other names of a tag", () => {
  const drones = { label: "counter-uas", aliases: "drones,unmanned aircraft" };
  const add = (portal: Portal, json: object) =>
    perform(portal, { ...create, json, ...created }).then(dataOf<{ id: string }>);
  const change = (id: string, aliases: unknown) =>
    ({ as: "systemAdmin", method: "PATCH", path: `${PATH}/${id}`, json: { aliases } }) as const;

  test("are stored in lower case and each once, and changes are audited", async () => {
    const portal = await openPortal();
    const { id } = await add(portal, { label: "counter-uas", aliases: " Drones,  Unmanned   Aircraft,drones" });
    const read = async () => (await portal.request("systemAdmin", "GET", PATH)).body;
    expect(await read()).toMatchObject({ data: [drones] });
    await perform(portal, { ...change(id, "UAS"), status: 200, events: ["preset_tag_updated"] });
    expect(portal.auditRows().at(-1)).toMatchObject({
      targetId: id,
      details: JSON.stringify({ before: { aliases: drones.aliases }, after: { aliases: "uas" } }),
    });
    await perform(portal, { ...change(id, "uas"), status: 200, events: [] });
    await perform(portal, { ...change(id, ""), status: 200, events: ["preset_tag_updated"] });
    expect(await read()).toMatchObject({ data: [{ label: "counter-uas", aliases: "" }] });
    await perform(portal, { ...change("none", "uas"), status: 404 });
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => `name ${index}`).join(",");
  test.each<[aliases: unknown, status: number, what: string]>([
    [many(20), 200, "20 names"],
    [many(21), 400, "21 names"],
    ["a".repeat(64), 200, "64 characters"],
    ["a".repeat(65), 400, "65 characters"],
    ["a".repeat(100_000), 400, "far too many characters"],
    [["drones"], 400, "a list"],
    ["dro\u200bnes", 400, "an invisible character"],
    ["counter-uas", 409, "the tag itself"],
    ["radar", 409, "another tag"],
    ["lidar,Laser  Radar", 409, "another tag's other name"],
  ])("%#: %j is answered with %i: %s", async (aliases, status) => {
    const portal = await openPortal();
    const { id } = await add(portal, drones);
    await add(portal, { label: "radar", aliases: "laser radar" });
    const events = status === 200 ? (["preset_tag_updated"] as const) : [];
    await perform(portal, {
      ...change(id, aliases),
      status,
      events,
      ...(status === 200 ? {} : { fields: ["aliases"] }),
    });
  });

  test("cannot become tags of their own, until the tag is deleted", async () => {
    const portal = await openPortal();
    const { id } = await add(portal, drones);
    for (const label of ["drones", "Unmanned  Aircraft"]) {
      await perform(portal, { ...create, json: { label }, status: 409, fields: ["label"] });
    }
    await perform(portal, { ...create, json: { label: "uas", aliases: "drones" }, status: 409, fields: ["aliases"] });
    const remove = { as: "systemAdmin", method: "DELETE", path: `${PATH}/${id}` } as const;
    await perform(portal, { ...remove, status: 200, events: ["preset_tag_deleted"] });
    expect(portal.auditRows().at(-1)).toMatchObject({ details: JSON.stringify({ before: drones }) });
    await add(portal, { label: "drones" });
  });

  test.each([
    ["drones", "counter-uas", true],
    ["counter-uas", "drones", true],
    ["drones", "unmanned aircraft", true],
    ["drone", "counter-uas", false],
  ])("route a submission tagged %s to a follower of %s: %s", async (tag, followed, isRouted) => {
    const portal = await openPortal();
    await add(portal, drones);
    setInterests(portal, "poc", followed);
    const multipart = submissionForm({ techTags: tag });
    const answer = await portal.request("acmeUser", "POST", "/api/portal/submissions", { multipart });
    const { id } = dataOf<{ id: string }>(answer);
    expect(notificationsOf(portal, "poc")).toHaveLength(isRouted ? 1 : 0);
    const record = await portal.request("poc", "GET", `/api/gov/submissions/${id}`);
    const matches = isRouted ? [{ reason: "TAG", matchedTags: [followed] }] : [];
    expect(record.body).toMatchObject({ data: { matches } });
  });

  test("no longer route after an administrator removed them", async () => {
    const portal = await openPortal();
    const { id } = await add(portal, drones);
    setInterests(portal, "poc", "counter-uas");
    const submit = () =>
      portal.request("acmeUser", "POST", "/api/portal/submissions", {
        multipart: submissionForm({ techTags: "drones" }),
      });
    await submit();
    await perform(portal, { ...change(id, ""), status: 200, events: ["preset_tag_updated"] });
    await submit();
    expect(notificationsOf(portal, "poc")).toHaveLength(1);
  });

  test("find records with the tag, and suggest the tag", async () => {
    const portal = await openPortal();
    const call = insertCall(portal, { title: "Protect an airfield", techTags: "counter-uas" });
    const reader = { types: ENTRY_TYPES, isGovernment: true, organizationId: null };
    const search = async () => {
      const { entries } = await portal.services.ledger.find(
        { text: "unmanned aircraft", reader, filters: {}, readable: (found) => found, hidden: () => [] },
        portal.now(),
      );
      return entries.map(({ sourceId }) => sourceId);
    };
    expect(await search()).toEqual([]);
    const { id } = await add(portal, drones);
    expect((await search()).sort()).toEqual([call, id].sort());
    const form = (await portal.request("lead", "GET", "/gov/calls/new")).text;
    expect(form).toMatch(/<option value="counter-uas" label="drones[^"]*"/);
    await perform(portal, { ...change(id, "uas"), status: 200, events: ["preset_tag_updated"] });
    expect(await search()).toEqual([]);
  });

  test("are changed on a page of their own", async () => {
    const portal = await openPortal();
    const { id } = await add(portal, drones);
    const path = `/gov/admin/tags/${id}`;
    expect((await portal.request("systemAdmin", "GET", "/gov/admin/tags")).text).toContain(`href="${path}"`);
    expect((await portal.request("systemAdmin", "GET", path)).text).toContain(`value="${drones.aliases}"`);
    const save = (aliases: string) => portal.request("systemAdmin", "POST", path, { form: { aliases } });
    expect((await save("counter-uas")).status).toBe(409);
    expect((await save("uas")).status).toBe(302);
    expect((await portal.request("systemAdmin", "GET", path)).text).toContain('value="uas"');
  });
});
