import Sqlite from "better-sqlite3";
import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { command, engagement } from "#db/schema";
import { reparentCommand } from "~/domain/command/reparent.server";
import { execute } from "~/operations/execute.server";
import { insertCommand } from "../support/arrange";
import { COMMANDS, idOf, type PersonKey } from "../support/cast";
import { dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const PATH = "/api/gov/admin/commands";
const create = { as: "systemAdmin", method: "POST", path: PATH } as const;
const created = { status: 201, events: ["command_created"] } as const;
const a = (length: number) => "a".repeat(length);
const NEW = { name: "Command Charlie", abbreviation: "CHARLIE", echelon: "Battalion" };

describe("creating a command", () => {
  test("keeps what is sent, trimmed, and answers with id, name and abbreviation", async () => {
    const portal = await openPortal();
    const json = {
      name: " Command Charlie ",
      abbreviation: " CHARLIE ",
      echelon: " Battalion ",
      parentId: COMMANDS.alpha,
      location: " Adelphi ",
      mission: "To find\r\nquiet rotors.",
    };
    const answer = await perform(portal, { ...create, json, ...created });
    const { id } = dataOf<{ id: string }>(answer);
    expect(answer.body).toEqual({ data: { id, name: "Command Charlie", abbreviation: "CHARLIE" } });
    const row = portal.db.query.command.findFirst({ where: (command, { eq }) => eq(command.id, id) }).sync();
    expect(row).toMatchObject({
      ...NEW,
      parentId: COMMANDS.alpha,
      location: "Adelphi",
      mission: "To find\nquiet rotors.",
    });
  });

  const edges: [field: string, value: unknown, what: string, good: boolean][] = [
    ["name", undefined, "missing", false],
    ["name", "  ", "blank", false],
    ["name", "a", "1 character", true],
    ["name", a(200), "200 characters", true],
    ["name", a(201), "201 characters", false],
    ["abbreviation", undefined, "missing", false],
    ["abbreviation", "", "empty", false],
    ["abbreviation", a(50), "50 characters", true],
    ["abbreviation", a(51), "51 characters", false],
    ["echelon", undefined, "missing", false],
    ["echelon", "", "empty", false],
    ["echelon", a(100), "100 characters", true],
    ["echelon", a(101), "101 characters", false],
    ["parentId", null, "null", true],
    ["parentId", "", "empty", false],
    ["parentId", a(255), "an identifier that names nothing", false],
    ["parentId", a(256), "256 characters", false],
    ["location", null, "null", true],
    ["location", a(200), "200 characters", true],
    ["location", a(201), "201 characters", false],
    ["mission", null, "null", true],
    ["mission", a(4000), "4,000 characters", true],
    ["mission", a(4001), "4,001 characters", false],
  ];
  scenarios([
    ...edges.map(([field, value, what, good]) => ({
      name: `${field} ${good ? "may be" : "may not be"} ${what}`,
      ...create,
      json: { ...NEW, [field]: value },
      ...(good ? created : { status: 400, fields: [field] }),
    })),
    {
      name: "of a name that is there in other case is a duplicate",
      ...create,
      json: { ...NEW, name: "COMMAND  alpha" },
      status: 409,
      fields: ["name"],
    },
    {
      name: "of a name and an abbreviation that are there says so of both",
      ...create,
      json: { ...NEW, name: "Command Alpha", abbreviation: "Bravo" },
      status: 409,
      fields: ["name", "abbreviation"],
    },
    {
      name: "of an abbreviation that is there in other case is a duplicate",
      ...create,
      json: { ...NEW, abbreviation: "alpha" },
      status: 409,
      fields: ["abbreviation"],
    },
    { name: "is not for an admin", ...create, as: "admin", json: NEW, status: 403 },
    { name: "is not for a command lead", ...create, as: "lead", json: NEW, status: 403 },
    { name: "is not for industry", ...create, as: "acmeAdmin", json: NEW, status: 403 },
    { name: "needs a session", ...create, as: null, json: NEW, status: 401 },
  ]);
});

const ALPHA = {
  id: COMMANDS.alpha,
  name: "Command alpha",
  abbreviation: "ALPHA",
  echelon: "Brigade",
  parentId: null,
  location: null,
  mission: null,
};
const parentOf = (portal: Portal, id: string) =>
  portal.db.query.command.findFirst({ where: (row, { eq }) => eq(row.id, id) }).sync()?.parentId;

describe("listing commands", () => {
  const list = { as: "lead", method: "GET", path: PATH } as const;
  scenarios([
    {
      name: "shows every command with its fields alone, by name in whatever case",
      ...list,
      given: (portal) => {
        insertCommand(portal, { id: "c", name: "command CHARLIE", abbreviation: "C", parentId: COMMANDS.bravo });
        insertCommand(portal, { id: "z", name: "Another", location: "Adelphi", mission: "To wait." });
        return undefined;
      },
      status: 200,
      after: (_portal, { body }) =>
        expect(body).toEqual({
          data: [
            { ...ALPHA, id: "z", name: "Another", abbreviation: "Z", location: "Adelphi", mission: "To wait." },
            ALPHA,
            { ...ALPHA, id: COMMANDS.bravo, name: "Command bravo", abbreviation: "BRAVO" },
            { ...ALPHA, id: "c", name: "command CHARLIE", abbreviation: "C", parentId: COMMANDS.bravo },
          ],
        }),
    },
    { name: "is for an admin", ...list, as: "admin", status: 200 },
    { name: "is for a system admin", ...list, as: "systemAdmin", status: 200 },
    { name: "is not for a point of contact", ...list, as: "poc", status: 403 },
    { name: "is not for who only reads", ...list, as: "readonly", status: 403 },
    { name: "is not for industry", ...list, as: "acmeAdmin", status: 403 },
    { name: "needs a session", ...list, as: null, status: 401 },
  ]);
});

/** Bravo under Alpha, Charlie and Delta under Bravo. */
function insertHierarchy(portal: Portal): undefined {
  portal.db.update(command).set({ parentId: COMMANDS.alpha }).where(eq(command.id, COMMANDS.bravo)).run();
  insertCommand(portal, { id: "delta", name: "Delta", abbreviation: "D", parentId: COMMANDS.bravo });
  insertCommand(portal, { id: "charlie", name: "charlie", abbreviation: "C", parentId: COMMANDS.bravo });
}

function insertEngagement(portal: Portal, commandId: string): void {
  const row = {
    title: "A demo",
    type: "DEMO",
    status: "PLANNED",
    date: "2026-03-02",
    otherOrganization: "Acme",
  } as const;
  const at = portal.now().toISOString();
  portal.db
    .insert(engagement)
    .values({ id: `engagement-${at}`, ...row, commandId, createdBy: idOf("poc"), createdAt: at, updatedAt: at })
    .run();
}

describe("reading a command", () => {
  const read = { as: "readonly", method: "GET", path: `${PATH}/${COMMANDS.bravo}` } as const;
  scenarios([
    {
      name: "shows what stands above it, below it and in it",
      ...read,
      given(portal) {
        insertHierarchy(portal);
        insertEngagement(portal, COMMANDS.bravo);
        return undefined;
      },
      status: 200,
      after(_portal, { body }) {
        const above = { id: COMMANDS.alpha, name: "Command alpha", abbreviation: "ALPHA" };
        expect(body).toEqual({
          data: {
            ...ALPHA,
            id: COMMANDS.bravo,
            name: "Command bravo",
            abbreviation: "BRAVO",
            parentId: COMMANDS.alpha,
            parent: above,
            ancestors: [above],
            children: [
              { id: "charlie", name: "charlie", abbreviation: "C", echelon: "Brigade" },
              { id: "delta", name: "Delta", abbreviation: "D", echelon: "Brigade" },
            ],
            users: [{ id: idOf("bravoPoc"), name: "Person bravoPoc", role: "GOV_POC", title: null }],
            counts: { children: 2, users: 1, engagements: 1 },
          },
        });
      },
    },
    {
      name: "names its ancestors from the root down",
      ...read,
      path: `${PATH}/delta`,
      given: insertHierarchy,
      status: 200,
      body: {
        data: {
          parent: { id: COMMANDS.bravo },
          ancestors: [{ id: COMMANDS.alpha }, { id: COMMANDS.bravo }],
          children: [],
          users: [],
          counts: { children: 0, users: 0, engagements: 0 },
        },
      },
    },
    {
      name: "of the top level has no parent",
      ...read,
      path: `${PATH}/${COMMANDS.alpha}`,
      status: 200,
      body: { data: { parent: null, ancestors: [] } },
    },
    { name: "finds none that is not there", ...read, path: `${PATH}/none`, status: 404 },
    { name: "is for a point of contact", ...read, as: "poc", status: 200 },
    { name: "is not for industry", ...read, as: "acmeUser", status: 403 },
    { name: "needs a session", ...read, as: null, status: 401 },
  ]);
});

describe("changing a command", () => {
  const change = { as: "systemAdmin", method: "PATCH", path: `${PATH}/${COMMANDS.alpha}` } as const;
  const updated = { status: 200, events: ["command_updated"] } as const;

  test("keeps what is sent, trimmed, answers with the command and audits what differs", async () => {
    const portal = await openPortal();
    portal.advance(1000);
    const answer = await perform(portal, {
      ...change,
      json: { name: " Command Able ", echelon: "Brigade", location: " Adelphi ", mission: "To find\r\nrotors." },
      ...updated,
    });
    const changed = { ...ALPHA, name: "Command Able", location: "Adelphi", mission: "To find\nrotors." };
    expect(answer.body).toEqual({ data: changed });
    const row = portal.db.query.command.findFirst({ where: (row, { eq }) => eq(row.id, COMMANDS.alpha) }).sync();
    expect(row).toMatchObject({ ...changed, nameKey: "command able", updatedAt: portal.now().toISOString() });
    expect(portal.auditRows()[0]).toMatchObject({ targetType: "command", targetId: COMMANDS.alpha });
    expect(JSON.parse(portal.auditRows()[0]?.details ?? "")).toEqual({
      before: { name: "Command alpha", location: null, mission: null },
      after: { name: "Command Able", location: "Adelphi", mission: "To find\nrotors." },
    });
  });

  const edges: [field: string, value: unknown, what: string, good: boolean][] = [
    ["name", null, "null", false],
    ["name", " ", "blank", false],
    ["name", 7, "a number", false],
    ["name", a(200), "200 characters", true],
    ["name", a(201), "201 characters", false],
    ["abbreviation", "", "empty", false],
    ["abbreviation", a(50), "50 characters", true],
    ["abbreviation", a(51), "51 characters", false],
    ["echelon", "", "empty", false],
    ["echelon", a(100), "100 characters", true],
    ["echelon", a(101), "101 characters", false],
    ["location", a(200), "200 characters", true],
    ["location", a(201), "201 characters", false],
    ["mission", a(4000), "4,000 characters", true],
    ["mission", a(4001), "4,001 characters", false],
  ];
  scenarios([
    ...edges.map(([field, value, what, good]) => ({
      name: `${field} ${good ? "may become" : "may not become"} ${what}`,
      ...change,
      json: { [field]: value },
      ...(good ? updated : { status: 400, fields: [field] }),
    })),
    {
      name: "null and empty text take away what is optional",
      ...change,
      given: (portal) =>
        void portal.db
          .update(command)
          .set({ location: "Adelphi", mission: "To wait." })
          .where(eq(command.id, COMMANDS.alpha))
          .run(),
      json: { location: null, mission: "" },
      ...updated,
      body: { data: { location: null, mission: null } },
    },
    { name: "of nothing changes nothing and is not audited", ...change, json: {}, status: 200, body: { data: ALPHA } },
    {
      name: "to what it is already is not audited",
      ...change,
      json: { name: "Command alpha", location: null },
      status: 200,
      body: { data: ALPHA },
    },
    {
      name: "does not move it, whatever is sent",
      ...change,
      json: { parentId: COMMANDS.bravo },
      status: 200,
      body: { data: ALPHA },
    },
    { name: "may change the case of its own name alone", ...change, json: { name: "COMMAND alpha" }, ...updated },
    {
      name: "refuses another's name in other case",
      ...change,
      json: { name: "command  BRAVO" },
      status: 409,
      fields: ["name"],
    },
    {
      name: "refuses another's abbreviation in other case",
      ...change,
      json: { abbreviation: "bravo" },
      status: 409,
      fields: ["abbreviation"],
    },
    { name: "finds none that is not there", ...change, path: `${PATH}/none`, json: { name: "x" }, status: 404 },
    { name: "looks at the fields before the record", ...change, path: `${PATH}/none`, json: { name: "" }, status: 400 },
    { name: "is not for an admin", ...change, as: "admin", json: { name: "x" }, status: 403 },
    { name: "is not for a command lead", ...change, as: "lead", json: { name: "x" }, status: 403 },
    { name: "is not for industry", ...change, as: "acmeAdmin", json: { name: "x" }, status: 403 },
    { name: "needs a session", ...change, as: null, json: { name: "x" }, status: 401 },
  ]);
});

describe("deleting a command", () => {
  const remove = { as: "systemAdmin", method: "DELETE", path: `${PATH}/empty` } as const;
  const given = (portal: Portal) => void insertCommand(portal, { id: "empty", location: "Adelphi" });
  const full = (portal: Portal): undefined => {
    insertHierarchy(portal);
    insertEngagement(portal, COMMANDS.bravo);
  };
  scenarios([
    {
      name: "deletes one that nothing belongs to, and audits what it was",
      ...remove,
      given,
      status: 200,
      events: ["command_deleted"],
      body: { data: { id: "empty" } },
      after(portal) {
        expect(parentOf(portal, "empty")).toBeUndefined();
        expect(JSON.parse(portal.auditRows()[0]?.details ?? "")).toMatchObject({ before: { location: "Adelphi" } });
      },
    },
    {
      name: "is refused while commands, users and engagements belong to it, and says how many",
      ...remove,
      path: `${PATH}/${COMMANDS.bravo}`,
      given: full,
      status: 409,
      body: { error: "A command that has 2 commands under it, 1 user and 1 engagement cannot be deleted" },
    },
    {
      name: "is refused while one command stands under it",
      ...remove,
      given(portal) {
        given(portal);
        insertCommand(portal, { parentId: "empty" });
        return undefined;
      },
      status: 409,
      body: { error: "A command that has 1 command under it cannot be deleted" },
    },
    {
      name: "is refused while it has users",
      ...remove,
      path: `${PATH}/${COMMANDS.alpha}`,
      status: 409,
      body: { error: "A command that has 3 users cannot be deleted" },
    },
    {
      name: "is refused while it has an engagement",
      ...remove,
      given(portal) {
        given(portal);
        insertEngagement(portal, "empty");
        return undefined;
      },
      status: 409,
      body: { error: "A command that has 1 engagement cannot be deleted" },
    },
    { name: "finds none that is not there", ...remove, status: 404 },
    { name: "is not for an admin", ...remove, given, as: "admin", status: 403 },
    { name: "is not for a command lead", ...remove, given, as: "lead", status: 403 },
    { name: "needs a session", ...remove, given, as: null, status: 401 },
  ]);
});

const reparent = (id: string, json: object, as: PersonKey | null = "systemAdmin") =>
  ({ as, method: "PATCH", path: `${PATH}/${id}/parent`, json }) as const;

describe("moving a command", () => {
  const moved = { status: 200, events: ["command_reparented"] } as const;
  const given = insertHierarchy;
  scenarios([
    {
      name: "puts it under another, and audits the parent that was replaced",
      ...reparent("delta", { parentId: COMMANDS.alpha }),
      given,
      ...moved,
      after(portal, { body }) {
        expect(body).toEqual({
          data: { ...ALPHA, id: "delta", name: "Delta", abbreviation: "D", parentId: COMMANDS.alpha },
        });
        expect(parentOf(portal, "delta")).toBe(COMMANDS.alpha);
        expect(portal.auditRows()[0]).toMatchObject({
          targetType: "command",
          targetId: "delta",
          details: JSON.stringify({ before: { parentId: COMMANDS.bravo }, after: { parentId: COMMANDS.alpha } }),
        });
      },
    },
    {
      name: "to the top level is asked for by null",
      ...reparent("delta", { parentId: null }),
      given,
      ...moved,
      body: { data: { id: "delta", parentId: null } },
    },
    {
      name: "to where it stands is not audited",
      ...reparent("delta", { parentId: COMMANDS.bravo }),
      given,
      status: 200,
      body: { data: { parentId: COMMANDS.bravo } },
    },
    {
      name: "of the top level to the top level is not audited",
      ...reparent("command-alpha", { parentId: null }),
      status: 200,
    },
    {
      name: "under itself is refused",
      ...reparent("delta", { parentId: "delta" }),
      given,
      status: 400,
      fields: ["parentId"],
    },
    {
      name: "under its child is refused",
      ...reparent(COMMANDS.bravo, { parentId: "delta" }),
      given,
      status: 400,
      fields: ["parentId"],
    },
    {
      name: "under its child's child is refused",
      ...reparent(COMMANDS.alpha, { parentId: "delta" }),
      given,
      status: 400,
      fields: ["parentId"],
    },
    { name: "needs a parent", ...reparent("delta", {}), given, status: 400, fields: ["parentId"] },
    { name: "takes no empty parent", ...reparent("delta", { parentId: "" }), given, status: 400, fields: ["parentId"] },
    {
      name: "takes no number for a parent",
      ...reparent("delta", { parentId: 7 }),
      given,
      status: 400,
      fields: ["parentId"],
    },
    {
      name: "takes no parent of 256 characters",
      ...reparent("delta", { parentId: a(256) }),
      given,
      status: 400,
      fields: ["parentId"],
    },
    { name: "finds no parent that is not there", ...reparent("delta", { parentId: a(255) }), given, status: 404 },
    { name: "finds no command that is not there", ...reparent("none", { parentId: COMMANDS.alpha }), status: 404 },
    { name: "finds no command under itself that is not there", ...reparent("none", { parentId: "none" }), status: 404 },
    { name: "is not for an admin", ...reparent("delta", { parentId: null }, "admin"), given, status: 403 },
    { name: "is not for a command lead", ...reparent("delta", { parentId: null }, "lead"), given, status: 403 },
    { name: "is not for industry", ...reparent("delta", { parentId: null }, "acmeAdmin"), given, status: 403 },
    { name: "needs a session", ...reparent("delta", { parentId: null }, null), given, status: 401 },
  ]);
});

describe("a write lock that somebody else holds", () => {
  /** A second connection to the same file, as another program would have it, in a transaction of its own. */
  function holdLock(portal: Portal): Sqlite.Database {
    const other = new Sqlite(portal.services.settings.databasePath);
    onTestFinished(() => void other.close());
    other.exec("BEGIN IMMEDIATE");
    return other;
  }
  const waitOf = (portal: Portal) => portal.db.$client.pragma("busy_timeout", { simple: true });
  const under = (parentId: string | null) => reparent(COMMANDS.bravo, { parentId });

  test("makes a move a conflict, lets others read in between, and leaves the connection as it was", async () => {
    const portal = await openPortal();
    portal.cookieOf("poc");
    portal.cookieOf("systemAdmin");
    // Long enough for the sessions to be marked as seen again, which is left out while the lock is held.
    portal.advance(2 * MINUTE);
    const other = holdLock(portal);
    let answered = false;
    const move = perform(portal, { ...under(COMMANDS.alpha), status: 409 }).then(() => {
      answered = true;
    });
    expect((await portal.request("poc", "GET", "/api/session")).status).toBe(200);
    expect(answered).toBe(false);
    await move;
    expect(waitOf(portal)).toBe(5000);
    other.exec("ROLLBACK");
    await perform(portal, { ...under(COMMANDS.alpha), status: 200, events: ["command_reparented"] });
  });

  /** Moves Bravo under Alpha with a clock that lets the lock go once it was looked at so often. */
  async function moveWithLockFor(portal: Portal, tries: number): Promise<{ looked: number }> {
    const other = holdLock(portal);
    const seen = { looked: 0 };
    const actor = portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.id, idOf("systemAdmin")) }).sync();
    if (!actor) throw new Error("There is no system administrator");
    const caller = { actor, sessionHash: null, ip: "192.0.2.1", userAgent: null, requestId: "request", origin: "" };
    const clock = () => {
      seen.looked += 1;
      // The first look is at the start, and one comes before each try. What is set here runs between two tries.
      if (seen.looked === 1 + tries) setImmediate(() => other.exec("ROLLBACK"));
      return portal.now();
    };
    await execute(reparentCommand, { ...portal.services, clock }, caller, () => ({
      value: { id: COMMANDS.bravo, parentId: COMMANDS.alpha },
    }));
    return seen;
  }

  for (const tries of [1, 2]) {
    test(`is waited for when it is let go after ${tries === 1 ? "one try" : "two tries"}`, async () => {
      const portal = await openPortal();
      expect(await moveWithLockFor(portal, tries)).toEqual({ looked: 2 + tries });
      expect(parentOf(portal, COMMANDS.bravo)).toBe(COMMANDS.alpha);
      expect(portal.auditRows().map(({ event }) => event)).toEqual(["command_reparented"]);
      expect(waitOf(portal)).toBe(5000);
    });
  }

  test("is waited for no longer than three tries", async () => {
    const portal = await openPortal();
    await expect(moveWithLockFor(portal, Number.POSITIVE_INFINITY)).rejects.toMatchObject({ code: "conflict" });
    expect(parentOf(portal, COMMANDS.bravo)).toBeNull();
  });
});
