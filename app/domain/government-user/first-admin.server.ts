import { immediateTransaction } from "#db/open";
import { user } from "#db/schema";
import { auditFor } from "~/operations/caller.server";
import { parse } from "~/operations/input.server";
import type { Services } from "~/operations/services";
import type { Settings } from "~/settings.server";
import { DomainError, listErrors } from "~/values/errors";
import { hasSystemAdministrator } from "../account-administration/administrators.server";
import { newGovernmentUserSchema } from "./schema";

/**
 * Creates the first system administrator from the settings, if there is none. That person chose the password, so it
 * needs no rotation.
 * @returns the new administrator's email, or null
 * @throws Error that names the setting if its email, password or name is not valid for a user
 */
export async function ensureFirstAdmin(services: Services): Promise<string | null> {
  const { settings, db, passwords, newId, clock } = services;
  if (!settings.firstAdmin || hasSystemAdministrator(db)) return null;
  const { email, password, name } = parseSettings(settings.firstAdmin);
  if (db.query.user.findFirst({ columns: { id: true }, where: (row, { eq }) => eq(row.email, email) }).sync()) {
    throw new Error(
      "ADMIN_EMAIL belongs to an account that is not an active system administrator. Use another address.",
    );
  }
  const passwordHash = await passwords.hash(password);
  return immediateTransaction(db, () => {
    if (hasSystemAdministrator(db)) return null;
    const now = clock();
    const id = newId();
    const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
    db.insert(user)
      .values({ id, email, name, role: "GOV_SYSTEM_ADMIN", passwordHash, ...times })
      .run();
    const caller = { actor: null, sessionHash: null, ip: "localhost", userAgent: null, requestId: newId(), origin: "" };
    auditFor(
      services,
      caller,
      now,
    )("gov_user_created", {
      targetType: "user",
      targetId: id,
      details: { after: { email, name, role: "GOV_SYSTEM_ADMIN" }, reason: "first administrator, from the settings" },
    });
    return email;
  });
}

function parseSettings(given: NonNullable<Settings["firstAdmin"]>) {
  try {
    return parse(newGovernmentUserSchema.pick({ email: true, password: true, name: true }), given);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const faults = listErrors(error.fields ?? {}).map(
      ([name, { message }]) => `  ADMIN_${name.toUpperCase()}: ${message}`,
    );
    throw new Error(`Fix these settings:\n${faults.join("\n")}`);
  }
}
