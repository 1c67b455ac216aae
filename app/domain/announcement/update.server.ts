import { eq } from "drizzle-orm";
import type * as z from "zod";
import type { AnnouncementStatus } from "#db/enumerations";
import { announcement } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { DomainError, invalidField, invalidFields } from "~/values/errors";
import { statusWords } from "~/values/labels";
import { cancelDeliveries, deliverToIndustry, finishDeliveries, NEVER } from "../../routing/fan-out.server";
import { LINK_TO } from "../../routing/links";
import { announcementNotification } from "./notification.server";
import { findAnnouncement, readAnnouncement } from "./queries.server";
import { announcementStatus, audienceFaults, audienceFrom, isUnseen, mayBecome, scheduleFaults } from "./rules";
import { announcementChangeSchema } from "./schema";

type Row = typeof announcement.$inferSelect;
type Sent = Omit<z.output<typeof announcementChangeSchema>, "id">;

/**
 * Edits an announcement, schedules, publishes, unpublishes or republishes it. Only its first publication notifies people,
 * or the next one if it was unpublished before anyone was notified. Its notifications show what it says now, or that it
 * was withdrawn (`asShown`).
 */
export const updateAnnouncement = defineOperation({
  gate: "publisher",
  input: announcementChangeSchema,
  refuses: {
    invalid_request:
      "the announcement cannot change to this status, `publishesAt` does not fit it, or the audience is incomplete or can no longer change",
  },
  events: ["announcement_updated", "announcement_status_changed", "announcement_published"],

  finish: finishDeliveries,

  run({ db, now, audit }, { id, ...sent }) {
    const present = findAnnouncement(db, id);
    const from = announcementStatus(present, now);
    const to = nextStatus(from, sent);
    const content = { title: sent.title, body: sent.body, ...nextAudience(present, sent, from) };
    const publication = nextPublication(present, sent, { from, to }, now);
    const changes = changesBetween(present, { ...content, ...publication });
    if (!changes) return readAnnouncement(db, id, now);
    const written = db
      .update(announcement)
      .set({ ...changes.after, updatedAt: now.toISOString() })
      .where(eq(announcement.id, id))
      .returning()
      .get();

    // A published announcement's notifications go on when it is edited. Any other change replaces or ends what is planned.
    const staysPublished = from === "PUBLISHED" && to === "PUBLISHED";
    const wasUntold = !staysPublished && cancelDeliveries(db, LINK_TO.announcement(id));
    const isDue = !staysPublished && to !== "DRAFT" && (isUnseen(from) || wasUntold);
    const notified = isDue ? deliverToIndustry(db, announcementNotification(written), notifiedAt(to, written, now)) : 0;

    const target = { targetType: "announcement", targetId: id };
    const isUnpublishing = from === "PUBLISHED" && to === "UNPUBLISHED";
    // Unpublishing is a change like any other.
    const edited = changesBetween(present, isUnpublishing ? { ...content, ...publication } : content);
    if (edited) audit("announcement_updated", { ...target, details: edited });
    if (isUnseen(from) && changesBetween(present, publication)) {
      const state = (status: AnnouncementStatus, { publishedAt }: Row) => ({
        status,
        publishesAt: status === "SCHEDULED" ? publishedAt : null,
      });
      audit("announcement_status_changed", {
        ...target,
        details: { before: state(from, present), after: state(to, written) },
      });
    }
    if (from !== to && to === "PUBLISHED") {
      audit("announcement_published", { ...target, details: { title: written.title, notified } });
    }
    return readAnnouncement(db, id, now);
  },
});

/** When people are notified who were not yet. An unpublished announcement waits for its next publication. */
function notifiedAt(to: AnnouncementStatus, { publishedAt }: Row, now: Date): Date {
  if (to === "UNPUBLISHED") return NEVER;
  return to === "SCHEDULED" && publishedAt !== null ? new Date(publishedAt) : now;
}

/** The status that a request asks for. `published` is the older way to say it. */
function nextStatus(from: AnnouncementStatus, { status, published }: Sent): AnnouncementStatus {
  if (status !== undefined && published !== undefined && published !== (status === "PUBLISHED")) {
    throw invalidField("published", "not_allowed", "Send only one of `status` and `published`");
  }
  const unpublished = from === "PUBLISHED" ? "UNPUBLISHED" : from;
  const to = status ?? (published === undefined ? from : published ? "PUBLISHED" : unpublished);
  if (!mayBecome(from, to)) {
    throw new DomainError(
      "invalid_request",
      `An announcement that is ${statusWords(from)} cannot become ${statusWords(to)}`,
    );
  }
  return to;
}

/** @throws DomainError invalid_request if people were notified already */
function nextAudience(present: Row, sent: Sent, from: AnnouncementStatus) {
  const { audience: kind, audienceTags, audienceSetAsides } = present;
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  const audience = audienceFrom({ audience: kind, audienceTags, audienceSetAsides, ...Object.fromEntries(given) });
  const faults = audienceFaults(audience);
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  if (!isUnseen(from) && changesBetween(present, { ...audience })) {
    throw invalidField("audience", "not_allowed", "People were notified already, so the audience can no longer change");
  }
  return audience;
}

function nextPublication(
  present: Row,
  { publishesAt }: Sent,
  { from, to }: { from: AnnouncementStatus; to: AnnouncementStatus },
  now: Date,
) {
  const kept = from === "SCHEDULED" ? present.publishedAt : null;
  const time = publishesAt === undefined ? kept : publishesAt;
  const faults = scheduleFaults(to, time, typeof publishesAt === "string", now);
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  if (to === "DRAFT") return { published: false, publishedAt: null };
  if (to === "SCHEDULED") return { published: true, publishedAt: time };
  return { published: to === "PUBLISHED", publishedAt: isUnseen(from) ? now.toISOString() : present.publishedAt };
}
