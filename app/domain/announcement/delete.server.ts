import { eq } from "drizzle-orm";
import { announcement } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { recordSchema } from "~/values/text";
import { cancelDeliveries } from "../../routing/fan-out.server";
import { LINK_TO } from "../../routing/links";
import { findAnnouncement } from "./queries.server";
import { announcementStatus } from "./rules";

/** Deletes an announcement for everyone. Its row and files stay, and nothing reads them any more. */
export const deleteAnnouncement = defineOperation({
  gate: "publisher",
  input: recordSchema,
  events: ["announcement_deleted"],

  run({ db, now, audit }, { id }) {
    const found = findAnnouncement(db, id);
    const at = now.toISOString();
    db.update(announcement).set({ deletedAt: at, updatedAt: at }).where(eq(announcement.id, id)).run();
    cancelDeliveries(db, LINK_TO.announcement(id));
    audit("announcement_deleted", {
      targetType: "announcement",
      targetId: id,
      details: { before: { title: found.title, published: announcementStatus(found, now) === "PUBLISHED" } },
    });
    return { id };
  },
});
