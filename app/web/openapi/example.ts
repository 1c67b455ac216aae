import { type Components, type DescribedOperation, type JsonSchema, nameOf } from "./types";

/** Signing in stores the cookie that the other examples send. */
const SIGN_IN = { method: "post", path: "/api/session" };

/** A curl command for an operation, with the examples of its schemas. */
export function exampleCommand(
  path: string,
  method: string,
  operation: DescribedOperation,
  components: Components,
): string {
  const { parameters = [], requestBody, security, responses } = operation;
  const query = parameters
    .filter(({ in: place, required, schema }) => place === "query" && (required || isExemplified(schema)))
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema, components)))}`);
  const address = `"$BASE${path.replace(/\{(\w+)\}/g, (_part, name: string) => `$${variableOf(name)}`)}${query.length > 0 ? `?${query.join("&")}` : ""}"`;
  const [mediaType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const implied = body ? "post" : "get";
  const isFile = Object.entries(responses).some(
    ([status, { content = {} }]) => status < "300" && Object.keys(content).some((type) => type !== "application/json"),
  );
  const options = [
    ...(method === implied ? [] : [`-X ${method.toUpperCase()}`]),
    ...(security.length > 0 ? ["-b cookies.txt"] : []),
    ...(method === SIGN_IN.method && path === SIGN_IN.path ? ["-c cookies.txt"] : []),
    ...(isFile ? ["-O -J"] : []),
  ];
  const parts = [
    ["curl", ...options, address].join(" "),
    ...(body && mediaType ? sentBody(mediaType, exampleOf(body.schema, components), body.schema) : []),
  ];
  return parts.join(" \\\n  ");
}

/** `attachmentId` is `$ATTACHMENT_ID`. */
const variableOf = (name: string) => name.replace(/(?=[A-Z])/g, "_").toUpperCase();

function sentBody(mediaType: string, example: unknown, schema: JsonSchema): string[] {
  if (mediaType !== "multipart/form-data") {
    return [`-H "Content-Type: ${mediaType}"`, `-d ${quotedForShell(JSON.stringify(example, null, 2))}`];
  }
  const properties = Object.entries(schema.properties ?? {});
  const files = properties.filter(([, field]) => isFile(field)).map(([name]) => [name, "@document.pdf"] as const);
  return Object.entries({ ...(example as Record<string, unknown>), ...Object.fromEntries(files) }).map(
    ([name, value]) => `-F ${quotedForShell(`${name}=${value}`)}`,
  );
}

const quotedForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const isExemplified = (schema: JsonSchema) => Array.isArray(schema.examples) && schema.examples.length > 0;

/** A value that matches a schema: its own example, or one made from its required fields and its fields with examples. */
export function exampleOf(schema: JsonSchema, components: Components): unknown {
  if (isExemplified(schema)) return schema.examples?.[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.$ref !== undefined) return exampleOf(components[nameOf(schema.$ref)] ?? {}, components);
  if (schema.properties) return exampleOfObject(schema, components);
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  const choice = choices.find(isExemplified) ?? choices[0];
  if (choice) return exampleOf(choice, components);
  if (schema.type === "array") return [exampleOf(schema.items ?? {}, components)];
  return exampleOfValue(schema);
}

function exampleOfObject({ properties = {}, required = [] }: JsonSchema, components: Components) {
  const fields = Object.entries(properties);
  const wanted = fields.filter(([name, field]) => required.includes(name) || isExemplified(field));
  // Without required fields or examples, the first field shows what is possible.
  const shown = wanted.length > 0 ? wanted : fields.slice(0, 1);
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, components)]));
}

const isFile = ({ contentMediaType, items }: JsonSchema) =>
  contentMediaType !== undefined || items?.contentMediaType !== undefined;

const EXAMPLES: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T17:00:00Z",
  email: "name@example.com",
  uri: "https://example.com/",
};

function exampleOfValue({ type, format, minimum }: JsonSchema): unknown {
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return minimum ?? 1;
  if (type === "object") return {};
  return EXAMPLES[format ?? ""] ?? "text";
}
