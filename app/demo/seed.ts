import { closeDatabase } from "#db/open";
import { FIRST_ADMIN } from "~/demo/stage/credentials";
import { openStage } from "~/demo/stage/stage";
import { type Past, play, timesFrom } from "~/demo/stage/timeline";
import { ensureFirstAdmin } from "~/domain/government-user/first-admin.server";
import { notifyOfMatches } from "~/domain/saved-search/notify.server";
import type { Settings } from "~/settings.server";
import { createLog, openServices } from "~/web/transport/services.server";
import { announcementActs } from "./announcements";
import { answerActs } from "./answers";
import { callActs } from "./calls";
import { colleagueActs } from "./colleagues";
import { commandActs } from "./commands";
import { dialogueActs } from "./dialogue";
import { engagementActs } from "./engagements";
import { leaverActs } from "./leavers";
import { notificationActs } from "./notifications";
import { organizationActs } from "./organizations";
import { peopleActs } from "./people";
import { markPlace } from "./place";
import { presetTagActs } from "./preset-tags";
import { reviewActs } from "./reviews";
import { standingActs } from "./standing";
import { submissionActs } from "./submissions";
import { trafficActs } from "./traffic";

/** When the first administrator was created. Everything else happens later. */
const BEGINNING: Past = [165, "13:00"];

/**
 * Seeds an empty database with five months of an agency's work. It calls the same operations as requests do, in order
 * of time, so that audit log, routing, notifications and times are real.
 * @throws Error that names the step that failed. The database then stays marked as unfinished.
 */
export async function seedDemonstration(settings: Settings, now: Date): Promise<void> {
  // Unlocked, because people change the password that their administrator chose. The server locks passwords again.
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
      ...leaverActs(times),
      ...standingActs(times),
      ...callActs(times),
      ...announcementActs(times),
      ...submissionActs(times),
      ...reviewActs(times),
      ...answerActs(times),
      ...engagementActs(times),
      ...dialogueActs(times),
      ...notificationActs(times),
      ...trafficActs(times),
    ]);
    await real.ledger.catchUp(true);
    await notifyOfMatches({ ...real, clock: () => now });
    markPlace(real.db, "seeded");
  } finally {
    closeDatabase(real.db);
  }
}
