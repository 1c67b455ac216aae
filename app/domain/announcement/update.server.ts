import { eq } from "drizzle-orm";
import { announcement } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { cancelDeliveries } from "../../routing/fan-out.server";
import { LINK_TO } from "../../routing/links";
import { findAnnouncement, readAnnouncement } from "./queries.server";
import { announcementChangeSchema } from "./schema";

/**
 * Edits, unpublishes or republishes an announcement. Nobody is notified a second time. Its notifications show what it says
 * now, or that it was withdrawn (`asShown`).
 */
export const updateAnnouncement = defineOperation({
  gate: "publisher",
  input: announcementChangeSchema,
  events: ["announcement_updated", "announcement_published"],

  run({ db, now, audit }, { id, ...sent }) {
    const present = findAnnouncement(db, id);
    const changes = changesBetween(present, sent);
    if (!changes) return readAnnouncement(db, id);
    db.update(announcement)
      .set({ ...changes.after, updatedAt: now.toISOString() })
      .where(eq(announcement.id, id))
      .run();

    if (changes.after.published === false) cancelDeliveries(db, LINK_TO.announcement(id));

    const target = { targetType: "announcement", targetId: id };
    const updated = readAnnouncement(db, id);
    const { published, ...edited } = changes.after;
    const isPublishedAgain = published === true;
    // Publishing again has its own event. Unpublishing is a change like any other.
    const recorded = isPublishedAgain ? changesBetween(present, edited) : changes;
    if (recorded) audit("announcement_updated", { ...target, details: recorded });
    if (isPublishedAgain)
      audit("announcement_published", { ...target, details: { title: updated.title, notified: 0 } });
    return updated;
  },
});
