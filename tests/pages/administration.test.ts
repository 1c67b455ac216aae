import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { user } from "#db/schema";
import { insertCommand, insertPresetTag, setInterests } from "../support/arrange";
import { COMMANDS, emailOf, idOf, PASSWORD, type PersonKey } from "../support/cast";
import { errorsIn, wordsOf } from "../support/markup";
import { HOST, openPortal, type Portal, type TestResponse } from "../support/portal";
import { contents } from "../support/scenario";

const events = (portal: Portal) => portal.auditRows().map(({ event }) => event);
const leadsTo = ({ status, headers }: TestResponse) => [status, headers.get("location")];
const commandRow = (portal: Portal, id: string) =>
  portal.db.query.command.findFirst({ where: (row, { eq }) => eq(row.id, id) }).sync();
const userRow = (portal: Portal, id: string) =>
  portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.id, id) }).sync();

/** The options of a page's select, without the empty one. */
function offered(html: string, name: string): string[] {
  const select = html.match(new RegExp(`<select[^>]*name="${name}"[\\s\\S]*?</select>`))?.[0];
  if (select === undefined) throw new Error(`There is no select ${name}`);
  return [...select.matchAll(/value="([^"]+)"/g)].map(([, value = ""]) => value);
}

test("only people who administer see administration in the navigation", async () => {
  const portal = await openPortal();
  for (const person of ["lead", "admin", "systemAdmin"] as const) {
    expect((await portal.request(person, "GET", "/gov")).text, person).toContain(">Administration</a>");
  }
  for (const [person, path] of [
    ["readonly", "/gov"],
    ["poc", "/gov"],
    ["acmeAdmin", "/portal"],
    [null, "/"],
  ] as const) {
    expect((await portal.request(person, "GET", path)).text, String(person)).not.toContain("/gov/admin/");
  }
});

describe("the page of commands", () => {
  const PATH = "/gov/admin/commands";

  test("shows the hierarchy as nested lists, at any depth, in order of name", async () => {
    const portal = await openPortal();
    insertCommand(portal, { id: "c", name: "Charlie", abbreviation: "C", parentId: COMMANDS.alpha });
    insertCommand(portal, { id: "b", name: "Below Charlie", abbreviation: "B", parentId: "c" });
    for (let depth = 3; depth < 30; depth += 1) {
      insertCommand(portal, { id: `deep-${depth}`, parentId: depth === 3 ? "b" : `deep-${depth - 1}` });
    }
    const { text } = await portal.request("lead", "GET", PATH);
    const links = [...text.matchAll(/href="\/gov\/admin\/commands\/([\w-]+)"/g)].map(([, id]) => id);
    expect(links.slice(0, 4)).toEqual([COMMANDS.alpha, "c", "b", "deep-3"]);
    expect(links.at(-1)).toBe(COMMANDS.bravo);
    expect(links).toHaveLength(31);
    // Nine levels of lists. A deeper command names its parent.
    expect(text.match(/<ul class="glip-entries">/g)).toHaveLength(9);
    expect(wordsOf(text)).toContain("Brigade, under DEEP-28");
  });

  test("offers adding and moving only to system administrators, and refuses others", async () => {
    const portal = await openPortal();
    for (const person of ["lead", "admin"] as const) {
      const { text } = await portal.request(person, "GET", `${PATH}?move=${COMMANDS.alpha}`);
      expect(text).not.toMatch(/\?add"|\?move=[^"]*"[^>]*>|>Move|\/gov\/admin\/tags/);
      const form = { name: "Charlie", abbreviation: "C", echelon: "Battalion", parentId: "" };
      expect((await portal.request(person, "POST", `${PATH}?add`, { form })).status).toBe(403);
      const move = { parentId: COMMANDS.bravo };
      expect((await portal.request(person, "POST", `${PATH}?move=${COMMANDS.alpha}`, { form: move })).status).toBe(403);
    }
    const { text } = await portal.request("systemAdmin", "GET", PATH);
    expect(text).toMatch(/<form[^>]*action="\/gov\/admin\/commands\?add"/);
    expect(text).toContain(`href="/gov/admin/commands?move=${COMMANDS.alpha}#move-heading"`);
    expect(text).toContain('href="/gov/admin/tags"');
    expect(events(portal)).toEqual([]);
  });

  test("adds a command at the top level or under another, and confirms it", async () => {
    const portal = await openPortal();
    const top = { name: "Charlie", abbreviation: "C", echelon: "Battalion", parentId: "", location: "", mission: "" };
    expect(leadsTo(await portal.request("systemAdmin", "POST", `${PATH}?add`, { form: top }))).toEqual([302, PATH]);
    const below = { ...top, name: "Delta", abbreviation: "D", parentId: COMMANDS.alpha };
    const answer = await portal.request("systemAdmin", "POST", `${PATH}?add`, { form: below });
    const cookie = `${portal.cookieOf("systemAdmin")}; ${answer.headers.get("set-cookie")?.split(";", 1)[0]}`;
    expect((await portal.request(null, "GET", PATH, { headers: { cookie } })).text).toContain("Delta added.");
    const rows = portal.db.query.command.findMany().sync();
    expect(rows.find(({ name }) => name === "Charlie")).toMatchObject({
      parentId: null,
      location: null,
      mission: null,
    });
    expect(rows.find(({ name }) => name === "Delta")).toMatchObject({ parentId: COMMANDS.alpha });
    expect(events(portal)).toEqual(["command_created", "command_created"]);
  });

  test("keeps the typed text of a refused command, with the error next to the field", async () => {
    const portal = await openPortal();
    const form = { name: "command ALPHA", abbreviation: "C", echelon: "Battalion", parentId: COMMANDS.bravo };
    const answer = await portal.request("systemAdmin", "POST", `${PATH}?add`, { form });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('href="#name"');
    expect(answer.text).toContain("A command with this name already exists.");
    expect(answer.text).toContain('value="command ALPHA"');
    expect(answer.text).toMatch(new RegExp(`<option[^>]*value="${COMMANDS.bravo}"[^>]*selected`));
  });

  test("offers every parent except the command itself and the commands below it", async () => {
    const portal = await openPortal();
    insertCommand(portal, { id: "c", name: "Charlie", parentId: COMMANDS.alpha });
    insertCommand(portal, { id: "d", name: "Delta", parentId: "c" });
    insertCommand(portal, { id: "e", name: "Echo", parentId: COMMANDS.alpha });
    const parentsOf = async (id: string) =>
      offered((await portal.request("systemAdmin", "GET", `${PATH}?move=${id}`)).text, "parentId");
    expect(await parentsOf("c")).toEqual([COMMANDS.alpha, "e", COMMANDS.bravo]);
    expect(await parentsOf(COMMANDS.alpha)).toEqual([COMMANDS.bravo]);
    expect(await parentsOf(COMMANDS.bravo)).toEqual([COMMANDS.alpha, "c", "d", "e"]);
    const { text } = await portal.request("systemAdmin", "GET", `${PATH}?move=d`);
    expect(text).toMatch(/<option[^>]*value="c"[^>]*selected/);
  });

  test("moves a command under another and to the top level, and returns to the page without the form", async () => {
    const portal = await openPortal();
    const move = (parentId: string) =>
      portal.request("systemAdmin", "POST", `${PATH}?move=${COMMANDS.bravo}`, { form: { parentId } });
    expect(leadsTo(await move(COMMANDS.alpha))).toEqual([302, PATH]);
    expect(commandRow(portal, COMMANDS.bravo)?.parentId).toBe(COMMANDS.alpha);
    expect(leadsTo(await move(""))).toEqual([302, PATH]);
    expect(commandRow(portal, COMMANDS.bravo)?.parentId).toBeNull();
    expect(events(portal)).toEqual(["command_reparented", "command_reparented"]);
  });

  test("shows a refused loop, and a missing parent, next to the field", async () => {
    const portal = await openPortal();
    insertCommand(portal, { id: "c", parentId: COMMANDS.alpha });
    const move = (parentId: string) =>
      portal.request("systemAdmin", "POST", `${PATH}?move=${COMMANDS.alpha}`, { form: { parentId } });
    for (const [parentId, status, fault] of [
      ["c", 400, "not_allowed"],
      [COMMANDS.alpha, 400, "not_allowed"],
      ["gone", 404, "not_found"],
    ] as const) {
      const answer = await move(parentId);
      expect(answer.status).toBe(status);
      expect(answer.text).toContain('id="parentId-error"');
      expect(answer.text).toContain(fault);
    }
    expect(commandRow(portal, COMMANDS.alpha)?.parentId).toBeNull();
    expect(events(portal)).toEqual([]);
  });

  test("reports that the command to move no longer exists", async () => {
    const portal = await openPortal();
    const form = { parentId: COMMANDS.alpha };
    const answer = await portal.request("systemAdmin", "POST", `${PATH}?move=gone`, { form });
    expect([answer.status, answer.text.includes("Not found.")]).toEqual([404, true]);
  });

  test("explains the next step when there are no commands", async () => {
    const portal = await openPortal();
    portal.db.update(user).set({ commandId: null }).run();
    portal.db.$client.exec("DELETE FROM command");
    expect((await portal.request("systemAdmin", "GET", PATH)).text).toContain("Add the first command below");
    expect((await portal.request("admin", "GET", PATH)).text).toContain("A system administrator can add commands.");
  });
});

describe("a command's page", () => {
  const PATH = `/gov/admin/commands/${COMMANDS.alpha}`;

  test("shows the commands above and below it, and its users", async () => {
    const portal = await openPortal();
    insertCommand(portal, {
      id: "c",
      name: "Charlie",
      abbreviation: "CH",
      parentId: COMMANDS.alpha,
      mission: "To wait.",
    });
    insertCommand(portal, { id: "d", name: "Delta", abbreviation: "DE", parentId: "c" });
    const words = wordsOf((await portal.request("readonly", "GET", "/gov/admin/commands/c")).text);
    for (const part of ["Command alpha (ALPHA)", "Commands under it (1)", "Delta", "Users (0)", "To wait."]) {
      expect(words).toContain(part);
    }
    const alpha = wordsOf((await portal.request("readonly", "GET", PATH)).text);
    expect(alpha).toContain("None (top level)");
    expect(alpha).toContain("Users (3)");
    expect(alpha).toContain("Person lead Command lead None");
  });

  test("offers changes only to system administrators, and refuses others", async () => {
    const portal = await openPortal();
    for (const person of ["readonly", "poc", "lead", "admin"] as const) {
      const { text } = await portal.request(person, "GET", PATH);
      expect(text).not.toMatch(/\?(edit|delete)"|\?move=/);
      expect(text.includes("/gov/admin/users")).toBe(person === "lead" || person === "admin");
      expect((await portal.request(person, "POST", `${PATH}?edit`, { form: { name: "x" } })).status).toBe(403);
      expect((await portal.request(person, "POST", `${PATH}?delete`, { form: {} })).status).toBe(403);
    }
    expect(events(portal)).toEqual([]);
  });

  test("saves edited fields, and clears emptied ones", async () => {
    const portal = await openPortal();
    const form = { name: " Command Able ", abbreviation: "ABLE", echelon: "Corps", location: "Adelphi", mission: "" };
    expect(leadsTo(await portal.request("systemAdmin", "POST", `${PATH}?edit`, { form }))).toEqual([302, PATH]);
    expect(commandRow(portal, COMMANDS.alpha)).toMatchObject({
      name: "Command Able",
      location: "Adelphi",
      mission: null,
    });
    await portal.request("systemAdmin", "POST", `${PATH}?edit`, { form: { ...form, location: "" } });
    expect(commandRow(portal, COMMANDS.alpha)?.location).toBeNull();
    expect(events(portal)).toEqual(["command_updated", "command_updated"]);
  });

  test("keeps the typed text of a refused edit, and ignores another command's id in the form", async () => {
    const portal = await openPortal();
    const form = { id: COMMANDS.bravo, name: "", abbreviation: "BRAVO", echelon: "Corps", location: "", mission: "" };
    const answer = await portal.request("systemAdmin", "POST", `${PATH}?edit`, { form });
    expect(answer.status).toBe(400);
    expect(errorsIn(answer.text).name).toEqual(["required"]);
    expect(answer.text).toContain('value="Corps"');
    const taken = await portal.request("systemAdmin", "POST", `${PATH}?edit`, { form: { ...form, name: "Able" } });
    expect(taken.status).toBe(409);
    expect(taken.text).toContain("A command with this abbreviation already exists.");
    expect(commandRow(portal, COMMANDS.bravo)?.echelon).toBe("Brigade");
  });

  test("offers to delete an unused command, and explains why another cannot be deleted", async () => {
    const portal = await openPortal();
    insertCommand(portal, { id: "empty" });
    const full = await portal.request("systemAdmin", "GET", PATH);
    expect(full.text).not.toContain('?delete"');
    expect(wordsOf(full.text)).toContain("This command still has 3 users. Move everything to another command first.");
    const forced = await portal.request("systemAdmin", "POST", `${PATH}?delete`, { form: {} });
    expect(forced.status).toBe(409);
    expect(forced.text).toContain("There is a problem");

    const empty = await portal.request("systemAdmin", "GET", "/gov/admin/commands/empty");
    expect(empty.text).toMatch(/<details[\s\S]*\?delete"[\s\S]*<\/details>/);
    const deleted = await portal.request("systemAdmin", "POST", "/gov/admin/commands/empty?delete", { form: {} });
    expect(leadsTo(deleted)).toEqual([302, "/gov/admin/commands"]);
    expect((await portal.request("systemAdmin", "GET", "/gov/admin/commands/empty")).status).toBe(404);
    expect(events(portal)).toEqual(["command_deleted"]);
  });
});

describe("the page of government users", () => {
  const PATH = "/gov/admin/users";
  const NEWCOMER = { email: "new@example.test", name: "New Person", password: PASSWORD, title: "" };
  const changeLinks = (html: string) => [...html.matchAll(/[?;]user=([\w-]+)#/g)].map(([, id]) => id).sort();

  test.each([
    ["lead", ["GOV_READONLY", "GOV_POC"], [COMMANDS.alpha], ["poc", "readonly"]],
    [
      "admin",
      ["GOV_READONLY", "GOV_POC", "GOV_COMMAND_LEAD", "GOV_ADMIN"],
      [COMMANDS.alpha, COMMANDS.bravo],
      ["admin", "bravoPoc", "lead", "poc", "readonly"],
    ],
    [
      "systemAdmin",
      ["GOV_READONLY", "GOV_POC", "GOV_COMMAND_LEAD", "GOV_ADMIN", "GOV_SYSTEM_ADMIN"],
      [COMMANDS.alpha, COMMANDS.bravo],
      ["admin", "bravoPoc", "lead", "poc", "readonly", "systemAdmin"],
    ],
  ] as const)("offers %s the roles, commands and people within its reach", async (person, roles, commands, people) => {
    const portal = await openPortal();
    const { text } = await portal.request(person, "GET", PATH);
    expect(offered(text, "role")).toEqual(roles);
    expect(offered(text, "commandId")).toEqual(commands);
    expect(changeLinks(text)).toEqual(people.map(idOf).sort());
    for (const key of ["readonly", "poc", "lead", "admin", "systemAdmin", "bravoPoc"] as const) {
      expect(text).toContain(emailOf(key));
    }
    expect(text).not.toContain(emailOf("acmeUser"));
    expect(text).toContain("the person must change it first");
    // A lead has only its own command to choose, and cannot choose none.
    expect(/<select[^>]*name="commandId"[^>]*>\s*<option value=""/.test(text)).toBe(person !== "lead");
  });

  test("explains, where passwords can be changed, that the person must change it at the first sign-in", async () => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    const { text } = await portal.request("admin", "GET", PATH);
    expect(text).toContain("The person must change it when they first sign in.");
  });

  test("filters by role, command and text, and keeps the filters in the links of the list", async () => {
    const portal = await openPortal();
    const shown = async (query: string) => changeLinks((await portal.request("systemAdmin", "GET", PATH + query)).text);
    expect(await shown("?withRole=GOV_POC")).toEqual([idOf("bravoPoc"), idOf("poc")]);
    expect(await shown(`?withRole=GOV_POC&inCommand=${COMMANDS.bravo}`)).toEqual([idOf("bravoPoc")]);
    expect(await shown("?q=LEAD%40example")).toEqual([idOf("lead")]);
    expect(await shown("?q=person+read&withRole=")).toEqual([idOf("readonly")]);
    const { text } = await portal.request("systemAdmin", "GET", `${PATH}?withRole=GOV_POC`);
    expect(text).toContain(`href="${PATH}?withRole=GOV_POC&amp;user=${idOf("poc")}#change-heading"`);
    expect((await portal.request("systemAdmin", "GET", `${PATH}?q=nobody+at+all`)).text).toContain("No matching users");
  });

  test("splits a long list of people into pages", async () => {
    const portal = await openPortal();
    const row = userRow(portal, idOf("poc"));
    if (!row) throw new Error("There is no point of contact");
    for (let index = 10; index < 40; index += 1) {
      portal.db
        .insert(user)
        .values({ ...row, id: `u-${index}`, email: `u-${index}@example.test`, name: `Aa ${index}` })
        .run();
    }
    const { text } = await portal.request("admin", "GET", `${PATH}?page=2`);
    expect(wordsOf(text)).toContain("Showing 21 to 36 of 36");
    expect(changeLinks(text).slice(-1)).toEqual([idOf("readonly")]);
  });

  test("adds a user, and returns to the list", async () => {
    const portal = await openPortal();
    const form = { ...NEWCOMER, role: "GOV_POC", commandId: "" };
    expect(leadsTo(await portal.request("admin", "POST", `${PATH}?add`, { form }))).toEqual([302, PATH]);
    const row = portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.email, "new@example.test") }).sync();
    expect(row).toMatchObject({ role: "GOV_POC", commandId: null, title: null, mustChangePassword: true });
    expect(events(portal)).toEqual(["gov_user_created"]);
  });

  test("adds a user without a password, and shows a link for choosing one, once", async () => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    const { password: _password, ...newcomer } = NEWCOMER;
    const formKey = randomUUID();
    const form = { ...newcomer, password: "", role: "GOV_POC", commandId: "", formKey };
    const answer = await portal.request("admin", "POST", `${PATH}?add`, { form });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const [, token] = answer.text.match(new RegExp(`value="http://${HOST}/password/([\\w-]{43})"`)) ?? [];
    expect(wordsOf(answer.text)).toContain("Send this link to new@example.test");
    expect(events(portal)).toEqual(["gov_user_created", "password_link_created"]);
    // A second click adds nobody, and neither its response nor the database has the link.
    const again = await portal.request("admin", "POST", `${PATH}?add`, { form });
    expect(leadsTo(again)).toEqual([302, PATH]);
    expect(JSON.stringify([contents(portal), portal.auditRows(), portal.log])).not.toContain(token);
    const set = { token, password: PASSWORD };
    expect((await portal.request(null, "POST", "/api/account/password-link/use", { json: set })).status).toBe(200);
    const credentials = { email: "new@example.test", password: PASSWORD };
    const signedIn = await portal.request(null, "POST", "/api/session", { json: credentials });
    expect(signedIn.body).toMatchObject({ data: { role: "GOV_POC", mustChangePassword: false } });
  });

  test("requires a first password while credentials are locked", async () => {
    const portal = await openPortal();
    const form = { ...NEWCOMER, password: "", role: "GOV_POC", commandId: "" };
    const answer = await portal.request("admin", "POST", `${PATH}?add`, { form });
    expect(answer.status).toBe(400);
    expect(wordsOf(answer.text)).toContain("Enter a password.");
  });

  test("keeps the typed text of a refused user, but never the password", async () => {
    const portal = await openPortal();
    const form = { ...NEWCOMER, email: emailOf("poc"), role: "GOV_POC", commandId: COMMANDS.bravo, title: "Officer" };
    const answer = await portal.request("admin", "POST", `${PATH}?add`, { form });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain("An account with this email address already exists.");
    expect(answer.text).toContain('value="Officer"');
    expect(answer.text).toMatch(new RegExp(`<option[^>]*value="${COMMANDS.bravo}"[^>]*selected`));
    expect(answer.text).not.toContain(PASSWORD);
  });

  test("changes a user and returns to the list with its filters", async () => {
    const portal = await openPortal();
    const address = `${PATH}?withRole=GOV_POC&user=${idOf("poc")}`;
    const shown = await portal.request("admin", "GET", address);
    expect(wordsOf(shown.text)).toContain("Change Person poc");
    expect(shown.text).toContain(`name="userId" value="${idOf("poc")}"`);
    const form = { userId: idOf("poc"), role: "GOV_COMMAND_LEAD", commandId: "", title: " Lead " };
    const answer = await portal.request("admin", "POST", address, { form });
    expect(leadsTo(answer)).toEqual([302, `${PATH}?withRole=GOV_POC`]);
    expect(userRow(portal, idOf("poc"))).toMatchObject({ role: "GOV_COMMAND_LEAD", commandId: null, title: "Lead" });
    expect(events(portal)).toEqual(["gov_user_role_changed", "gov_user_updated"]);
  });

  test.each([
    ["lead", "lead"],
    ["lead", "bravoPoc"],
    ["lead", "admin"],
    ["admin", "systemAdmin"],
  ] as const)("does not let %s change %s, by page or direct request", async (actor: PersonKey, target: PersonKey) => {
    const portal = await openPortal();
    const address = `${PATH}?user=${idOf(target)}`;
    expect((await portal.request(actor, "GET", address)).status).toBe(403);
    const form = { userId: idOf(target), role: "GOV_READONLY", commandId: COMMANDS.alpha, title: "" };
    expect((await portal.request(actor, "POST", address, { form })).status).toBe(403);
    expect(events(portal)).toEqual([]);
  });

  test("finds no industry user, and no missing user", async () => {
    const portal = await openPortal();
    for (const id of [idOf("acmeUser"), "none"]) {
      expect((await portal.request("systemAdmin", "GET", `${PATH}?user=${id}`)).status).toBe(404);
    }
  });

  test("shows next to the role that the last system administrator must stay one", async () => {
    const portal = await openPortal();
    const form = { userId: idOf("systemAdmin"), role: "GOV_POC", commandId: "", title: "Chief" };
    const answer = await portal.request("systemAdmin", "POST", `${PATH}?user=${form.userId}`, { form });
    expect(answer.status).toBe(400);
    expect(errorsIn(answer.text)).toEqual({ role: ["not_allowed"] });
    expect(answer.text).toContain('value="Chief"');
    expect(events(portal)).toEqual(["authorization_failure"]);
  });

  test("sends users who lowered their own role to a page that they may still see", async () => {
    const portal = await openPortal();
    const address = `${PATH}?user=${idOf("admin")}`;
    expect((await portal.request("admin", "GET", address)).text).toContain("This is your own account.");
    const form = { userId: idOf("admin"), role: "GOV_READONLY", commandId: "", title: "" };
    expect(leadsTo(await portal.request("admin", "POST", address, { form }))).toEqual([302, "/gov"]);
  });

  test("explains to a lead without a command why there is nobody to administer", async () => {
    const portal = await openPortal();
    portal.db
      .update(user)
      .set({ commandId: null })
      .where(eq(user.id, idOf("lead")))
      .run();
    const { text } = await portal.request("lead", "GET", PATH);
    expect(text).toContain("You are not in a command");
    expect(text).not.toContain('?add"');
  });
});

describe("the page of tags", () => {
  const PATH = "/gov/admin/tags";

  test("shows how many reviewers follow each tag", async () => {
    const portal = await openPortal();
    for (const label of ["sonar", "lidar"]) insertPresetTag(portal, label);
    setInterests(portal, "poc", "sonar,radar");
    setInterests(portal, "lead", "sonar");
    const { text } = await portal.request("systemAdmin", "GET", PATH);
    const rows = text.split("<tr").map((row) => row.replace(/<[^>]*>/g, " "));
    expect(rows.find((row) => row.includes("sonar"))).toContain("2 followers");
    expect(rows.find((row) => row.includes("lidar"))).toContain("No followers yet");
  });

  test("adds a tag in lower case, and keeps the typed text of a refused one", async () => {
    const portal = await openPortal();
    expect((await portal.request("systemAdmin", "GET", PATH)).text).toContain("No suggested tags yet");
    const add = (label: string) => portal.request("systemAdmin", "POST", `${PATH}?add`, { form: { label } });
    expect(leadsTo(await add(" Edge Computing "))).toEqual([302, PATH]);
    expect((await portal.request("systemAdmin", "GET", PATH)).text).toContain("edge computing");
    const taken = await add("EDGE computing");
    expect(taken.status).toBe(409);
    expect(taken.text).toContain("This tag already exists.");
    const wrong = await add("C_UAS");
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('value="C_UAS"');
    expect(errorsIn(wrong.text)).toEqual({ label: ["invalid"] });
  });

  test("deletes a tag after a confirmation", async () => {
    const portal = await openPortal();
    const id = insertPresetTag(portal, "autonomy");
    const { text } = await portal.request("systemAdmin", "GET", PATH);
    expect(text).toMatch(new RegExp(`<details[\\s\\S]*name="id" value="${id}"[\\s\\S]*</details>`));
    const remove = () => portal.request("systemAdmin", "POST", `${PATH}?delete`, { form: { id } });
    expect((await portal.request("admin", "POST", `${PATH}?delete`, { form: { id } })).status).toBe(403);
    expect(leadsTo(await remove())).toEqual([302, PATH]);
    expect((await remove()).status).toBe(404);
    expect(events(portal)).toEqual(["preset_tag_deleted"]);
  });
});
