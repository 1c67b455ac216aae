import * as z from "zod";
import { ORGANIZATION_STATUSES, ORGANIZATION_TYPES, SAM_REGISTRATION_STATUSES, SET_ASIDES } from "#db/enumerations";
import { listFilters, paging, sortedBy } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { email, name, newPassword, oneOf, paragraphs } from "~/values/text";
import { exampleProfile, profileInputs } from "./profile-schema";

/** PUT /api/portal/profile: a field not sent stays; an empty one or null is cleared. */
export const profileSchema = z.object(profileInputs).meta({ examples: [exampleProfile] });

/** The longest name that an organization may have. */
export const ORGANIZATION_NAME_CHARACTERS = 255;

/** POST /api/portal/register: the organization and its first user. */
export const registrationSchema = z
  .object({
    orgName: name(2, ORGANIZATION_NAME_CHARACTERS).meta({
      description: "Must be unique, ignoring case and spacing.",
    }),
    ...profileInputs,
    contactName: name(2, 255).meta({
      description: "The name of the first user, who becomes the organization's administrator.",
    }),
    email: email.meta({ description: "The first user's email for sign-in, stored in lower case." }),
    password: newPassword,
  })
  .meta({
    examples: [
      {
        orgName: "Acme Robotics",
        ...exampleProfile,
        contactName: "Sam Okafor",
        email: "sam.okafor@acme.example.com",
        password: "Tidal-Lantern-41-Harbor",
      },
    ],
  });

/** The fields of either form that are lists of ticked boxes. */
export const PROFILE_LISTS = ["setAsides"] as const;

/** PATCH /api/gov/organizations/<id>/status. */
export const organizationStatusSchema = z
  .object({ id: z.string(), status: oneOf(ORGANIZATION_STATUSES) })
  .meta({ examples: [{ status: "ACTIVE" }] });

/** POST /api/gov/organizations/<id>/dialogue. */
export const newDialogueNoteSchema = z
  .object({ id: z.string(), body: paragraphs(1, 4000) })
  .meta({ examples: [{ body: "Asked for their test report." }] });

/** PATCH /api/gov/organizations/<id>: what the government sets for an organization, and the organization cannot. */
export const organizationNontraditionalSchema = z
  .object({
    id: z.string(),
    nontraditional: z.boolean("Send true or false"),
  })
  .meta({ examples: [{ nontraditional: true }] });

/** PATCH /api/gov/organizations/<id>/identity: a field not sent stays; null or an empty code is cleared. */
export const organizationIdentitySchema = z
  .object({
    id: z.string(),
    name: registrationSchema.shape.orgName.optional(),
    uei: profileInputs.uei,
    cageCode: profileInputs.cageCode,
  })
  .meta({ examples: [{ name: "Released name 1", uei: null, cageCode: null }] });

/** GET /api/gov/organizations. */
export const organizationListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  status: oneOf(ORGANIZATION_STATUSES).optional(),
  orgType: oneOf(ORGANIZATION_TYPES).optional(),
  type: oneOf(ORGANIZATION_TYPES)
    .optional()
    .meta({ description: "The same as `orgType`, under the name that other lists use." }),
  setAside: oneOf(SET_ASIDES).optional(),
  samRegistrationStatus: oneOf(SAM_REGISTRATION_STATUSES).optional(),
  ...listFilters,
  q: listFilters.q.meta({ description: "Part of the name, ignoring case, or a full UEI or CAGE code." }),
  sort: sortedBy(["name", "status", "createdAt", "updatedAt"], "name"),
});
