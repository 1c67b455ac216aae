import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { LIMITS } from "~/values/limits";
import { insertSubmission, submissionRow } from "../support/arrange";
import { idOf } from "../support/cast";
import { unescaped, withoutScripts, wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";

/* Actions on several rows of government's list of submissions, without scripts. */

const PAGE = "/gov/submissions";

async function send(portal: Portal, form: Record<string, string | string[]>, query = "") {
  const fields = Object.entries(form).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  const { status, text } = await portal.request("poc", "POST", `${PAGE}?${query}several=`, { form: fields });
  return { status, html: withoutScripts(text), words: wordsOf(withoutScripts(text)) };
}

const outcomeIn = (html: string) => html.match(/<div class="usa-alert[^"]*glip-outcome"[\s\S]*?<nav /)?.[0] ?? "";

/** The fields of the form to undo. */
function undoIn(html: string): Record<string, string | string[]> {
  const form = outcomeIn(html).match(/<form[\s\S]*?<\/form>/)?.[0] ?? "";
  const fields: Record<string, string[]> = {};
  for (const [, name = "", value = ""] of form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
    fields[name] = [...(fields[name] ?? []), unescaped(value)];
  }
  return fields;
}

const insert = (portal: Portal, id: string, values: object = {}) =>
  insertSubmission(portal, { id, title: `Paper ${id}`, status: "ROUTED", ...values });
const rowOf = (portal: Portal, id: string) => submissionRow(portal, id);

test("the page says how many were taken, names the others with reasons, and takes it back on request", async () => {
  const portal = await openPortal();
  insert(portal, "a");
  insert(portal, "b");
  insert(portal, "theirs", { ownerId: idOf("bravoPoc") });
  const ids = ["a", "b", "theirs"];
  const taken = await send(portal, { action: "assign", ids, ownerId: idOf("poc") }, "view=unassigned&");
  expect(taken.status).toBe(200);
  expect(outcomeIn(taken.html)).toContain("autofocus");
  expect(wordsOf(outcomeIn(taken.html))).toMatch(/2 submissions.* 1 was not changed: .*Paper theirs/);
  expect(taken.html).toContain('href="/gov/submissions?view=due"');
  const undo = undoIn(taken.html);
  expect(undo).toMatchObject({ action: ["assign"], ownerId: ["nobody"], ids: ["a", "b"] });
  // Someone else has it by now, so it stays theirs.
  portal.db.$client.prepare("UPDATE submission SET owner_id = ? WHERE id = 'b'").run(idOf("lead"));
  const undone = await send(portal, undo);
  expect(wordsOf(outcomeIn(undone.html))).toMatch(/1 submission .* 1 was not changed: .*Paper b/);
  expect([rowOf(portal, "a")?.ownerId, rowOf(portal, "b")?.ownerId]).toEqual([null, idOf("lead")]);
});

test("tags that were added can be removed again, and nothing else", async () => {
  const portal = await openPortal();
  insert(portal, "a", { governmentTags: "hulls" });
  insert(portal, "b", { governmentTags: "rotors" });
  const tagged = await send(portal, { action: "tag", ids: ["a", "b"], governmentTags: "Rotors", ownerId: "" });
  await send(portal, undoIn(tagged.html));
  expect([rowOf(portal, "a")?.governmentTags, rowOf(portal, "b")?.governmentTags]).toEqual(["hulls", "rotors"]);
});

test("a review and archiving cannot be taken back", async () => {
  const portal = await openPortal();
  insert(portal, "a");
  const reviewed = await send(portal, { action: "review", ids: "a", ownerId: "", governmentTags: "" });
  expect(rowOf(portal, "a")?.status).toBe("REVIEWED");
  expect(undoIn(reviewed.html)).toEqual({});
  const archived = await send(portal, { action: "archive", ids: "a" });
  expect(rowOf(portal, "a")?.status).toBe("ARCHIVED");
  expect(undoIn(archived.html)).toEqual({});
});

test("a second click while the first is still at work shows what the first did", async () => {
  const portal = await openPortal();
  const ids = Array.from({ length: LIMITS.submissionsAtOnce }, (_, index) => `paper-${index}`);
  for (const id of ids) insert(portal, id);
  const form = { action: "review", ids, formKey: randomUUID() };
  const [first, second] = await Promise.all([send(portal, form), send(portal, form)]);
  expect(wordsOf(outcomeIn(first.html))).toMatch(new RegExp(`${ids.length} submissions`));
  expect(wordsOf(outcomeIn(first.html))).not.toMatch(/not changed/);
  expect(outcomeIn(second.html)).toBe(outcomeIn(first.html));
});

test("a form without a selection, an owner or a tag is refused, and keeps what was selected", async () => {
  const portal = await openPortal();
  insert(portal, "a");
  for (const [form, field] of [
    [{ action: "review" }, "ids"],
    [{ action: "assign", ids: "a", ownerId: "" }, "ownerId"],
    [{ action: "tag", ids: "a", governmentTags: " " }, "governmentTags"],
  ] as const) {
    const { status, html } = await send(portal, form);
    expect(status).toBe(400);
    expect(html).toContain(`href="#${field}"`);
    expect(html).toContain(`id="${field}"`);
    expect(/<input[^>]*name="ids"[^>]*checked=""/.test(html)).toBe("ids" in form);
  }
});

test("people who only read have nothing to select", async () => {
  const portal = await openPortal();
  insert(portal, "a");
  const html = withoutScripts((await portal.request("readonly", "GET", PAGE)).text);
  expect(html).not.toContain('name="ids"');
});
