import * as z from "zod";
import { defineQuery } from "~/operations/operation.server";
import { dayIn } from "~/values/time-zone";
import { organizationOf } from "../../policy/policy";
import { findOrganization } from "./queries.server";
import { profileCompleteness, samReminder } from "./rules";

/** How complete the profile of the caller's organization is, and its reminders. */
export const ownCompleteness = defineQuery({
  gate: "industry",
  input: z.object({}),
  run({ db, actor, settings, now }) {
    const profile = findOrganization(db, organizationOf(actor));
    return {
      name: profile.name,
      ...profileCompleteness(profile),
      sam: samReminder(profile, dayIn(settings.workingCalendar.timeZone, now)),
    };
  },
});
