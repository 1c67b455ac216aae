import { asc, eq } from "drizzle-orm";
import type * as z from "zod";
import { type Database, statement } from "#db/open";
import { engagement, engagementOrganization } from "#db/schema";
import { clearedTo } from "~/operations/changes";
import { startOfDay } from "~/values/days";
import { invalidField } from "~/values/errors";
import type { newEngagementSchema } from "./schema";

/* Code that creating and changing an engagement share. */

type Sent = z.output<typeof newEngagementSchema>;

/** The columns that a form sets. Fields not sent are undefined; cleared fields are empty. */
export function engagementColumns({
  date,
  location,
  otherOrganization,
  summary,
  onlineLink,
  ...sent
}: Omit<Sent, "organizationIds" | "attendeeIds">) {
  const { title, type, status, commandId, startTime, endTime } = sent;
  return {
    title,
    type,
    status,
    date: startOfDay(date),
    startTime,
    endTime,
    commandId,
    onlineLink: clearedTo(onlineLink, ""),
    location: clearedTo(location, ""),
    otherOrganization: clearedTo(otherOrganization, ""),
    summary: clearedTo(summary, ""),
  };
}

const COUNT_ORGANIZATIONS = "SELECT count(*) AS total FROM organization WHERE id IN (SELECT value FROM json_each(?))";

/**
 * @param ids each of them once
 * @throws DomainError invalid_request if one names no organization
 */
export function refuseMissingOrganizations(db: Database, ids: readonly string[]): void {
  const { total } = statement<{ total: number }>(db, COUNT_ORGANIZATIONS).get(JSON.stringify(ids)) ?? { total: 0 };
  if (total < ids.length)
    throw invalidField("organizationIds", "not_found", "Choose only organizations that are registered here");
}

/** The organizations of an engagement, in the order of selection. */
export function linkedOrganizations(db: Database, engagementId: string): string[] {
  return db
    .select({ id: engagementOrganization.organizationId })
    .from(engagementOrganization)
    .where(eq(engagementOrganization.engagementId, engagementId))
    .orderBy(asc(engagementOrganization.position))
    .all()
    .map(({ id }) => id);
}

/** Replaces an engagement's organizations by a new selection. */
export function linkOrganizations(db: Database, engagementId: string, organizationIds: readonly string[]): void {
  db.delete(engagementOrganization).where(eq(engagementOrganization.engagementId, engagementId)).run();
  if (organizationIds.length === 0) return;
  db.insert(engagementOrganization)
    .values(organizationIds.map((organizationId, position) => ({ engagementId, organizationId, position })))
    .run();
}

/** Marks an engagement as changed when something was added to it or removed, so that `updatedSince` finds it. */
export function touchEngagement(db: Database, id: string, now: Date): void {
  db.update(engagement).set({ updatedAt: now.toISOString() }).where(eq(engagement.id, id)).run();
}
