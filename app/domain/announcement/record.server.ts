import { eq } from "drizzle-orm";
import type { Database } from "#db/open";
import { announcement } from "#db/schema";

/** Marks an announcement as changed by what was added to it or taken from it, so that `updatedSince` finds it. */
export function touchAnnouncement(db: Database, id: string, now: Date): void {
  db.update(announcement).set({ updatedAt: now.toISOString() }).where(eq(announcement.id, id)).run();
}
