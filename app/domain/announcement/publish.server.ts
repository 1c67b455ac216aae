import { announcement } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { invalidFields } from "~/values/errors";
import { deliverToIndustry, finishDeliveries } from "../../routing/fan-out.server";
import { announcementNotification } from "./notification.server";
import { audienceFaults, audienceFrom, scheduleFaults } from "./rules";
import { newAnnouncementSchema } from "./schema";

/** Creates an announcement: published immediately, scheduled, or a draft. Publishing notifies industry. */
export const publishAnnouncement = defineOperation({
  gate: "publisher",
  input: newAnnouncementSchema,
  refuses: { invalid_request: "`publishesAt` does not fit the status, or the audience is incomplete" },
  events: ["announcement_created", "announcement_published"],

  finish: finishDeliveries,

  run({ db, actor, now, newId, audit }, { title, body, status = "PUBLISHED", publishesAt = null, ...sent }) {
    const audience = audienceFrom(sent);
    const faults = { ...scheduleFaults(status, publishesAt, publishesAt !== null, now), ...audienceFaults(audience) };
    if (Object.keys(faults).length > 0) throw invalidFields(faults);

    const at = now.toISOString();
    const published = status !== "DRAFT";
    const publishedAt = status === "PUBLISHED" ? at : publishesAt;
    const row = { id: newId(), title, body, ...audience, published, publishedAt };
    db.insert(announcement)
      .values({ ...row, authorId: actor.id, createdAt: at, updatedAt: at })
      .run();
    const notified =
      publishedAt === null ? 0 : deliverToIndustry(db, announcementNotification(row), new Date(publishedAt));
    const target = { targetType: "announcement", targetId: row.id };
    if (status === "PUBLISHED") audit("announcement_published", { ...target, details: { title, notified } });
    else audit("announcement_created", { ...target, details: { after: { title, status, publishesAt, ...audience } } });
    return { id: row.id, status, notified };
  },
});
