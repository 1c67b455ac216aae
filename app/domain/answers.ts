import { z } from "zod";

/*
 * The parts that the schemas of answers are made of. What is asked is judged by each noun's schema.ts; what is answered
 * is described by its answers.ts, for the document of the API and for the tests that hold every answer to it.
 */

/** A moment in UTC, ISO 8601. */
export const instant = z.iso.datetime({ precision: 3 });

/** A record that is named beside another. */
export const named = z.object({ id: z.string(), name: z.string() });

/** What creating a record answers. */
export const created = z.object({ id: z.string() });

/** What deleting a record answers. */
export const deleted = created;

/** One page of a list; where `updatedSince` was asked for, what has left the list since and where to go on. */
export function paged<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int().min(0).meta({ description: "How many there are on all pages." }),
    page: z.int().min(1),
    pageSize: z.int().min(1),
  });
}

/** A list without pages. */
export function listed<Item extends z.ZodType>(item: Item) {
  return z.array(item);
}
