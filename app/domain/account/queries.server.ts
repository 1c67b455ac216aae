import { eq } from "drizzle-orm";
import * as z from "zod";
import { command, organization, user } from "#db/schema";
import { defineQuery } from "~/operations/operation.server";

/** The caller's own account, with role, organization and command. */
export const ownAccount = defineQuery({
  gate: "signed in",
  input: z.object({}),
  run({ db, actor }) {
    const { name, email, role, industryRole } = actor;
    const belongings = db
      .select({
        title: user.title,
        createdAt: user.createdAt,
        organizationName: organization.name,
        command: { id: command.id, name: command.name, abbreviation: command.abbreviation },
      })
      .from(user)
      .leftJoin(organization, eq(organization.id, user.organizationId))
      .leftJoin(command, eq(command.id, user.commandId))
      .where(eq(user.id, actor.id))
      .get();
    return { name, email, role, industryRole, ...belongings };
  },
});
