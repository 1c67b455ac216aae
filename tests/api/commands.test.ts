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
  test("trims and stores what is sent, and returns the id, name and abbreviation", async () => {
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
      name: "with an existing name in another case is a duplicate",
      ...create,
      json: { ...NEW, name: "COMMAND  alpha" },
      status: 409,
      fields: ["name"],
    },
    {
      name: "with an existing name and abbreviation reports both",
      ...create,
      json: { ...NEW, name: "Command Alpha", abbreviation: "Bravo" },
      status: 409,
      fields: ["name", "abbreviation"],
    },
    {
      name: "with an existing abbreviation in another case is a duplicate",
      ...create,
      json: { ...NEW, abbreviation: "alpha" },
      status: 409,
      fields: ["abbreviation"],
    },
    { name: "is not for an admin", ...create, as: "admin", json: NEW, status: 403 },
    { name: "is not for a command lead", ...create, as: "lead", json: NEW, status: 403 },
    { name: "is not for industry", ...create, as: "acmeAdmin", json: NEW, status: 403 },
    { name: "requires a session", ...create, as: null, json: NEW, status: 401 },
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
      name: "shows every command with only its fields, by name in any case",
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
    { name: "is not for a read-only user", ...list, as: "readonly", status: 403 },
    { name: "is not for industry", ...list, as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...list, as: null, status: 401 },
  ]);
});

/** Bravo is under Alpha. Charlie and Delta are under Bravo. */
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
      name: "shows the commands above and below it, and its users",
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
            users: [{ id: idOf("bravoPoc"), name: "Person bravoPoc", role: "GOV_POC", title: null, active: true }],
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
      name: "at the top level has no parent",
      ...read,
      path: `${PATH}/${COMMANDS.alpha}`,
      status: 200,
      body: { data: { parent: null, ancestors: [] } },
    },
    { name: "returns 404 for a missing one", ...read, path: `${PATH}/none`, status: 404 },
    { name: "is for a point of contact", ...read, as: "poc", status: 200 },
    { name: "is not for industry", ...read, as: "acmeUser", status: 403 },
    { name: "requires a session", ...read, as: null, status: 401 },
  ]);
});

describe("changing a command", () => {
  const change = { as: "systemAdmin", method: "PATCH", path: `${PATH}/${COMMANDS.alpha}` } as const;
  const updated = { status: 200, events: ["command_updated"] } as const;

  test("trims and stores what is sent, returns the command and audits the changed fields", async () => {
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
      name: "null and empty text clear optional fields",
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
      name: "to its current value is not audited",
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
    { name: "can change only the case of its own name", ...change, json: { name: "COMMAND alpha" }, ...updated },
    {
      name: "refuses another's name in a different case",
      ...change,
      json: { name: "command  BRAVO" },
      status: 409,
      fields: ["name"],
    },
    {
      name: "refuses another's abbreviation in a different case",
      ...change,
      json: { abbreviation: "bravo" },
      status: 409,
      fields: ["abbreviation"],
    },
    { name: "returns 404 for a missing one", ...change, path: `${PATH}/none`, json: { name: "x" }, status: 404 },
    {
      name: "the server checks the fields before it looks up the record",
      ...change,
      path: `${PATH}/none`,
      json: { name: "" },
      status: 400,
    },
    { name: "is not for an admin", ...change, as: "admin", json: { name: "x" }, status: 403 },
    { name: "is not for a command lead", ...change, as: "lead", json: { name: "x" }, status: 403 },
    { name: "is not for industry", ...change, as: "acmeAdmin", json: { name: "x" }, status: 403 },
    { name: "requires a session", ...change, as: null, json: { name: "x" }, status: 401 },
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
      name: "deletes an unused one, and audits its former values",
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
      name: "is refused while it has commands, users and engagements, and reports how many",
      ...remove,
      path: `${PATH}/${COMMANDS.bravo}`,
      given: full,
      status: 409,
      body: {
        error:
          "This command still has 2 commands under it, 1 user and 1 engagement. Move everything to another command first",
      },
    },
    {
      name: "is refused while it has one command under it",
      ...remove,
      given(portal) {
        given(portal);
        insertCommand(portal, { parentId: "empty" });
        return undefined;
      },
      status: 409,
      body: { error: "This command still has 1 command under it. Move everything to another command first" },
    },
    {
      name: "is refused while it has users",
      ...remove,
      path: `${PATH}/${COMMANDS.alpha}`,
      status: 409,
      body: { error: "This command still has 3 users. Move everything to another command first" },
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
      body: { error: "This command still has 1 engagement. Move everything to another command first" },
    },
    { name: "returns 404 for a missing one", ...remove, status: 404 },
    { name: "is not for an admin", ...remove, given, as: "admin", status: 403 },
    { name: "is not for a command lead", ...remove, given, as: "lead", status: 403 },
    { name: "requires a session", ...remove, given, as: null, status: 401 },
  ]);
});

const reparent = (id: string, json: object, as: PersonKey | null = "systemAdmin") =>
  ({ as, method: "PATCH", path: `${PATH}/${id}/parent`, json }) as const;

describe("moving a command", () => {
  const moved = { status: 200, events: ["command_reparented"] } as const;
  const given = insertHierarchy;
  scenarios([
    {
      name: "puts it under another, and audits the former parent",
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
      name: "to the top level is requested by null",
      ...reparent("delta", { parentId: null }),
      given,
      ...moved,
      body: { data: { id: "delta", parentId: null } },
    },
    {
      name: "to its current parent is not audited",
      ...reparent("delta", { parentId: COMMANDS.bravo }),
      given,
      status: 200,
      body: { data: { parentId: COMMANDS.bravo } },
    },
    {
      name: "from the top level to the top level is not audited",
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
    { name: "requires a parent", ...reparent("delta", {}), given, status: 400, fields: ["parentId"] },
    {
      name: "refuses an empty parent",
      ...reparent("delta", { parentId: "" }),
      given,
      status: 400,
      fields: ["parentId"],
    },
    {
      name: "refuses a number as the parent",
      ...reparent("delta", { parentId: 7 }),
      given,
      status: 400,
      fields: ["parentId"],
    },
    {
      name: "refuses a parent of 256 characters",
      ...reparent("delta", { parentId: a(256) }),
      given,
      status: 400,
      fields: ["parentId"],
    },
    { name: "finds no missing parent", ...reparent("delta", { parentId: a(255) }), given, status: 404 },
    { name: "finds no missing command", ...reparent("none", { parentId: COMMANDS.alpha }), status: 404 },
    {
      name: "reports a missing command before a missing parent",
      ...reparent("none", { parentId: "none" }),
      status: 404,
    },
    { name: "is not for an admin", ...reparent("delta", { parentId: null }, "admin"), given, status: 403 },
    { name: "is not for a command lead", ...reparent("delta", { parentId: null }, "lead"), given, status: 403 },
    { name: "is not for industry", ...reparent("delta", { parentId: null }, "acmeAdmin"), given, status: 403 },
    { name: "requires a session", ...reparent("delta", { parentId: null }, null), given, status: 401 },
  ]);
});

describe("a write lock of another program", () => {
  /** Opens a second connection to the same file, as another program would, with its own transaction. */
  function holdLock(portal: Portal): Sqlite.Database {
    const other = new Sqlite(portal.services.settings.databasePath);
    onTestFinished(() => void other.close());
    other.exec("BEGIN IMMEDIATE");
    return other;
  }
  const waitOf = (portal: Portal) => portal.db.$client.pragma("busy_timeout", { simple: true });
  const under = (parentId: string | null) => reparent(COMMANDS.bravo, { parentId });

  test("causes a conflict for a move, allows reads meanwhile, and leaves the connection unchanged", async () => {
    const portal = await openPortal();
    portal.cookieOf("poc");
    portal.cookieOf("systemAdmin");
    // After this long, requests would update the sessions' last-seen times. The server skips that during the lock.
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

  /** Moves Bravo under Alpha with a clock that releases the lock after it was read this many times. */
  async function moveWithLockFor(portal: Portal, tries: number): Promise<{ looked: number }> {
    const other = holdLock(portal);
    const seen = { looked: 0 };
    const actor = portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.id, idOf("systemAdmin")) }).sync();
    if (!actor) throw new Error("There is no system administrator");
    const caller = {
      actor: { ...actor, hasSecondFactor: false },
      sessionHash: null,
      ip: "192.0.2.1",
      userAgent: null,
      requestId: "request",
      origin: "",
    };
    const clock = () => {
      seen.looked += 1;
      // The server reads the clock once at the start and once before each try. These callbacks run between two tries.
      if (seen.looked === 1 + tries) setImmediate(() => other.exec("ROLLBACK"));
      return portal.now();
    };
    await execute(reparentCommand, { ...portal.services, clock }, caller, () => ({
      value: { id: COMMANDS.bravo, parentId: COMMANDS.alpha },
    }));
    return seen;
  }

  for (const tries of [1, 2]) {
    test(`lets the move finish if it is released after ${tries === 1 ? "one try" : "two tries"}`, async () => {
      const portal = await openPortal();
      expect(await moveWithLockFor(portal, tries)).toEqual({ looked: 2 + tries });
      expect(parentOf(portal, COMMANDS.bravo)).toBe(COMMANDS.alpha);
      expect(portal.auditRows().map(({ event }) => event)).toEqual(["command_reparented"]);
      expect(waitOf(portal)).toBe(5000);
    });
  }

  test("makes the move fail after three tries", async () => {
    const portal = await openPortal();
    await expect(moveWithLockFor(portal, Number.POSITIVE_INFINITY)).rejects.toMatchObject({ code: "conflict" });
    expect(parentOf(portal, COMMANDS.bravo)).toBeNull();
  });
});
