import * as z from "zod";
import { GOVERNMENT_ROLES } from "#db/enumerations";
import { paging, sortedBy } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { email, identifier, line, name, newPassword, oneOf, optional } from "~/values/text";
import { accountState, active, handover } from "../account-administration/schema";
import { commandIdentifier } from "../command/schema";

/** POST /api/gov/admin/users. The caller's tier decides which roles it may assign (rules.ts). */
export const newGovernmentUserSchema = z
  .object({
    email,
    name: name(1, 200),
    password: newPassword,
    role: oneOf(GOVERNMENT_ROLES),
    commandId: commandIdentifier.nullable().optional(),
    title: optional(name(1, 200)),
  })
  .meta({
    examples: [
      {
        email: "jordan.reyes@example.com",
        name: "Jordan Reyes",
        password: "Marble-Lantern-42-Quay",
        role: "GOV_COMMAND_LEAD",
        commandId: "019a7c10-91b2-7e44-8a05-b6d3f2c1e097",
        title: "Program manager",
      },
    ],
  });

/** The form of the page of users. Without a password, the person gets a link to choose one. */
export const invitedGovernmentUserSchema = newGovernmentUserSchema.extend({ password: optional(newPassword) });

/** PATCH /api/gov/admin/users. */
export const governmentUserChangeSchema = z
  .object({
    userId: identifier(255).meta({ description: "The user to change." }),
    role: oneOf(GOVERNMENT_ROLES).optional(),
    commandId: commandIdentifier
      .nullable()
      .optional()
      .meta({ description: "Null removes the user from their command." }),
    title: optional(name(1, 200)),
    active: active.optional(),
    ...handover,
  })
  .meta({ examples: [{ userId: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16", role: "GOV_POC" }] });

/** PATCH /api/gov/admin/users/<id>/email. */
export const governmentEmailSchema = z
  .object({
    id: z.string(),
    email: email.meta({ description: "The new email for sign-in. The old one becomes available." }),
  })
  .meta({ examples: [{ email: "jordan.reyes@example.com" }] });

/**
 * The filters of the page of users. Their names differ from the fields of the page's forms, because each name can
 * appear once on a page.
 */
export const governmentUserListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  q: line(1, 255).optional(),
  withRole: oneOf(GOVERNMENT_ROLES).optional(),
  inCommand: commandIdentifier.optional(),
  state: accountState.optional(),
  sort: sortedBy(["name", "role", "command", "title", "lastSignInAt"], "name"),
});
