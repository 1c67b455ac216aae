import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import type { ApiDocument } from "~/http/openapi/document.server";
import packageInformation from "../../package.json";
import { openPortal } from "../support/portal";
import { declaredEndpoints } from "../support/routes";

async function readDocument(environment: Record<string, string> = {}): Promise<ApiDocument> {
  const portal = await openPortal(environment);
  const answer = await portal.request(null, "GET", "/api/openapi.json");
  expect(answer.status).toBe(200);
  return answer.body as ApiDocument;
}

const operationsOf = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
  );

describe("the document of the API", () => {
  test("has every method of every route in the table, and no other", async () => {
    const described = operationsOf(await readDocument()).map(({ key }) => key);
    const declared = declaredEndpoints.map(({ method, path }) => `${method} /${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(declared.length).toBeGreaterThan(70);
    expect([...described].sort()).toEqual([...declared].sort());
  });

  test("is an OpenAPI 3.1 document for a validator that is not ours", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...(await readDocument()) });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  test("is refused by that validator when it is broken", async () => {
    const document = await readDocument();
    const [operation] = Object.values(document.paths["/api/portal/calls"] ?? {});
    Object.assign(operation ?? {}, { responses: { ok: {} } });
    expect((await new Validator().validate({ ...document })).valid).toBe(false);
  });

  test("bears the version of the package", async () => {
    expect((await readDocument()).info.version).toBe(packageInformation.version);
  });

  test("names the session's cookie as it is set", async () => {
    const nameOf = async (environment?: Record<string, string>) =>
      (await readDocument(environment)).components.securitySchemes.session?.name;
    expect(await nameOf()).toBe("session");
    expect(await nameOf({ PUBLIC_ORIGIN: "https://portal.example" })).toBe("__Host-session");
  });

  test("asks for the session wherever a gate does, and nowhere else", async () => {
    const open = operationsOf(await readDocument())
      .filter(({ operation }) => operation.security.length === 0)
      .map(({ key }) => key)
      .sort();
    const publicOnes = declaredEndpoints
      .filter(({ endpoint }) => endpoint.gate === "public")
      .map(({ method, path }) => `${method} /${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(open).toEqual(publicOnes.sort());
    expect(open).toContain("GET /api/portal/calls");
  });

  test("refers to nothing that is not in it", async () => {
    const document = await readDocument();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(references.length).toBeGreaterThan(70);
    expect([...new Set(references)].filter((target) => !known.includes(target ?? ""))).toEqual([]);
  });

  test("is read by whoever asks, and by no method but GET", async () => {
    const portal = await openPortal();
    expect((await portal.request("acmeUser", "GET", "/api/openapi.json")).status).toBe(200);
    expect((await portal.request(null, "HEAD", "/api/openapi.json")).status).toBe(200);
    const refused = await portal.request(null, "POST", "/api/openapi.json", { json: {} });
    expect(refused.status).toBe(405);
    expect(refused.headers.get("allow")).toBe("GET, HEAD");
  });
});
