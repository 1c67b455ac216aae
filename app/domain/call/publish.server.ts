import type * as z from "zod";
import type { Database } from "#db/open";
import type { call } from "#db/schema";
import { clearedTo } from "~/operations/changes";
import type { Services } from "~/operations/services";
import { endOfDay } from "~/values/days";
import { formatDateTime } from "~/values/format";
import { tagsOf } from "~/values/tags";
import { countIndustryReached } from "../../routing/deliver.server";
import { deliverToIndustry } from "../../routing/fan-out.server";
import { LINK_TO } from "../../routing/links";
import { isPastDeadline } from "./rules";
import type { callChangeSchema } from "./schema";

type Content = Omit<z.output<typeof callChangeSchema>, "id" | "status" | "releasesAt">;

/** The columns that a call's content sets. A day becomes its last instant; cleared tags become empty. */
export function callColumns({
  techTags,
  closesAt,
  questionsDueAt,
  ...rest
}: Content): Partial<typeof call.$inferInsert> {
  return {
    ...rest,
    techTags: clearedTo(techTags, ""),
    closesAt: closesAt && endOfDay(closesAt),
    questionsDueAt: questionsDueAt && endOfDay(questionsDueAt),
  };
}

const KIND = "CALL_OPENED";

/** Notifies industry that a call is open. @returns how many people will be notified. */
export function announceCall(
  { db, settings }: Pick<Services, "db" | "settings">,
  opened: { id: string; title: string; techTags: string; closesAt: string | null },
  now: Date,
): number {
  const closesAt = opened.closesAt && formatDateTime(new Date(opened.closesAt), { timeZone: settings.timeZone.id });
  // A call may open after its last day, for the record.
  const body = isPastDeadline(opened, now)
    ? `A call for technology was published. Its deadline was ${closesAt}, so it does not take submissions.`
    : `A call for technology is open for submissions.${closesAt ? ` It closes on ${closesAt}.` : ""}`;
  const notification = {
    kind: KIND,
    title: `Call open: ${opened.title}`,
    body,
    linkUrl: LINK_TO.call(opened.id),
    tags: tagsOf(opened.techTags),
  } as const;
  return deliverToIndustry(db, notification, now);
}

/** How many people opening a call with these tags would notify. */
export function countReachedByOpening(db: Database, techTags: string): number {
  return countIndustryReached(db, { kind: KIND, tags: tagsOf(techTags) });
}
