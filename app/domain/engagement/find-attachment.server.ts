import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "#db/open";
import { engagementAttachment } from "#db/schema";
import { notFound } from "../../errors";
import type { attachmentSchema } from "../attachment.server";

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
