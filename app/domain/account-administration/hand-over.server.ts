import { and, eq, ne } from "drizzle-orm";
import { type Database, statement } from "#db/open";
import { notificationSetting, user } from "#db/schema";
import { DomainError, invalidField } from "~/values/errors";
import { counted } from "~/values/format";
import { LIMITS } from "~/values/limits";
import { normalizeTags, tagsOf } from "~/values/tags";
import { deliverTo } from "../../routing/deliver.server";
import { handOverReviews } from "../../routing/hand-over-reviews.server";
import { countOpenTasks, mayOwnTasks } from "../../routing/task-owners.server";
import type { AdministeredAccount } from "./administered.server";

/** Selects the accounts that may take over the work of another: active ones of government, or of the same organization. */
export const mayTakeOver = ({ id, organizationId }: Pick<AdministeredAccount, "id" | "organizationId">) =>
  and(
    ne(user.id, id),
    eq(user.active, true),
    organizationId === null ? ne(user.role, "INDUSTRY") : eq(user.organizationId, organizationId),
  );

/** @throws DomainError invalid_request if the colleague may not take over everything, or does not exist */
export function findSuccessor(db: Database, account: AdministeredAccount, successorId: string) {
  const found = db
    .select({ id: user.id, name: user.name })
    .from(user)
    .where(and(eq(user.id, successorId), mayTakeOver(account)))
    .get();
  if (!found) throw invalidField("successorId", "not_found", "Choose an active colleague");
  if (countOpenTasks(db, account.id) > 0 && !mayOwnTasks(db, found.id)) {
    const why = `${found.name} is a read-only user and cannot own the open tasks`;
    throw invalidField("successorId", "not_allowed", `${why}. Choose someone else, or give the tasks to others first`);
  }
  return found;
}

/** What a successor got, for the audit log. */
export interface HandedOver {
  reviews: number;
  /** Open follow-up tasks of engagements. */
  tasks: number;
  tags: string[];
}

/**
 * Hands what an inactive account is responsible for to a successor, in the open transaction. Its open calls, engagements
 * and submissions follow from `successor_id` (app/routing/responsible.ts). Its open reviews are copied, and its open tasks
 * get the successor as their owner.
 */
export function handOver(
  { db, now }: { db: Database; now: Date },
  account: AdministeredAccount,
  successor: { id: string },
  withTags: boolean,
): HandedOver {
  const isGovernment = account.organizationId === null;
  const tags = isGovernment && withTags ? followTagsOf(db, account.id, successor.id, now) : [];
  const reviews = isGovernment ? handOverReviews(db, account.id, successor.id, now) : 0;
  const tasks = isGovernment ? handOverTasks(db, account.id, successor.id, now) : 0;
  const notification = {
    kind: "SYSTEM",
    title: `You take over from ${account.name}`,
    body: isGovernment
      ? `You now get what is addressed to ${account.name}: submissions to their calls, and news of their engagements. ${counted(reviews, "submission without a review is", "submissions without a review are")} now also routed to you, and ${counted(tasks, "open task is", "open tasks are")} now yours.`
      : `You are now notified when government reviews a submission from ${account.name}.`,
    linkUrl: isGovernment ? "/gov/submissions" : "/portal/submissions",
    tags: [],
  } as const;
  deliverTo(db, [{ userId: successor.id }], notification, now);
  return { reviews, tasks, tags };
}

const OPEN_TASKS = "FROM engagement_task WHERE owner_id = @from AND done_at IS NULL";
const TOUCH_ENGAGEMENTS = `UPDATE engagement SET updated_at = @at WHERE id IN (SELECT engagement_id ${OPEN_TASKS})`;
const MOVE_TASKS =
  "UPDATE engagement_task SET owner_id = @to, updated_at = @at WHERE owner_id = @from AND done_at IS NULL";

/** Makes the successor the owner of the account's open tasks. @returns how many there are */
function handOverTasks(db: Database, from: string, to: string, now: Date): number {
  const given = { from, at: now.toISOString() };
  statement(db, TOUCH_ENGAGEMENTS).run(given);
  return statement(db, MOVE_TASKS).run({ ...given, to }).changes;
}

/** The tags that a government user follows. */
export const tagsFollowedBy = (db: Database, userId: string): string[] =>
  tagsOf(
    db
      .select({ techTags: notificationSetting.techTags })
      .from(notificationSetting)
      .where(and(eq(notificationSetting.userId, userId), eq(notificationSetting.kind, "SUBMISSION_MATCH")))
      .get()?.techTags ?? "",
  );

/**
 * Adds the tags that one person follows to those of another.
 * @returns the tags that the other did not follow before
 * @throws DomainError invalid_request if the other would follow too many
 */
function followTagsOf(db: Database, from: string, to: string, now: Date): string[] {
  const present = tagsFollowedBy(db, to);
  const added = tagsFollowedBy(db, from).filter((tag) => !present.includes(tag));
  if (added.length === 0) return [];
  const techTags = normalizeTags([...present, ...added].join(","));
  if (techTags.length > LIMITS.followedTagsCharacters) {
    throw new DomainError("invalid_request", "Your colleague follows too many tags to add these. Leave the tags out");
  }
  const changed = { techTags, updatedAt: now.toISOString() };
  db.insert(notificationSetting)
    .values({ userId: to, kind: "SUBMISSION_MATCH", enabled: true, ...changed })
    .onConflictDoUpdate({ target: [notificationSetting.userId, notificationSetting.kind], set: changed })
    .run();
  return added;
}
