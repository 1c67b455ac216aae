import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import type { Settings } from "~/settings.server";
import { apiDocument } from "~/web/openapi/described-routes.server";
import type { ApiDocument, DescribedOperation } from "~/web/openapi/types";
import "./dispatchers";

/** The API's document with these settings. */
export function documentOf(settings: Settings): ApiDocument {
  return apiDocument(settings);
}

interface Exchange {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  body: unknown;
}

/** Lists how a response differs from the document. */
export type Check = (exchange: Exchange) => string[];

/**
 * Checks responses against a document: the status must be one of the method's, the media type one of the status's, and
 * the body must match its schema without other members. (The document itself allows additional members, because clients
 * must accept new ones. Here, every member must be documented.)
 */
export function checkAgainst(document: ApiDocument): Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "document", components: closed(document.components) });
  const validators = new Map<string, ValidateFunction>();
  const paths = Object.entries(document.paths).map(([template, methods]) => ({
    template,
    methods,
    pattern: new RegExp(`^${template.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
    // Literal paths come first: `invitations/accept` does not name an invitation.
    parameters: template.split("{").length - 1,
  }));
  paths.sort((one, other) => one.parameters - other.parameters);

  const validate = (key: string, schema: unknown): ValidateFunction => {
    let validator = validators.get(key);
    if (!validator) {
      const inDocument = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document#/components/');
      validator = ajv.compile(JSON.parse(inDocument));
      validators.set(key, validator);
    }
    return validator;
  };

  return ({ method, path, status, headers, body }) => {
    const pathname = (path.split("?")[0] ?? "").replace(/\/$/, "");
    if (!canBeDecoded(pathname)) return status === 400 ? [] : [`returns ${status} for an invalid path`];
    const found = paths.find(({ pattern }) => pattern.test(pathname));
    const operation: DescribedOperation | undefined = found?.methods[method === "HEAD" ? "get" : method.toLowerCase()];
    if (!found || !operation)
      return isUnknownRoute(status) ? [] : [`returns ${status}, but the document has no such operation`];
    const response = operation.responses[String(status)];
    if (!response) return [`returns ${status}, which is not in the document`];
    const missing = Object.entries(response.headers ?? {})
      .filter(([name, { required }]) => required && !headers.has(name))
      .map(([name]) => `returns ${status} without ${name}`);
    if (missing.length > 0) return missing;
    if (status === 304 && body !== null) return ["returns 304 with a body"];
    if (method === "HEAD" || !response.content) return [];
    const contentType = headers.get("content-type");
    const mediaType = contentType?.split(";")[0] ?? "";
    const media = Object.entries(response.content).find(([type]) => type.split(";")[0] === mediaType);
    if (!media) return [`returns ${status} as ${contentType}, which is not in the document`];
    // The exports stream JSON files. Their own tests read them.
    if (!isJson(mediaType) || body === null) return [];
    const validator = validate(`${method} ${found.template} ${status}`, media[1].schema);
    if (validator(body)) return [];
    return (validator.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** Whether a media type is JSON or a JSON-based format. */
export const isJson = (mediaType: string) => /^application\/([\w.-]+\+)?json$/.test(mediaType);

/** The statuses for an unknown address or method. */
const isUnknownRoute = (status: number) => [400, 403, 404, 405].includes(status);

function canBeDecoded(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** The same schema, with no additional properties allowed in any object. */
export function closed<Schema>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    const isOpen = value?.type === "object" && value.properties && value.additionalProperties === undefined;
    return isOpen ? { ...value, additionalProperties: false } : value;
  });
}
