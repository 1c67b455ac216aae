import { describe, expect, test } from "vitest";
import { COMMANDS } from "../support/cast";
import { dataOf, openPortal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const create = { as: "systemAdmin", method: "POST", path: "/api/gov/admin/commands" } as const;
const created = { status: 201, events: ["command_created"] } as const;
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

  const a = (length: number) => "a".repeat(length);
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
