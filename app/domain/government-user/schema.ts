import { z } from "zod";
import { GOVERNMENT_ROLES } from "#db/enumerations";
import { LIMITS } from "../../limits";
import { commandIdentifier } from "../command/schema";
import { paging } from "../paging";
import { email, identifier, line, newPassword, oneOf, optional } from "../text";

/** POST /api/gov/admin/users. Which of the roles a caller may assign is a matter of its tier (rules.ts). */
export const newGovernmentUserSchema = z.object({
  email,
  name: line(1, 200),
  password: newPassword,
  role: oneOf(GOVERNMENT_ROLES),
  commandId: commandIdentifier.nullable().optional(),
  title: optional(line(1, 200)),
});

/** PATCH /api/gov/admin/users. */
export const governmentUserChangeSchema = z.object({
  userId: identifier(255),
  role: oneOf(GOVERNMENT_ROLES).optional(),
  commandId: commandIdentifier.nullable().optional(),
  title: optional(line(1, 200)),
});

/**
 * What the page of users may be narrowed to. The names keep apart from those of the page's own forms, since a page has
 * each of its fields once.
 */
export const governmentUserListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  q: line(1, 255).optional(),
  withRole: oneOf(GOVERNMENT_ROLES).optional(),
  inCommand: commandIdentifier.optional(),
});
