import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { LIMITS } from "~/values/limits";
import { filesForm, insertEngagement, mustRotate, submissionForm } from "../support/arrange";
import type { PersonKey } from "../support/cast";
import { pdf, text } from "../support/files";
import { openPortal, type Portal } from "../support/portal";

/* If a page's script sends a form to show its progress, the page's action responds in JSON. */

const NEW = "/portal/submissions/new";
const HEADERS = { "x-form-script": "1" };
const paper = { name: "paper.pdf", bytes: pdf() };

const send = (portal: Portal, as: PersonKey | null, path: string, multipart: FormData) =>
  portal.request(as, "POST", path, { multipart, headers: HEADERS });

test("an accepted form returns where to go, with that page's message", async () => {
  const portal = await openPortal();
  const answer = await send(portal, "acmeUser", NEW, submissionForm({}, paper));
  expect(answer.status).toBe(200);
  const { location } = answer.body as { location: string };
  expect(location).toMatch(/^\/portal\/submissions\/[\w-]+$/);
  const cookie = `${portal.cookieOf("acmeUser")}; ${answer.headers.get("set-cookie")?.split(";", 1)[0]}`;
  const shown = await portal.request(null, "GET", location, { headers: { cookie } });
  expect(shown.text).toContain("We received your submission.");
});

test("one of several forms on a page is recognized, as without a script", async () => {
  const portal = await openPortal();
  const id = insertEngagement(portal);
  const files = filesForm({ name: "minutes.txt", bytes: text() });
  const answer = await send(portal, "poc", `/gov/engagements/${id}?add`, files);
  expect([answer.status, answer.body]).toEqual([200, { location: `/gov/engagements/${id}` }]);
});

test("a form that is sent again with its key leads to the same place", async () => {
  const portal = await openPortal();
  const formKey = randomUUID();
  const first = await send(portal, "acmeUser", NEW, submissionForm({ formKey }, paper));
  // Without a script, the form has the same key.
  const again = await portal.request("acmeUser", "POST", NEW, { multipart: submissionForm({ formKey }, paper) });
  expect(first.body).toEqual({ location: again.headers.get("location") });
  expect(portal.storedFiles()).toHaveLength(1);
});

test("a form's problems are returned as its state, with the status of the refusal", async () => {
  const portal = await openPortal();
  const liar = { name: "paper.pdf", bytes: Buffer.from("This is no PDF.") };
  const refused = await send(portal, "acmeUser", NEW, submissionForm({}, liar));
  expect([refused.status, refused.body]).toMatchObject([400, { errors: { file: [{ code: "file_content" }] } }]);
  const large = { name: "paper.pdf", bytes: pdf(LIMITS.submissionBodyBytes + 1) };
  const tooLarge = await send(portal, "acmeUser", NEW, submissionForm({ title: "Quiet rotors" }, large));
  expect([tooLarge.status, tooLarge.body]).toMatchObject([
    413,
    { values: { title: "Quiet rotors" }, errors: { file: [{ code: "file_size" }] } },
  ]);
  expect(portal.storedFiles()).toEqual([]);
});

test("if the script found a problem in the files, the server checks only the fields and stores nothing", async () => {
  const portal = await openPortal();
  const check = (fields: Record<string, string>) =>
    portal.request("acmeUser", "POST", NEW, {
      multipart: submissionForm(fields),
      headers: { "x-form-script": "only fields" },
    });
  const faulty = await check({ title: "No", summary: "Short" });
  expect(faulty.status).toBe(400);
  expect(Object.keys((faulty.body as { errors: object }).errors).sort()).toEqual(["file", "summary", "title"]);
  const good = await check({});
  expect([good.status, good.body]).toMatchObject([400, { errors: { file: [{ code: "file_not_sent" }] } }]);
  expect(portal.auditRows()).toEqual([]);
});

test("a limit says when to try again", async () => {
  const portal = await openPortal();
  for (let count = 0; count < 20; count += 1) await send(portal, "acmeUser", NEW, submissionForm());
  const answer = await send(portal, "acmeUser", NEW, submissionForm());
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(answer.body).toMatchObject({ formError: "Too many requests. Try again in 1 hour." });
});

test("a user whose session ended gets a message, and is not redirected", async () => {
  const portal = await openPortal();
  const answer = await send(portal, null, NEW, submissionForm());
  expect(answer.status).toBe(401);
  expect(answer.body).toMatchObject({ formError: expect.stringContaining("You are no longer signed in") });
  expect(answer.headers.get("set-cookie")).toBeNull();
});

test("refusals for permission, missing records and password changes are JSON too", async () => {
  const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
  const files = () => filesForm({ name: "minutes.txt", bytes: text() });
  const id = insertEngagement(portal);
  expect((await send(portal, "bravoPoc", `/gov/engagements/${id}?add`, files())).status).toBe(403);
  expect((await send(portal, "poc", "/gov/engagements/nothing?add", files())).status).toBe(404);
  expect((await send(portal, "poc", "/no/such/page", files())).status).toBe(404);
  expect((await send(portal, "poc", "/help/government", files())).status).toBe(404);
  expect((await send(portal, "poc", "/gov/engagements/%ff?add", files())).status).toBe(400);
  mustRotate(portal, "poc");
  const answer = await send(portal, "poc", `/gov/engagements/${id}?add`, files());
  expect(answer.body).toEqual({ location: "/account/password" });
});

test("a failure gives no reason, and the log does", async () => {
  const portal = await openPortal();
  portal.db.$client.exec("ALTER TABLE submission RENAME TO submission_away");
  const answer = await send(portal, "acmeUser", NEW, submissionForm());
  expect(answer.status).toBe(500);
  expect(answer.text).not.toMatch(/no such table|SqliteError/);
  expect(JSON.stringify(portal.log)).toContain("no such table");
});

test("another site cannot send it", async () => {
  const portal = await openPortal();
  const headers = { ...HEADERS, "sec-fetch-site": "cross-site" };
  const answer = await portal.request("acmeUser", "POST", NEW, { multipart: submissionForm(), headers });
  expect(answer.status).toBe(403);
});

test("a GET request returns the page, even with the script's header", async () => {
  const portal = await openPortal();
  const id = insertEngagement(portal);
  const answer = await portal.request("poc", "GET", `/gov/engagements/${id}?delete`, { headers: HEADERS });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(portal.auditRows()).toEqual([]);
});

test("a program that accepts JSON still gets the page's redirect", async () => {
  const portal = await openPortal();
  const headers = { accept: "application/json" };
  const answer = await portal.request("acmeUser", "POST", NEW, { multipart: submissionForm(), headers });
  expect(answer.status).toBe(302);
});
