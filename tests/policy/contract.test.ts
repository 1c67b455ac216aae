import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as enumerations from "#db/enumerations";
import { AUDIT_EVENTS, outcomeOf } from "~/audit/events";
import { assignableRoles } from "~/domain/account-administration/government-tiers";
import { movesFrom, transition } from "~/domain/call/rules";
import { maySetStatus, SETTABLE_STATUSES } from "~/domain/submission/rules";
import { POLICY } from "~/policy/policy";
import { SOURCES } from "~/search/sources";
import { ERROR_STATUS } from "~/values/errors";
import * as limits from "~/values/limits";
import { KB, MB, type RateLimit } from "~/values/limits";
import type { JsonSchema } from "~/web/openapi/types";
import { documentOf } from "../support/documented";
import { openPortal } from "../support/portal";
import { declaredEndpoints } from "../support/routes";

/*
 * docs/contract.md states the service's rules for people. These tests compare each of its tables with the code, so that
 * the document and the code cannot drift apart.
 */

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CONTRACT = readFileSync(`${ROOT}docs/contract.md`, "utf8");

type Row = Record<string, string>;

interface Table {
  /** The last line of text before the table. */
  caption: string;
  columns: string[];
  rows: Row[];
}

/** The tables of a Markdown document, each row by the names of its columns. */
function tablesOf(markdown: string): Table[] {
  const lines = markdown.split("\n");
  const cellsOf = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  return lines.flatMap((line, at) => {
    if (!/^\|(-+\|)+$/.test(line)) return [];
    const columns = cellsOf(lines[at - 1] ?? "");
    const after = lines.slice(at + 1);
    const end = after.findIndex((next) => !next.startsWith("|"));
    const rows = after.slice(0, end).map((row) => {
      const cells = cellsOf(row);
      return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""]));
    });
    const caption = lines.slice(0, at - 1).findLast((text) => text !== "") ?? "";
    return [{ caption, columns, rows }];
  });
}

const TABLES = tablesOf(CONTRACT);

/** The rows of every table whose first columns have these names. */
function rowsOf(...columns: string[]): Row[] {
  const rows = TABLES.filter((table) => columns.every((column, at) => table.columns[at] === column)).flatMap(
    (table) => table.rows,
  );
  expect(rows, columns.join(", ")).not.toEqual([]);
  return rows;
}

const cell = (row: Row, column: string): string => row[column] ?? "";
/** The text in backquotes. */
const coded = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([number]) => Number(number.replaceAll(",", "")));

/** "GET /api/gov/calls/<id>" names the endpoint "GET api/gov/calls/:id". */
const keyOf = (route: string) => route.replace(" /", " ").replace(/<(\w+)>/g, ":$1");

/** The method and the path of an endpoint in the API's document: "GET api/gov/calls/:id" is `get /api/gov/calls/{id}`. */
function placeInDocument(key: string): [path: string, method: string] {
  const [method = "", path = ""] = key.split(" ");
  return [`/${path.replace(/:(\w+)/g, "{$1}")}`, method.toLowerCase()];
}

const ROUTES = rowsOf("Route", "Gate", "Success").map((row) => {
  const [route = ""] = coded(cell(row, "Route"));
  return { row, key: keyOf(route) };
});

async function openDocument() {
  const { services } = await openPortal();
  return documentOf(services.settings);
}

describe("the routes of the contract", () => {
  test("are exactly the server's routes, each once", () => {
    expect(ROUTES.map(({ key }) => key).sort()).toEqual(declaredEndpoints.map(({ key }) => key).sort());
  });

  test("have the gates, statuses of success and audit events that the code declares", () => {
    const declared = declaredEndpoints.map(({ key, endpoint: { gate, status, call } }) => ({
      key,
      gate,
      status,
      events: call.kind === "operation" ? [...call.events].sort() : [],
    }));
    const stated = ROUTES.map(({ key, row }) => ({
      key,
      gate: cell(row, "Gate"),
      status: Number(cell(row, "Success")),
      events: coded(cell(row, "Audit events")).sort(),
    }));
    const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1);
    expect(stated.sort(byKey)).toEqual(declared.sort(byKey));
  });

  test("have the other statuses that the API document lists", async () => {
    const { paths } = await openDocument();
    for (const { key, row } of ROUTES) {
      const [path, method] = placeInDocument(key);
      const described = paths[path]?.[method];
      const documented = Object.keys(described?.responses ?? {}).map(Number);
      const also = numbersIn(cell(row, "Also")).filter((number) => number >= 300);
      const stated = [...new Set([Number(cell(row, "Success")), ...also, ...sharedStatuses(key, cell(row, "Gate"))])];
      expect(stated.sort(), key).toEqual(documented.sort());
    }
  });
});

/** The routes that the contract lists as taking no body, as keys of endpoints. */
const WITHOUT_BODY = [...(CONTRACT.match(/^- 400, 408 and 413: .*$/m)?.[0] ?? "").matchAll(/`(\w+ \/[^`]+)`/g)].map(
  ([, route = ""]) => keyOf(route),
);

test("the routes that take no body are the ones that the contract lists", () => {
  const declared = declaredEndpoints.filter(({ endpoint }) => endpoint.body === "none").map(({ key }) => key);
  expect(declared.sort()).toEqual(WITHOUT_BODY.toSorted());
});

/** The statuses of the section "Statuses that many routes share". */
function sharedStatuses(key: string, gate: string): number[] {
  const [method = "", path = ""] = key.split(" ");
  const writes = method !== "GET";
  const needsSession = gate !== "public";
  const takesBody = ["POST", "PUT", "PATCH"].includes(method) && !WITHOUT_BODY.includes(key);
  return [
    500,
    503,
    ...(needsSession ? [401] : []),
    ...((needsSession && key !== "GET api/session") || writes ? [403] : []),
    ...(path.includes(":") ? [404] : []),
    ...(writes && key !== "DELETE api/session" ? [429] : []),
    ...(takesBody ? [400, 408, 413] : []),
  ];
}

test("the permissions of the contract are the policy's", () => {
  const stated = rowsOf("Gate", "GOV_READONLY").map(({ Gate, ...reaches }) => [
    Gate,
    Object.fromEntries(Object.entries(reaches).filter(([, reach]) => reach !== "")),
  ]);
  expect(Object.fromEntries(stated)).toEqual(POLICY);
});

test("the roles that each caller may assign match the code", () => {
  for (const row of rowsOf("Caller", "May assign")) {
    const [caller = ""] = coded(cell(row, "Caller"));
    expect(coded(cell(row, "May assign")), caller).toEqual(assignableRoles(caller as enumerations.Role));
  }
  const callers = enumerations.ROLES.filter((role) => assignableRoles(role).length > 0);
  expect(rowsOf("Caller", "May assign").flatMap((row) => coded(cell(row, "Caller")))).toEqual(callers);
});

test("the error codes of the contract have the statuses of the code", () => {
  const stated = rowsOf("Code", "Status").map((row) => [coded(cell(row, "Code"))[0], Number(cell(row, "Status"))]);
  expect(Object.fromEntries(stated)).toEqual(ERROR_STATUS);
});

test("the closed lists of the contract match the code", () => {
  const stated = rowsOf("List", "Values").filter((row) => cell(row, "List") !== "Role");
  const listed = Object.entries(enumerations).filter(([name]) => name !== "ROLES");
  expect(stated.map((row) => coded(cell(row, "Values")).join()).sort()).toEqual(
    listed.map(([, values]) => values.join()).sort(),
  );
});

describe("the limits of the contract", () => {
  /** The value of a name such as `LIMITS.json.depth`. */
  const constantNamed = (name: string): unknown =>
    name.split(".").reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], limits);

  test("on rates have the numbers, windows and subjects of the code", () => {
    for (const row of rowsOf("Rate limit", "Allowed")) {
      const [name = ""] = coded(cell(row, "Name"));
      const [, max, length, unit] = cell(row, "Allowed").match(/^([\d,]+) in (\d+) (minute|second)s?$/) ?? [];
      const limit = constantNamed(name) as RateLimit | undefined;
      expect(Number(max?.replaceAll(",", "")), name).toBe(limit?.max);
      expect(Number(length) * (unit === "minute" ? 60 : 1), name).toBe(limit?.windowSeconds);
      expect(cell(row, "Per").replace("client address", "ip"), name).toBe(limit?.subject);
    }
  });

  test("on rates are complete", () => {
    const names = rowsOf("Rate limit", "Allowed").flatMap((row) => coded(cell(row, "Name")));
    const { RATE_LIMITS, WRITE_LIMITS, DRAFT_LIMITS } = limits;
    const declared = Object.entries({ RATE_LIMITS, WRITE_LIMITS, DRAFT_LIMITS }).flatMap(([group, members]) =>
      Object.keys(members).map((member) => `${group}.${member}`),
    );
    expect(names.sort()).toEqual(declared.sort());
  });

  test("on sizes and counts have the values of the code", () => {
    for (const row of rowsOf("Bound", "Value")) {
      const [name = ""] = coded(cell(row, "Name"));
      const [number = Number.NaN] = numbersIn(cell(row, "Value"));
      const unit = cell(row, "Value").endsWith(" MB") ? MB : cell(row, "Value").endsWith(" KB") ? KB : 1;
      expect(number * unit, name).toBe(constantNamed(name));
    }
  });
});

describe("the fields of the contract", () => {
  const tables = TABLES.filter(({ columns }) => columns[0] === "Field");

  /** The schema of a field, without the null and the empty text that clear it. */
  const variantOf = (schema: JsonSchema): JsonSchema =>
    schema.anyOf?.find(({ type, const: only }) => type !== "null" && only !== "") ?? schema;

  const lists = rowsOf("List", "Values").map((row) => ({
    name: cell(row, "List").toLowerCase(),
    values: coded(cell(row, "Values")),
  }));
  /** The values that a rule allows: the ones it lists, or those of a closed list that it names. */
  const allowedBy = (rule: string): string[] => {
    const named = lists.filter(({ name }) => rule.toLowerCase().includes(` ${name}`));
    return named.toSorted((one, other) => other.name.length - one.name.length)[0]?.values ?? coded(rule);
  };

  test.each(tables.map((table) => [coded(table.caption)[0] ?? table.caption, table] as const))(
    "of %s match its schema, with lengths and values",
    async (route, { rows }) => {
      const [path, method] = placeInDocument(keyOf(route));
      const { paths } = await openDocument();
      const body = paths[path]?.[method]?.requestBody?.content;
      const schema = Object.values(body ?? {})[0]?.schema;
      const properties = Object.entries(schema?.properties ?? {}) as [string, JsonSchema][];
      expect(rows.flatMap((row) => coded(cell(row, "Field"))).sort()).toEqual(properties.map(([name]) => name).sort());

      for (const row of rows) {
        const [name = ""] = coded(cell(row, "Field"));
        const rule = cell(row, "Rule");
        const field = variantOf(properties.find(([property]) => property === name)?.[1] ?? {});
        expect(rule.startsWith("Required."), `${route} ${name} is required`).toBe(
          ((schema?.required ?? []) as string[]).includes(name),
        );
        if (field.enum) expect(allowedBy(rule).sort(), `${route} ${name}`).toEqual([...field.enum].sort());
        const [, from, least, most] = rule.match(/(?:(\d+) to |([Uu]p) to )([\d,]+) characters/) ?? [];
        if (field.maxLength === undefined) {
          expect(most, `${route} ${name} has no length in its schema`).toBeUndefined();
          continue;
        }
        expect(Number(most?.replaceAll(",", "")), `${route} ${name} at most`).toBe(field.maxLength);
        if (from !== undefined) expect(Number(from), `${route} ${name} at least`).toBe(field.minLength);
        else expect(least, `${route} ${name} has a length`).toMatch(/up/i);
      }
    },
  );
});

test("the status changes of a call match the code", () => {
  const stated = rowsOf("Call from", "To").map((row) => {
    const [from = "", to = ""] = coded(`${cell(row, "Call from")} ${cell(row, "To")}`);
    return `${from} ${to} ${cell(row, "Notifies industry")}`;
  });
  const allowed = enumerations.CALL_STATUSES.flatMap((from) =>
    movesFrom(from).map((to) => `${from} ${to} ${transition(from, to)?.notifies ? "yes" : "no"}`),
  );
  expect(stated.sort()).toEqual(allowed.sort());
});

test("a reviewer's status changes of a submission match the code", () => {
  const stated = rowsOf("Submission from", "To", "Who")
    .filter((row) => cell(row, "Who") === "a reviewer")
    .map((row) => coded(`${cell(row, "Submission from")} ${cell(row, "To")}`).join(" "));
  const allowed = enumerations.SUBMISSION_STATUSES.flatMap((from) =>
    SETTABLE_STATUSES.filter((to) => maySetStatus(from, to)).map((to) => `${from} ${to}`),
  );
  expect(stated.sort()).toEqual(allowed.sort());
});

test("the kinds of notification match the code", () => {
  expect(rowsOf("Kind", "When", "Who").flatMap((row) => coded(cell(row, "Kind")))).toEqual(
    enumerations.NOTIFICATION_KINDS,
  );
});

test("the search covers the fields that the contract lists", () => {
  const stated = rowsOf("Type", "Searched fields").map((row) => [
    coded(cell(row, "Type"))[0],
    coded(cell(row, "Searched fields")),
  ]);
  const indexed = Object.entries(SOURCES).map(([type, { title, body, tags }]) => [type, [title, body, tags]]);
  expect(stated).toEqual(indexed);
});

test("the audit events of the contract match the code, with their outcomes", () => {
  const stated = rowsOf("Event", "Outcome").map((row) => [
    coded(cell(row, "Event"))[0],
    coded(cell(row, "Outcome"))[0],
  ]);
  expect(stated).toEqual(AUDIT_EVENTS.map((event) => [event, outcomeOf(event)]));
});

test("every section of the contract that the project cites exists", () => {
  const headings = [...CONTRACT.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => anchorOf(title));
  expect([...new Set(headings)]).toEqual(headings);
  const linked = [...CONTRACT.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = ""]) => anchor);
  const files = globSync(["*.md", "{app,db,docs,tests}/**/*.{ts,tsx,mjs,md}"], { cwd: ROOT });
  const cited = files.flatMap((file) =>
    [...readFileSync(ROOT + file, "utf8").matchAll(/contract\.md#([\w-]+)/g)].map(([, anchor = ""]) => anchor),
  );
  expect(cited.length).toBeGreaterThan(10);
  expect([...linked, ...cited].filter((anchor) => !headings.includes(anchor))).toEqual([]);
});

/** The anchor that GitHub gives a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/\s/g, "-");
}
