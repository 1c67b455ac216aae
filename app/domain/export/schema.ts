import * as z from "zod";
import { oneOf } from "~/values/text";
import { engagementListSchema } from "../engagement/schema";
import { organizationListSchema } from "../organization/schema";
import { submissionListSchema } from "../submission/schema";

/** The kinds of record that can be exported as a table. */
const EXPORTED_TABLES = ["organizations", "submissions", "engagements"] as const;

/** The filters and orders of each list. A table has no pages, and is not kept up to date. */
const ASIDE = { page: true, pageSize: true, updatedSince: true } as const;

export const LIST_OF_TABLE = {
  organizations: organizationListSchema.omit(ASIDE),
  submissions: submissionListSchema.omit(ASIDE),
  engagements: engagementListSchema.omit(ASIDE),
} as const satisfies Record<(typeof EXPORTED_TABLES)[number], z.ZodObject>;

const LISTS = Object.entries(LIST_OF_TABLE);

/** A filter that one of the lists accepts. Which list it belongs to is checked once the table is known. */
function asInLists(name: string) {
  const having = LISTS.filter(([, { shape }]) => Object.hasOwn(shape, name));
  const schemas = [...new Set(having.map(([, { shape }]) => asSent(shape[name as keyof typeof shape])))];
  const [only] = schemas;
  return (schemas.length === 1 && only ? only : z.union(schemas, "Use a value that the list accepts"))
    .optional()
    .meta({ description: `Works as in the list of ${having.map(([list]) => list).join(" and of ")}.` });
}

/** The same schema without its default or its transformation, so that the list itself can parse the result. */
function asSent(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault) return schema.unwrap() as z.ZodType;
  return schema instanceof z.ZodPipe ? (schema.in as z.ZodType) : schema;
}

const FILTERS = [...new Set(LISTS.flatMap(([, { shape }]) => Object.keys(shape)))];

/** GET /api/export/csv. */
export const exportTableSchema = z.object({
  ...Object.fromEntries(FILTERS.map((name) => [name, asInLists(name)])),
  entity: oneOf(EXPORTED_TABLES).meta({ description: "The type of record to export." }),
});
