import * as z from "zod";
import type { Database } from "#db/open";
import { defineOperation } from "~/operations/operation.server";
import { CALENDAR_END, calendarStart } from "~/values/calendar";
import { RATE_LIMITS } from "~/values/limits";
import { type CalendarEngagement, engagementEvent } from "./calendar";
import { downloadExport } from "./download.server";
import { exportSources, NAMES_OF_LINKS, readRecords } from "./records.server";
import { writtenOut } from "./written-out";

/** GET /api/export/engagements.ics: every engagement as an event that has its times, or lasts its day. */
export const exportCalendar = defineOperation({
  gate: "enterprise",
  input: z.object({}),
  limit: RATE_LIMITS.export,
  events: ["export_downloaded"],

  run(context) {
    const { now, caller, settings } = context;
    return downloadExport(context, {
      format: "iCalendar",
      contentType: "text/calendar; charset=utf-8",
      records: ["engagements"],
      name: "engagements",
      extension: "ics",
      make: (snapshot) => calendarText(snapshot, now, caller.origin, settings.workingCalendar.timeZone),
    });
  },
});

async function* calendarText(
  db: Database,
  now: Date,
  origin: string,
  timeZone: string,
): AsyncGenerator<string, void, void> {
  const { table, fields } = exportSources(now).engagements;
  const source = { table, fields: [...fields, ...NAMES_OF_LINKS.engagements] };
  yield calendarStart("Engagements");
  yield* writtenOut(readRecords(db, source), (record) =>
    engagementEvent(record as unknown as CalendarEngagement, origin, timeZone),
  );
  yield CALENDAR_END;
}
