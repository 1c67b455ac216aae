import { desc, eq } from "drizzle-orm";
import { command, engagement, engagementOrganization } from "#db/schema";
import { defineQuery } from "~/operations/operation.server";
import { recordSchema } from "~/values/text";

const ROWS_SHOWN = 20;

/** An organization's latest engagements, by their date. */
export const engagementsOfOrganization = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run({ db }, { id }) {
    const { title, type, status, date, location } = engagement;
    const { name, abbreviation } = command;
    return db
      .select({ id: engagement.id, title, type, status, date, location, command: { name, abbreviation } })
      .from(engagementOrganization)
      .innerJoin(engagement, eq(engagement.id, engagementOrganization.engagementId))
      .innerJoin(command, eq(command.id, engagement.commandId))
      .where(eq(engagementOrganization.organizationId, id))
      .orderBy(desc(date), desc(engagement.id))
      .limit(ROWS_SHOWN)
      .all();
  },
});
