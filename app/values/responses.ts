import * as z from "zod";

/*
 * Schemas that responses share. Each noun's schema.ts checks requests, and its responses.ts describes responses: for
 * the API's document, and for the tests, which check every response against it.
 */

/** A date and time in UTC, ISO 8601. */
export const instant = z.iso.datetime({ precision: 3 });

/** A record's tags, as stored. */
export const tagList = z.string().meta({
  description: "Comma-separated tags in lower case, or empty text.",
});

/** An email address, as stored. The service accepts a little more than the format `email` of JSON Schema. */
export const emailAddress = z.string().meta({ description: "An email address in lower case." });

/** A record named by another one. */
export const named = z.object({ id: z.string(), name: z.string() });

/** A note that government wrote on a record, and who wrote it. */
export const noteFields = { id: z.string(), body: z.string(), createdAt: instant, author: named };

/** The response to creating a record. */
export const created = z.object({ id: z.string() });

/** The response to deleting a record. */
export const deleted = created;

/** The response to changing a record, if it is not the record itself. */
export const changed = created;

/** A file of an announcement or of an engagement. */
export const attachment = z
  .object({
    id: z.string(),
    fileName: z.string(),
    contentType: z
      .string()
      .meta({ description: "The type that the service found in the content, whatever type the sender named." }),
    sizeBytes: z.int().min(1),
    createdAt: instant,
  })
  .meta({
    id: "Attachment",
    description: "A file of an announcement or engagement. Download it at its own address.",
    examples: [
      {
        id: "019c7d2e-4b10-7a52-9c3d-6f1e2a8b4c05",
        fileName: "industry-day-agenda.pdf",
        contentType: "application/pdf",
        sizeBytes: 184_320,
        createdAt: "2026-03-02T15:04:05.678Z",
      },
    ],
  });

/** One page of a list. */
export function paged<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int().min(0).meta({ description: "How many there are on all pages." }),
    page: z.int().min(1),
    pageSize: z.int().min(1),
  });
}

const removed = z
  .array(z.string())
  .meta({ description: "With `updatedSince`: the ids of changed records that are not in the list now." });
const next = z.string().meta({ description: "With `updatedSince`: the value to send as `updatedSince` next time." });

/**
 * The same for a list that programs can copy. With `updatedSince`, it also has what left the list, and where to
 * continue.
 */
export function pagedChanges<Item extends z.ZodType>(item: Item) {
  return paged(item).extend({ removed: removed.optional(), next: next.optional() });
}

/** A list without pages that programs can copy. Its changes come in pages. */
export function listOrChanges<Item extends z.ZodType>(item: Item) {
  return z.union([z.array(item), paged(item).extend({ removed, next })]);
}
