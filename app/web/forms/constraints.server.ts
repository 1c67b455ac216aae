import * as z from "zod";
import type { FieldConstraint, FieldConstraints } from "./form-state";

const constraintsBySchema = new WeakMap<z.ZodObject, FieldConstraints>();

/**
 * Reads each field's rules from the schema that checks them, so that a form's hints cannot differ from the check.
 * @param unseen the fields that the form sends with a button or in a hidden field. `id`, from the page's address, is one
 */
export function constraintsOf(schema: z.ZodObject, unseen: readonly string[] = []): FieldConstraints {
  let constraints = constraintsBySchema.get(schema);
  if (!constraints) {
    constraints = readConstraints(schema);
    constraintsBySchema.set(schema, constraints);
  }
  return Object.fromEntries(Object.entries(constraints).filter(([name]) => name !== "id" && !unseen.includes(name)));
}

function readConstraints(schema: z.ZodObject): FieldConstraints {
  // If a field is transformed, its bounds may be on either side of the transformation.
  const [before, after] = (["input", "output"] as const).map((io) =>
    z.toJSONSchema(schema, { io, unrepresentable: "any" }),
  );
  const required = new Set(before?.required);
  return Object.fromEntries(
    Object.keys(schema.shape).map((name) => {
      const sides = [before?.properties?.[name], after?.properties?.[name]] as (JsonSchema | undefined)[];
      const bounds = boundsOf({ allOf: sides.filter((side) => side !== undefined) });
      return [name, { ...bounds, required: required.has(name) }];
    }),
  );
}

/** The keywords of a JSON Schema that bounds are read from. */
interface JsonSchema {
  minLength?: number;
  maxLength?: number;
  enum?: string[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
}

function boundsOf(schema: JsonSchema): Omit<FieldConstraint, "required"> {
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.items ? [schema.items] : [])];
  const own = { minLength: schema.minLength, maxLength: schema.maxLength, options: schema.enum };
  return parts.map(boundsOf).reduce(
    (merged, part) => ({
      minLength: merged.minLength ?? part.minLength,
      maxLength: merged.maxLength ?? part.maxLength,
      options: merged.options ?? part.options,
    }),
    own as Omit<FieldConstraint, "required">,
  );
}
