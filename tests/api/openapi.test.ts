import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { readSettings } from "~/settings.server";
import type { ApiDocument, DescribedOperation } from "~/web/openapi/types";
import packageInformation from "../../package.json";
import { documentOf } from "../support/documented";
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

function operationOf(key: string): DescribedOperation {
  const found = operationsOf(documentOf(readSettings({}))).find((one) => one.key === key);
  if (!found) throw new Error(`The document has no ${key}`);
  return found.operation;
}

describe("the document of the API", () => {
  test("has every method of every route in the table, and no other", async () => {
    const described = operationsOf(await readDocument()).map(({ key }) => key);
    const declared = declaredEndpoints.map(({ method, path }) => `${method} /${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(declared.length).toBeGreaterThan(70);
    expect([...described].sort()).toEqual([...declared].sort());
  });

  test("is valid OpenAPI 3.1 to an independent validator", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...(await readDocument()) });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  test("fails that validator when it is broken", async () => {
    const document = await readDocument();
    const [operation] = Object.values(document.paths["/api/portal/calls"] ?? {});
    Object.assign(operation ?? {}, { responses: { ok: {} } });
    expect((await new Validator().validate({ ...document })).valid).toBe(false);
  });

  test("has the version of the package", async () => {
    expect((await readDocument()).info.version).toBe(packageInformation.version);
  });

  test("names the session's cookie as the server sets it", async () => {
    const nameOf = async (environment?: Record<string, string>) =>
      (await readDocument(environment)).components.securitySchemes.session?.name;
    expect(await nameOf()).toBe("session");
    expect(await nameOf({ PUBLIC_ORIGIN: "https://portal.example" })).toBe("__Host-session");
  });

  test("requires the session wherever a gate does, and nowhere else", async () => {
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

  test("has no broken reference", async () => {
    const document = await readDocument();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(references.length).toBeGreaterThan(70);
    expect([...new Set(references)].filter((target) => !known.includes(target ?? ""))).toEqual([]);
  });

  test("is readable by anyone, only with GET", async () => {
    const portal = await openPortal();
    expect((await portal.request("acmeUser", "GET", "/api/openapi.json")).status).toBe(200);
    expect((await portal.request(null, "HEAD", "/api/openapi.json")).status).toBe(200);
    const refused = await portal.request(null, "POST", "/api/openapi.json", { json: {} });
    expect(refused.status).toBe(405);
    expect(refused.headers.get("allow")).toBe("GET, HEAD");
  });

  test.each([
    ["GET /api/portal/calls", "200 304 400 500 503"],
    ["GET /api/portal/profile", "200 401 403 404 500 503"],
    ["GET /api/gov/calls/{id}", "200 401 403 404 500 503"],
    ["GET /api/search", "200 400 401 403 429 500 503"],
    ["GET /api/export/all", "200 401 403 429 500 503"],
    ["POST /api/portal/register", "201 400 403 408 409 413 429 500 503"],
    ["POST /api/notifications/reroute", "200 401 403 429 500 503"],
    ["PATCH /api/gov/calls/{id}", "200 400 401 403 404 408 413 429 500 503"],
    ["DELETE /api/gov/announcements/{id}", "200 401 403 404 429 500 503"],
  ])("lists exactly these statuses for %s: %s", (key, statuses) => {
    expect(Object.keys(operationOf(key).responses).join(" ")).toBe(statuses);
  });

  test.each<[key: string, status: string, message: string, reasons: RegExp[]]>([
    ["GET /api/notifications/unread-count", "403", "Forbidden", [/change your password/, /second factor/]],
    ["GET /api/session", "401", "Unauthorized", [/no session/]],
    ["GET /api/gov/calls", "403", "Forbidden", [/role/, /change your password/, /second factor/]],
    // An industry route hides from users without an organization.
    ["GET /api/portal/profile", "404", "Not found", [/role/, /no organization/]],
    [
      "POST /api/account/password",
      "403",
      "Forbidden",
      [/another site/, /locked/, /role or account changed/, /second factor/, /current password/],
    ],
    ["PATCH /api/gov/calls/{id}", "404", "Not found", [/record does not exist/]],
    ["POST /api/gov/announcements", "400", "Invalid request", [/body/, /field or parameter/, /`publishesAt`/]],
  ])("lists for %s each reason of a %s", (key, status, message, reasons) => {
    const [start, list = ""] = operationOf(key).responses[status]?.description.split(/: (.*)/) ?? [];
    expect(start).toBe(message);
    expect(list.split("; or ")).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
  });

  test.each([
    ["GET /api/portal/calls", /^Open to anyone\./],
    ["GET /api/session", /^Open to any signed-in user/],
    ["GET /api/gov/admin/tags", "Open to `GOV_SYSTEM_ADMIN`."],
    ["GET /api/portal/users", "Open to `INDUSTRY_ADMIN` (own organization)."],
    [
      "POST /api/gov/engagements",
      "Open to `GOV_POC` (own command), `GOV_COMMAND_LEAD` (own command), `GOV_ADMIN`, `GOV_SYSTEM_ADMIN`.",
    ],
    ["GET /api/search", "At most 120 in a minute for each user."],
    ["POST /api/portal/register", "At most 5 in 60 minutes for each client address."],
  ])("describes who may call %s: %s", (key, paragraph) => {
    const paragraphs = operationOf(key).description?.split("\n\n");
    expect(paragraphs).toContainEqual(typeof paragraph === "string" ? paragraph : expect.stringMatching(paragraph));
  });

  test("documents Retry-After wherever there is a limit", async () => {
    const limited = operationsOf(await readDocument()).filter(({ operation }) => operation.responses[429]);
    expect(limited.length).toBeGreaterThan(5);
    for (const { operation } of limited) {
      expect(operation.responses[429]?.headers).toMatchObject({ "Retry-After": { required: true } });
    }
  });

  test("documents a parameter's values as they are written, and its default", () => {
    const { parameters = [] } = operationOf("GET /api/gov/calls");
    const schemaOf = (wanted: string) => parameters.find(({ name }) => name === wanted)?.schema;
    expect(schemaOf("page")).toEqual({ type: "integer", minimum: 1, default: 1 });
    expect(schemaOf("pageSize")).toEqual({ type: "integer", minimum: 1, maximum: 100, default: 20 });
    const { parameters: exported = [] } = operationOf("GET /api/export/csv");
    expect(exported).toContainEqual(expect.objectContaining({ name: "entity", in: "query", required: true }));
    expect(exported.filter(({ required }) => required)).toHaveLength(1);
    expect(parameters.filter(({ required }) => required)).toEqual([]);
  });

  test("allows additional members in every request body", async () => {
    expect(JSON.stringify(await readDocument())).not.toContain('"additionalProperties":false');
  });
});
