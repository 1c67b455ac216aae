import type { z } from "zod";
import { createSchema } from "zod-openapi";
import { SCHEMA_OPTIONS } from "~/web/openapi/json-schema";
import type { Components, JsonSchema } from "~/web/openapi/types";

/**
 * Converts a zod schema as the API's document does.
 * @param components gets the named schemas
 */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output", components: Components): JsonSchema {
  const described = createSchema(schema, { io, opts: SCHEMA_OPTIONS });
  Object.assign(components, described.components);
  return described.schema as JsonSchema;
}
