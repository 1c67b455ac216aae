import { eq } from "drizzle-orm";
import { z } from "zod";
import { announcement } from "#db/schema";
import { defineOperation } from "../operation.server";
import { presentAnnouncement } from "./queries.server";

/** Deletes an announcement for everybody: its row and its files are kept, and nothing reads them any more. */
export const deleteAnnouncement = defineOperation({
  gate: "publisher",
  input: z.object({ id: z.string() }),
  events: ["announcement_deleted"],

  run({ db, now, audit }, { id }) {
    const { title, published } = presentAnnouncement(db, id);
    const at = now.toISOString();
    db.update(announcement).set({ deletedAt: at, updatedAt: at }).where(eq(announcement.id, id)).run();
    audit("announcement_deleted", {
      targetType: "announcement",
      targetId: id,
      details: { before: { title, published } },
    });
    return { id };
  },
});
