import { closeDatabase } from "#db/open";
import { FIRST_ADMIN } from "~/demo/stage/credentials";
import { openStage } from "~/demo/stage/stage";
import { type Past, play, timesFrom } from "~/demo/stage/timeline";
import { ensureFirstAdmin } from "~/domain/government-user/first-admin.server";
import type { Settings } from "~/settings.server";
import { createLog, openServices } from "~/web/transport/services.server";
import { announcementActs } from "./announcements";
import { callActs } from "./calls";
import { colleagueActs } from "./colleagues";
import { commandActs } from "./commands";
import { dialogueActs } from "./dialogue";
import { engagementActs } from "./engagements";
import { notificationActs } from "./notifications";
import { organizationActs } from "./organizations";
import { peopleActs } from "./people";
import { markPlace } from "./place";
import { presetTagActs } from "./preset-tags";
import { standingActs } from "./standing";
import { submissionActs } from "./submissions";
import { trafficActs } from "./traffic";

/** The day on which the first administrator was made; everything else came later. */
const BEGINNING: Past = [165, "13:00"];

/**
 * Seeds an empty database with five months of an agency's work, as if it had happened: through the same operations as
 * requests go through, in the sequence of its time, so that audit, routing, notices and times are real.
 * @throws Error that names what could not be done; the database is then marked unfinished.
 */
export async function seedDemonstration(settings: Settings, now: Date): Promise<void> {
  // Unlocked, because people change the password that their administrator chose. The server locks it again.
  const seeding: Settings = { ...settings, credentialsLocked: false, firstAdmin: FIRST_ADMIN };
  const real = await openServices(seeding, createLog(settings));
  try {
    markPlace(real.db, "unfinished");
    const times = timesFrom(now);
    const stage = openStage(real, times.ago(BEGINNING));
    await ensureFirstAdmin(stage.services);
    await play(stage, [
      ...commandActs(times),
      ...peopleActs(times),
      ...presetTagActs(times),
      ...organizationActs(times),
      ...colleagueActs(times),
      ...standingActs(times),
      ...callActs(times),
      ...announcementActs(times),
      ...submissionActs(times),
      ...engagementActs(times),
      ...dialogueActs(times),
      ...notificationActs(times),
      ...trafficActs(times),
    ]);
    markPlace(real.db, "seeded");
  } finally {
    closeDatabase(real.db);
  }
}
