import { and, eq } from "drizzle-orm";
import type * as z from "zod";
import type { Database } from "#db/open";
import { engagementAttachment } from "#db/schema";
import type { attachmentSchema } from "~/domain/attachment/attachment.server";
import { notFound } from "~/values/errors";

/** @throws DomainError not_found, also for an attachment of another engagement. */
export function findAttachment(db: Database, { id, attachmentId }: z.output<typeof attachmentSchema>) {
  const found = db
    .select()
    .from(engagementAttachment)
    .where(and(eq(engagementAttachment.id, attachmentId), eq(engagementAttachment.engagementId, id)))
    .get();
  if (!found) throw notFound();
  return found;
}
