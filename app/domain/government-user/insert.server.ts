import type * as z from "zod";
import { user } from "#db/schema";
import type { WriteContext } from "~/operations/operation.server";
import { refuseKnownEmail } from "../account/email.server";
import { refuseAssignment } from "./assignment.server";
import type { newGovernmentUserSchema } from "./schema";

type Context = Pick<
  WriteContext<"user administration", "gov_user_created">,
  "db" | "actor" | "reach" | "newId" | "now" | "audit"
>;

/**
 * Inserts a government user in the open transaction.
 * @throws DomainError invalid_request for a role or command that the caller may not assign, conflict for a known email
 */
export function insertGovernmentUser(
  { db, actor, reach, newId, now, audit }: Context,
  { commandId = null, title = null, ...given }: Omit<z.output<typeof newGovernmentUserSchema>, "password">,
  credentials: { passwordHash: string; mustChangePassword: boolean },
) {
  // Again under the write lock: the command may have been deleted while the password was hashed.
  refuseAssignment(db, reach, actor, { role: given.role, commandId });
  refuseKnownEmail(db, given.email);
  const created = db
    .insert(user)
    .values({
      ...given,
      ...credentials,
      id: newId(),
      commandId,
      title,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    })
    .returning()
    .get();
  audit("gov_user_created", {
    targetType: "user",
    targetId: created.id,
    details: { after: { ...given, commandId, title } },
  });
  return created;
}
