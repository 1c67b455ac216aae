import { and, count, desc, eq, getTableColumns, ne } from "drizzle-orm";
import { z } from "zod";
import { type Database, statement } from "#db/open";
import { organization, submission } from "#db/schema";
import { notFound } from "../../errors";
import { LIMITS } from "../../limits";
import { organizationOf } from "../../policy/policy";
import { defineQuery } from "../operation.server";
import { viewOrganization } from "./profile.server";

/** An organization's name, for the frame around its people's pages. */
export function nameOfOrganization(db: Database, id: string): string | null {
  return statement<{ name: string }>(db, "SELECT name FROM organization WHERE id = ?").get(id)?.name ?? null;
}

/** The caller's own organization. */
export const ownProfile = defineQuery({
  gate: "organization profile",
  input: z.object({}),
  run({ db, actor }) {
    const row = db
      .select()
      .from(organization)
      .where(eq(organization.id, organizationOf(actor)))
      .get();
    if (!row) throw notFound();
    return viewOrganization(row);
  },
});

/**
 * An organization as government reads it, with its submissions, newest first; archived ones stay out. Tells too
 * whether a submission that the page was asked to show is one of this organization's.
 */
export const organizationRecord = defineQuery({
  gate: "gov read",
  input: z.object({ id: z.string(), submissionId: z.string().optional() }),
  run({ db }, { id, submissionId = "" }) {
    const row = db.select().from(organization).where(eq(organization.id, id)).get();
    if (!row) throw notFound();
    const { organizationId, title, type, status, techTags, fileName, createdAt } = getTableColumns(submission);
    const shown = and(eq(organizationId, id), ne(submission.status, "ARCHIVED"));
    return {
      organization: { ...viewOrganization(row), createdAt: row.createdAt },
      submissions: db
        .select({ id: submission.id, title, type, status, techTags, fileName, createdAt })
        .from(submission)
        .where(shown)
        .orderBy(desc(createdAt), desc(submission.id))
        .limit(LIMITS.listPageSize.max)
        .all(),
      ownsSubmission:
        db
          .select({ id: submission.id })
          .from(submission)
          .where(and(eq(organizationId, id), eq(submission.id, submissionId)))
          .get() !== undefined,
      submissionTotal: db.select({ total: count() }).from(submission).where(shown).get()?.total ?? 0,
    };
  },
});
