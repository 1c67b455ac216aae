import { expect, test } from "vitest";
import { idOf, PEOPLE, roleOf } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform } from "../support/scenario";

const path = "/api/account/preferences";
const preferencesOf = async (portal: Portal, person: "poc" | "lead") =>
  dataOf(await perform(portal, { as: person, method: "GET", path, status: 200 }));

test("shortcuts of one key are on until their owner turns them off, only for themselves", async () => {
  const portal = await openPortal();
  expect(await preferencesOf(portal, "poc")).toEqual({ singleKeyShortcuts: true });
  await perform(portal, {
    as: "poc",
    method: "PUT",
    path,
    json: { singleKeyShortcuts: false },
    status: 200,
    events: ["preferences_updated"],
    body: { data: { singleKeyShortcuts: false } },
  });
  expect(portal.auditRows()[0]).toMatchObject({
    targetId: idOf("poc"),
    details: JSON.stringify({ before: { singleKeyShortcuts: true }, after: { singleKeyShortcuts: false } }),
  });
  expect(await preferencesOf(portal, "poc")).toEqual({ singleKeyShortcuts: false });
  expect(await preferencesOf(portal, "lead")).toEqual({ singleKeyShortcuts: true });
});

test("a value that is not true or false is refused, and changes nothing", async () => {
  const portal = await openPortal();
  for (const singleKeyShortcuts of ["false", 0, null, undefined]) {
    const json = { singleKeyShortcuts };
    await perform(portal, { as: "poc", method: "PUT", path, json, status: 400, fields: ["singleKeyShortcuts"] });
  }
  expect(await preferencesOf(portal, "poc")).toEqual({ singleKeyShortcuts: true });
});

test("government users change theirs on the account page without scripts, which industry users have no need for", async () => {
  const portal = await openPortal();
  for (const person of PEOPLE) {
    const { text } = await portal.request(person, "GET", "/account");
    expect([person, text.includes('name="singleKeyShortcuts"')]).toEqual([person, roleOf(person) !== "INDUSTRY"]);
  }
  for (const singleKeyShortcuts of ["false", "true"]) {
    const sent = await portal.request("readonly", "POST", "/account?preferences", { form: { singleKeyShortcuts } });
    expect(sent.status).toBe(302);
    const { text } = await portal.request("readonly", "GET", "/account");
    expect(text).toContain(`name="singleKeyShortcuts" value="${singleKeyShortcuts === "false"}"`);
  }
});
