import { eq } from "drizzle-orm";
import type { Database } from "#db/open";
import { announcement } from "#db/schema";

/** Marks an announcement as changed when something was added to it or removed, so that `updatedSince` finds it. */
export function touchAnnouncement(db: Database, id: string, now: Date): void {
  db.update(announcement).set({ updatedAt: now.toISOString() }).where(eq(announcement.id, id)).run();
}
