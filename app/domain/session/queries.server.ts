import { z } from "zod";
import type { Actor } from "../../policy/policy";
import { defineQuery } from "../operation.server";

/** What a session tells of itself (decisions on sign-in): nulls where an attribute does not apply. */
export function viewSession(actor: Actor) {
  const { id, email, name, role, industryRole, organizationId, commandId, mustChangePassword } = actor;
  return { id, email, name, role, industryRole, organizationId, commandId, mustChangePassword };
}

export const currentSession = defineQuery({
  gate: "signed in",
  input: z.object({}),
  duringRotation: true,
  run: ({ actor }) => viewSession(actor),
});
