import { and, asc, count, desc, eq, getTableColumns, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, statement } from "#db/open";
import { organization, submission } from "#db/schema";
import { notFound } from "../../errors";
import { LIMITS } from "../../limits";
import { organizationOf } from "../../policy/policy";
import { contains } from "../listing.server";
import { defineQuery } from "../operation.server";
import { comparisonKey } from "../text";
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

/** The longest name that an organization may have. */
const NAME_CHARACTERS = 255;
/** How many organizations a form offers at a time, beside those that are chosen already. */
const CHOICES_OFFERED = 50;

/**
 * Organizations to choose from: those chosen already, in their order, and others by name, of which the text is a part
 * of the name or the whole UEI or CAGE code. Tells too whether there are more than are offered.
 */
export const organizationChoices = defineQuery({
  gate: "gov read",
  // No name is longer than what is kept of the text; a form being filled in is no place to refuse one.
  input: z.object({
    chosenIds: z.array(z.string()).default([]),
    q: z
      .string()
      .default("")
      .transform((text) => text.trim().slice(0, NAME_CHARACTERS)),
  }),
  run({ db }, { chosenIds, q }) {
    const { id, name, nameKey, uei, cageCode } = organization;
    const isChosen = sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(chosenIds)}))`;
    const code = q.toUpperCase();
    const fits = q === "" ? undefined : or(contains(nameKey, comparisonKey(q)), eq(uei, code), eq(cageCode, code));
    const chosen = db.select({ id, name }).from(organization).where(isChosen).limit(LIMITS.unpagedRows).all();
    const others = db
      .select({ id, name })
      .from(organization)
      .where(and(sql`NOT ${isChosen}`, fits))
      .orderBy(asc(nameKey))
      .limit(CHOICES_OFFERED + 1)
      .all();
    return {
      chosen: chosen.sort((one, other) => chosenIds.indexOf(one.id) - chosenIds.indexOf(other.id)),
      offered: others.slice(0, CHOICES_OFFERED),
      hasMore: others.length > CHOICES_OFFERED,
    };
  },
});
