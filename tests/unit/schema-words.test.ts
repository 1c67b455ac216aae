import { describe, expect, test } from "vitest";
import { z } from "zod";
import { day, email, line, oneOf, optional, tags, webAddress } from "~/values/text";
import { exampleCommand, exampleOf } from "~/web/openapi/example";
import { inWords } from "~/web/openapi/schema-words";
import type { Components, JsonSchema } from "~/web/openapi/types";
import { jsonSchemaOf } from "../support/json-schema";

const command = z.object({ id: z.string(), name: z.string() }).meta({ id: "NamedCommand" });

describe("a schema in words", () => {
  test.each<[words: string, z.ZodType]>([
    ["text", z.string()],
    ["text, 1 to 200 characters", line(1, 200)],
    ["text, at most 500 characters, or `null` or empty", optional(tags(500))],
    ["text, 1 to 8,000 characters", line(1, 8000)],
    ["text, 6 characters", z.string().length(6)],
    ["text or `null`", z.string().nullable().default(null)],
    ["text, not empty", z.string().min(1)],
    ["text, at least 14 characters", z.string().min(14)],
    ["text, matching `^\\d{6}$`", z.string().regex(/^\d{6}$/)],
    ["date, such as `2026-01-31`", day],
    ["date-time, such as `2026-01-31T17:00:00Z`, or `null`", z.iso.datetime().nullable()],
    ["email address, 1 to 255 characters", email],
    ["URL, at most 255 characters, or `null` or empty", optional(webAddress)],
    ["one of `ONE`, `OTHER`; `ONE` by default", oneOf(["ONE", "OTHER"]).default("ONE")],
    ["`ONE`", z.enum(["ONE"])],
    ['one of `ONE`, `""`', z.enum(["ONE", ""])],
    ["UUID", z.uuid()],
    ["`true`", z.literal(true)],
    ["`true` or `false`", z.boolean()],
    ["whole number, 1 to 100", z.int().min(1).max(100)],
    ["whole number", z.int()],
    ["number, at least 0", z.number().min(0)],
    ["list, each one of `A`, `B`", z.array(z.enum(["A", "B"]))],
    ["list of at most 25, each text", z.array(z.string()).max(25)],
    ["list of objects", z.array(z.object({}))],
    ["`NamedCommand`", command],
    ["`NamedCommand`, or `null`", command.nullable()],
    ["list of `NamedCommand`", z.array(command)],
    ["text or whole number", z.union([z.string(), z.int()])],
    ["anything", z.unknown()],
  ])("is %j", (words, schema) => {
    expect(inWords(jsonSchemaOf(schema, "input", {})).type).toBe(words);
  });

  test.each<[words: string, schema: JsonSchema]>([
    ["file", { type: "string", contentMediaType: "application/pdf" }],
    ["whole number", { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }],
  ])("that is not zod's is %j too", (words, schema) => {
    expect(inWords(schema).type).toBe(words);
  });

  test("has the fields of a list's items by name, and those of all its parts", () => {
    const part = (name: string): JsonSchema => ({ type: "object", properties: { [name]: { type: "string" } } });
    const { type, fields } = inWords({ type: "array", items: { allOf: [part("id"), part("name")] } });
    expect(type).toBe("list, each object and object");
    expect(fields.map(({ name }) => name)).toEqual(["id", "name"]);
  });

  test("means what one of its alternatives is described as", () => {
    const schema = z.union([z.iso.datetime().meta({ description: "When it was." }), z.literal("never")]);
    expect(inWords(jsonSchemaOf(schema, "input", {})).description).toBe("When it was.");
  });

  test("has the fields of nested objects and lists, with the path to each", () => {
    const schema = z.object({
      items: z.array(z.object({ id: z.string(), author: z.object({ name: z.string() }).nullable() })),
      counts: z.record(z.string(), z.int()).optional().meta({ description: "By status." }),
      command,
    });
    expect(inWords(jsonSchemaOf(schema, "output", {})).fields).toEqual([
      { name: "items", isRequired: true, type: "list of objects" },
      { name: "items[].id", isRequired: true, type: "text" },
      { name: "items[].author", isRequired: true, type: "object, or `null`" },
      { name: "items[].author.name", isRequired: true, type: "text" },
      { name: "counts", isRequired: false, type: "object", description: "By status." },
      { name: "counts.*", isRequired: false, type: "whole number" },
      { name: "command", isRequired: true, type: "`NamedCommand`" },
    ]);
  });

  test("names the fields of an object whose alternatives only say which ones belong together", () => {
    const schema: JsonSchema = {
      type: "object",
      properties: { id: { type: "string" }, all: { const: true } },
      oneOf: [{ required: ["id"] }, { required: ["all"] }],
    };
    expect(inWords(schema).fields.map(({ name }) => name)).toEqual(["id", "all"]);
  });
});

describe("an example of a request", () => {
  const components: Components = {};
  const bodyOf = (schema: z.ZodType, mediaType = "application/json") => ({
    requestBody: {
      required: true as const,
      content: { [mediaType]: { schema: jsonSchemaOf(schema, "input", components) } },
    },
  });
  const operation = { operationId: "", summary: "", tags: [], security: [{ session: [] }], responses: {} };
  const commandOf = (path: string, method: string, described = {}) =>
    exampleCommand(path, method, { ...operation, ...described }, components);

  test("names the parameters in its address, and sends the session", () => {
    expect(commandOf("/api/things/{id}/parts/{partId}", "get")).toBe(
      'curl -b cookies.txt "$BASE/api/things/$ID/parts/$PART_ID"',
    );
    expect(commandOf("/api/things/{id}", "delete", { security: [] })).toBe('curl -X DELETE "$BASE/api/things/$ID"');
  });

  test("names the method if curl would use another", () => {
    const body = bodyOf(z.object({ name: z.string() }));
    expect(commandOf("/api/things", "post", body)).toMatch(/^curl -b cookies.txt "\$BASE\/api\/things" /);
    expect(commandOf("/api/things", "put", body)).toMatch(/^curl -X PUT -b cookies.txt "/);
    expect(commandOf("/api/things", "post")).toMatch(/^curl -X POST -b cookies.txt "/);
  });

  test("stores the session that signing in starts", () => {
    const body = bodyOf(z.object({ email }));
    expect(commandOf("/api/session", "post", { ...body, security: [] })).toMatch(/^curl -c cookies.txt "/);
    expect(commandOf("/api/session", "delete")).not.toContain("-c cookies.txt");
  });

  test("saves a file under its own name", () => {
    const sent = (status: string, mediaType: string) => ({
      responses: { [status]: { description: "", content: { [mediaType]: { schema: {} } } } },
    });
    expect(commandOf("/api/file", "get", sent("200", "application/pdf"))).toMatch(/^curl -b cookies.txt -O -J "/);
    expect(commandOf("/api/file", "get", sent("200", "application/json"))).not.toContain("-O");
    expect(commandOf("/api/file", "get", sent("400", "text/plain"))).not.toContain("-O");
  });

  test("includes required parameters, and parameters with an example", () => {
    const parameters = [
      { name: "q", in: "query", required: true, schema: { type: "string", examples: ["quiet robots"] } },
      { name: "entity", in: "query", required: true, schema: { enum: ["calls"] } },
      { name: "page", in: "query", required: false, schema: { type: "integer" } },
      { name: "tag", in: "query", required: false, schema: { type: "string", examples: ["r&d"] } },
    ];
    expect(commandOf("/api/search", "get", { parameters })).toContain(
      '"$BASE/api/search?q=quiet%20robots&entity=calls&tag=r%26d"',
    );
  });

  test("sends the body's own example, quoted for a shell", () => {
    const schema = z.object({ name: z.string() }).meta({ examples: [{ name: "Pat O'Hara" }] });
    expect(commandOf("/api/things", "post", bodyOf(schema))).toContain(`"name": "Pat O'\\''Hara"`);
  });

  test("sends files as files, whether or not an example has them", () => {
    const described = {
      requestBody: {
        content: {
          "multipart/form-data": {
            schema: {
              properties: {
                title: { type: "string" },
                file: { type: "string", contentMediaType: "application/octet-stream" },
                more: { type: "array", items: { type: "string", contentMediaType: "application/octet-stream" } },
              },
              examples: [{ title: "Swarms" }],
            },
          },
        },
      },
    };
    const lines = commandOf("/api/things", "post", described).split(" \\\n  ");
    expect(lines.slice(1)).toEqual(["-F 'title=Swarms'", "-F 'file=@document.pdf'", "-F 'more=@document.pdf'"]);
  });

  test("has the required fields if the schema has no example", () => {
    const schema = z.object({
      title: z.string(),
      date: day,
      status: oneOf(["OPEN", "CLOSED"]),
      people: z.array(email),
      note: optional(line(1, 10)),
    });
    expect(exampleOf(jsonSchemaOf(schema, "input", components), components)).toEqual({
      title: "text",
      date: "2026-01-31",
      status: "OPEN",
      people: ["name@example.com"],
    });
  });

  test.each<[what: string, schema: JsonSchema, example: unknown]>([
    ["its own example first", { examples: ["one"], const: "other" }, "one"],
    ["the lowest number", { type: "integer", minimum: 0 }, 0],
    ["the example of the record it names", { $ref: "#/components/schemas/NamedCommand" }, { id: "text", name: "text" }],
    ["the example of an alternative that has one", { anyOf: [{ type: "null" }, { examples: ["two"] }] }, "two"],
    ["a value of the first alternative otherwise", { oneOf: [{ type: "boolean" }, { type: "string" }] }, true],
    ["its first field if none is required", { properties: { a: {}, b: {} } }, { a: "text" }],
    [
      "a field that has an example",
      { properties: { a: {}, b: { examples: [3] } }, required: ["a"] },
      { a: "text", b: 3 },
    ],
  ])("is %s", (_what, schema, example) => {
    jsonSchemaOf(z.object({ command }), "output", components);
    expect(exampleOf(schema, components)).toEqual(example);
  });
});
