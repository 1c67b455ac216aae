import * as z from "zod";
import { INDUSTRY_ROLES } from "#db/enumerations";
import { paging, searchedText, sortedBy } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { email, identifier, oneOf } from "~/values/text";
import { accountState, active, handover } from "../account-administration/schema";

/** PATCH /api/portal/users/<id>. */
export const industryUserChangeSchema = z
  .object({
    id: z.string(),
    industryRole: oneOf(INDUSTRY_ROLES).optional(),
    active: active.optional(),
    successorId: handover.successorId,
  })
  .refine((change) => change.industryRole !== undefined || change.active !== undefined, {
    error: "Choose a role",
    path: ["industryRole"],
    params: { code: "required" },
  })
  .meta({ examples: [{ industryRole: "INDUSTRY_ADMIN" }] });

/**
 * The filters of the page of an organization's people. Their names differ from the fields of the page's forms, because
 * each name can appear once on a page.
 */
export const industryUserListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  q: searchedText.optional(),
  withRole: oneOf(INDUSTRY_ROLES).optional(),
  state: accountState.optional(),
  sort: sortedBy(["name", "role", "lastSignInAt"], "name"),
});

/** GET /api/gov/admin/industry-users. */
export const industryAccountListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  email: searchedText.optional().meta({ description: "Part of the email." }),
  organizationId: identifier().optional(),
  active: oneOf(["true", "false"])
    .transform((value) => value === "true")
    .optional(),
});

/** The filters of the page of industry users. */
export const industryDirectorySchema = z.object({
  ...paging(LIMITS.listPageSize),
  q: searchedText.optional(),
  organizationId: identifier().optional(),
  state: accountState.optional(),
  sort: sortedBy(["organization", "name", "lastSignInAt"], "organization"),
});

/** PATCH /api/gov/admin/industry-users/<id>. */
export const industryAccountChangeSchema = z
  .object({
    id: z.string(),
    active: active.optional(),
    successorId: handover.successorId,
    email: email.optional().meta({ description: "The new email for sign-in. The old one becomes available." }),
  })
  .meta({ examples: [{ active: false, email: "released-1@example.com" }] });
