import { z } from "zod";
import { defineQuery } from "~/operations/operation.server";
import { organizationOf } from "../../policy/policy";
import { findOrganization } from "./queries.server";
import { profileCompleteness, samReminder } from "./rules";

/** How complete the profile of the caller's organization is, and its reminders. */
export const ownCompleteness = defineQuery({
  gate: "industry",
  input: z.object({}),
  run({ db, actor, now }) {
    const profile = findOrganization(db, organizationOf(actor));
    return {
      name: profile.name,
      ...profileCompleteness(profile),
      sam: samReminder(profile, now.toISOString().slice(0, 10)),
    };
  },
});
