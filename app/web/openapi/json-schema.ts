import * as z from "zod";
import type { CreateDocumentOptions, ZodOpenApiOverrideContext } from "zod-openapi";

/** What this API's schemas need beyond what zod and zod-openapi write of them. */
export const SCHEMA_OPTIONS: CreateDocumentOptions = { override: describeAsSent };

function describeAsSent({ zodSchema, jsonSchema }: ZodOpenApiOverrideContext): void {
  const { def } = zodSchema._zod;
  if (def.type === "pipe") describePipe(def as z.core.$ZodPipeDef, jsonSchema as z.core.JSONSchema.BaseSchema);
  // zod leaves out defaults and examples of the input of a transform. Here they are already in the form that is sent.
  if (def.type === "default") jsonSchema.default = def.defaultValue;
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(examples)) jsonSchema.examples = examples;
  // Responses may gain members. A program that rejects unknown members would break.
  if (def.type === "object" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // JavaScript sets these bounds, not this API.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // The format already implies the calendar's rules. zod's pattern for them is longer than the rest of the schema.
  if (jsonSchema.format === "date" || jsonSchema.format === "date-time") delete jsonSchema.pattern;
}

/** A pipe takes what its first part takes, but only its last part may know the bounds. */
function describePipe({ in: first, out: last }: z.core.$ZodPipeDef, jsonSchema: z.core.JSONSchema.BaseSchema): void {
  if (first._zod.def.type !== "transform") {
    const { $schema: _version, ...bounds } = z.toJSONSchema(last, { io: "output", unrepresentable: "any" });
    if (bounds.type === "string" && jsonSchema.type === "string") Object.assign(jsonSchema, bounds);
  } else if (last._zod.def.type === "nullable") {
    // `optional()` of app/values/text.ts reads empty text as null.
    const { anyOf, ...only } = jsonSchema;
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    jsonSchema.anyOf = [...(anyOf ?? [only]), { type: "string", const: "" }];
  }
}
