/*
 * An OpenAPI 3.1 document, as far as this API uses it: narrower than the standard, so that readers need not check for
 * what the writer always sets.
 */

/** A JSON Schema (2020-12), as far as zod writes it. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  contentMediaType?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
}

/** Named schemas, by name. */
export type Components = Record<string, JsonSchema>;

/** Where a reference to a named schema points. */
export const COMPONENTS = "#/components/schemas/";

/** The name of the schema that a reference points to. */
export const nameOf = (reference: string): string => reference.slice(COMPONENTS.length);

interface Parameter {
  name: string;
  in: "path" | "query";
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

interface MediaTypes {
  [mediaType: string]: { schema: JsonSchema; encoding?: Record<string, { contentType: string }> };
}

export interface DescribedResponse {
  description: string;
  headers?: Record<string, { description?: string; required?: boolean; schema: JsonSchema }>;
  content?: MediaTypes;
}

export interface DescribedOperation {
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: true;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: MediaTypes };
  responses: Record<string, DescribedResponse>;
}

export interface ApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; summary: string; description: string; license: Record<string, string> };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  externalDocs: { description: string; url: string };
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Components; securitySchemes: Record<string, Record<string, string>> };
}
