import * as z from "zod";
import { call, engagement, organization, submission } from "#db/schema";
import { countRows } from "~/lists/listing.server";
import { defineQuery } from "~/operations/operation.server";

/** How many records of each kind an export has now, including archived ones. */
export const exportCounts = defineQuery({
  gate: "enterprise",
  input: z.object({}),
  run: ({ db }) => ({
    organizations: countRows(db, organization, undefined),
    submissions: countRows(db, submission, undefined),
    engagements: countRows(db, engagement, undefined),
    calls: countRows(db, call, undefined),
  }),
});
