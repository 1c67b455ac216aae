import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { z } from "zod";
import { faultsOf } from "~/operations/input.server";
import { listErrors } from "~/values/errors";
import type { Components, JsonSchema } from "~/web/openapi/types";
import { closed, documentOf } from "../support/documented";
import { jsonSchemaOf } from "../support/json-schema";
import { openPortal } from "../support/portal";
import { declaredEndpoints } from "../support/routes";

/*
 * The API's document must tell integrators what each method does and returns, with examples. These tests check each example
 * against its schema.
 */

async function openDocument() {
  const { services } = await openPortal();
  return documentOf(services.settings);
}

/** The keys of the endpoints that break a rule. */
const keysWhere = (isWrong: (declared: (typeof declaredEndpoints)[number]) => boolean) =>
  declaredEndpoints.filter(isWrong).map(({ key }) => key);

test("every method has a short summary of what it does", () => {
  expect(declaredEndpoints.length).toBeGreaterThan(60);
  expect(keysWhere(({ endpoint }) => !/^[A-Z].{3,79}(?<!\.)$/.test(endpoint.summary))).toEqual([]);
});

test("every method describes its response: the shape of its data, or the media types of its file", () => {
  expect(keysWhere(({ endpoint }) => endpoint.data === null && endpoint.media.length === 0)).toEqual([]);
});

test("every method has a different operationId", async () => {
  const { paths } = await openDocument();
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(ids).toHaveLength(declaredEndpoints.length);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a name in the document refers to one schema", () => {
  const known: Components = {};
  for (const { key, endpoint } of declaredEndpoints) {
    const named: Components = {};
    if (endpoint.data) jsonSchemaOf(endpoint.data, "output", named);
    for (const [name, schema] of Object.entries(named)) {
      known[name] ??= schema;
      expect(schema, `${name} of ${key}`).toEqual(known[name]);
    }
  }
  expect(Object.keys(known).length).toBeGreaterThan(10);
});

test("the running schema accepts every example of a body", () => {
  const faults = declaredEndpoints.flatMap(({ key, path, endpoint }) => {
    const named = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, "an-id"]));
    const { examples = [] } = (z.globalRegistry.get(endpoint.call.input) ?? {}) as { examples?: object[] };
    return examples
      .map((example) => endpoint.call.input.safeParse({ ...example, ...named }))
      .filter(({ success }) => !success)
      .map(({ error }) => `${key}: ${error?.message}`);
  });
  expect(faults).toEqual([]);
});

/** The schema without additional properties, so that examples have no outdated members. */
test("every named record and every JSON body has an example, and its schema accepts each", async () => {
  const { paths, components } = await openDocument();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "document", components: closed(components) });

  const faultsOf = (name: string, schema: JsonSchema): string[] => {
    const { examples = [] } = schema;
    if (examples.length === 0) return [`${name} has no example`];
    const inDocument = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document#/components/');
    const validate = ajv.compile(JSON.parse(inDocument));
    return examples
      .filter((example) => !validate(example))
      .map((example) => `${name}: ${JSON.stringify(example)} ${ajv.errorsText(validate.errors)}`);
  };

  const bodies = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]): [string, JsonSchema][] => {
      const body = requestBody?.content["application/json"];
      return body ? [[`${method} ${path}`, body.schema]] : [];
    }),
  );
  expect(bodies.length).toBeGreaterThan(20);
  expect(
    [...bodies, ...Object.entries(components.schemas)].flatMap(([name, schema]) => faultsOf(name, schema)),
  ).toEqual([]);
});

test("every method has a specific message for each missing required field", () => {
  // Including the entries of lists.
  const found = declaredEndpoints.flatMap(({ key, path, endpoint }) =>
    listErrors(faultsOf(endpoint.call.input, { settings: [{}] }))
      .filter(([name, { code }]) => code === "required" && !path.includes(`:${name}`))
      .map(([name, { message }]) => ({ field: `${name} of ${key}`, message })),
  );
  expect(found.length).toBeGreaterThan(30);
  const unworded = found.filter(({ message }) => message === "Enter a value");
  expect(unworded, "add these fields to app/values/field-messages.ts").toEqual([]);
});
