import { announcement } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { deliverToIndustry, finishDeliveries } from "../../routing/fan-out.server";
import { announcementNotice } from "./notice.server";
import { newAnnouncementSchema } from "./schema";

/** Publishes a new announcement, and notifies industry. */
export const publishAnnouncement = defineOperation({
  gate: "publisher",
  input: newAnnouncementSchema,
  events: ["announcement_published"],

  finish: finishDeliveries,

  run({ db, actor, now, newId, audit }, { title, body }) {
    const id = newId();
    const at = now.toISOString();
    db.insert(announcement).values({ id, title, body, authorId: actor.id, createdAt: at, updatedAt: at }).run();
    const notified = deliverToIndustry(db, announcementNotice({ id, title, body }), now);
    audit("announcement_published", { targetType: "announcement", targetId: id, details: { title, notified } });
    return { id, notified };
  },
});
