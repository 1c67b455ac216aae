import { and, desc, eq, ne } from "drizzle-orm";
import * as z from "zod";
import { submission } from "#db/schema";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";

/**
 * An organization's submissions for its page, newest first, without archived ones. Also says whether it includes the
 * submission in the page's address.
 */
export const submissionsOfOrganization = defineQuery({
  gate: "gov read",
  input: z.object({ id: z.string(), submissionId: z.string().optional() }),
  run({ db }, { id, submissionId = "" }) {
    const { organizationId, title, type, status, techTags, fileName, createdAt } = submission;
    return {
      submissions: db
        .select({ id: submission.id, title, type, status, techTags, fileName, createdAt })
        .from(submission)
        .where(and(eq(organizationId, id), ne(status, "ARCHIVED")))
        .orderBy(desc(createdAt), desc(submission.id))
        .limit(LIMITS.listPageSize.max)
        .all(),
      ownsSubmission:
        db
          .select({ id: submission.id })
          .from(submission)
          .where(and(eq(organizationId, id), eq(submission.id, submissionId)))
          .get() !== undefined,
    };
  },
});
