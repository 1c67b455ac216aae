import { z } from "zod";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** How a value is written: as JSON, or as text, where all that a parameter can be is text. */
type Notation = "json" | "text";

/** Where schemas that bear a name stand in the document. */
export const COMPONENTS = "#/components/schemas/";

/** Schemas by their names, gathered from all that refer to them. */
export type Components = Record<string, JsonSchema>;

/**
 * The JSON Schema (2020-12) of what a zod schema takes (`input`) or gives (`output`). A schema with an `id` among its
 * metadata becomes a component, and is referred to.
 * @param components gets the named schemas
 */
export function jsonSchemaOf(
  schema: z.ZodType,
  io: "input" | "output",
  components: Components,
  notation: Notation = "json",
): JsonSchema {
  const {
    $schema: _version,
    $defs,
    ...described
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: (context) => improve(context, notation),
  }) as JsonSchema;
  for (const [name, component] of Object.entries($defs ?? {})) components[name] = pointToComponents(component);
  return pointToComponents(described);
}

interface Described {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: JsonSchema;
}

function improve({ zodSchema, jsonSchema }: Described, notation: Notation): void {
  const { def } = zodSchema._zod;
  if (def.type === "pipe") improvePipe(def as z.core.$ZodPipeDef, jsonSchema, notation);
  // zod leaves both out where a part is transformed; here they are written as they are sent.
  if (def.type === "default") jsonSchema.default = def.defaultValue as z.core.JSONSchema.JSONSchema["default"];
  const { examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (Array.isArray(examples)) jsonSchema.examples = examples;
  // Members may be added to what is answered; a program that refuses unknown ones would break by it.
  if (def.type === "object" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // As far as numbers go is no bound of ours.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // Calendar rules are in the format's own definition; zod's pattern of them is longer than the rest of the schema.
  if (jsonSchema.format === "date" || jsonSchema.format === "date-time") delete jsonSchema.pattern;
}

/** A pipe takes what its first part takes; what is required of it may be known to its last part alone. */
function improvePipe(def: z.core.$ZodPipeDef, jsonSchema: JsonSchema, notation: Notation): void {
  const isPreprocessed = def.in._zod.def.type === "transform";
  // `optional()` of app/domain/text.ts: an empty text is nothing, as null is.
  if (isPreprocessed && def.out._zod.def.type === "nullable") {
    const { anyOf, ...only } = jsonSchema;
    for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Record<string, unknown>)[key];
    jsonSchema.anyOf = [...(anyOf ?? [only]), { type: "string", const: "" }];
    return;
  }
  if (isPreprocessed) return;
  const last = z.toJSONSchema(def.out as z.ZodType, { io: "output", unrepresentable: "any" }) as JsonSchema;
  const isSameKind = last.type === "string" && jsonSchema.type === "string";
  const isNumber = last.type === "integer" || last.type === "number";
  if (isSameKind) Object.assign(jsonSchema, withoutVersion(last));
  if (isNumber && notation === "text") {
    delete jsonSchema.pattern;
    Object.assign(jsonSchema, withoutVersion(last));
  }
}

const withoutVersion = ({ $schema: _version, ...schema }: JsonSchema): JsonSchema => schema;

/** Turns zod's references to definitions beside the schema into references to the document's components. */
function pointToComponents<Schema>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "$ref" && typeof value === "string" ? value.replace("#/$defs/", COMPONENTS) : value,
  );
}
