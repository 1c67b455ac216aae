import { z } from "zod";
import { ORGANIZATION_STATUSES, ORGANIZATION_TYPES, SAM_REGISTRATION_STATUSES, SET_ASIDES } from "#db/enumerations";
import { LIMITS } from "../../limits";
import { listFilters, paging, sortedBy } from "../paging";
import { day, email, line, newPassword, oneOf, optional, paragraphs, phone, tags, webAddress } from "../text";

const digits = (maxDigits: number, max: number) =>
  z
    .string({ error: "must be digits" })
    .trim()
    .regex(new RegExp(`^\\d{1,${maxDigits}}$`), "must be a whole number, in digits alone")
    .transform(Number)
    .pipe(z.number().max(max, `must be at most ${max.toLocaleString("en-US")}`));

/** CAGE codes and UEIs are written in upper case. */
const upperCase = z.string().trim().toUpperCase();

/** NAICS codes as they are typed, with commas or spaces between; each once. */
const naicsCodes = z
  .string({ error: "must be text" })
  .transform((value) => [...new Set(value.split(/[\s,]+/).filter((code) => code !== ""))])
  .pipe(
    z
      .array(z.string().regex(/^\d{6}$/, "must be six-digit codes with commas or spaces between"))
      .max(LIMITS.naicsCodes, `must be at most ${LIMITS.naicsCodes} codes`),
  );

const setAsides = z
  .array(oneOf(SET_ASIDES), { error: "must be a list" })
  .max(LIMITS.setAsides, `must be at most ${LIMITS.setAsides}`)
  .transform((values) => SET_ASIDES.filter((value) => values.includes(value)));

/** The fields that registration and the profile share (specification, "Portal: registration"). */
const profileFields = {
  cageCode: optional(upperCase.pipe(z.string().regex(/^[A-Z0-9]{5}$/, "must be 5 letters and digits"))),
  uei: optional(
    upperCase.pipe(
      z
        .string()
        .max(20, "must have at most 20 characters")
        .regex(/^[\x21-\x7e]*$/, "must be letters and digits, without spaces"),
    ),
  ),
  dunsNumber: optional(
    z
      .string()
      .trim()
      .regex(/^\d{9}$/, "must be 9 digits"),
  ),
  naicsCodes: optional(naicsCodes),
  setAsides: setAsides.nullable().optional(),
  website: optional(webAddress),
  addressLine1: optional(line(1, 255)),
  addressLine2: optional(line(1, 255)),
  city: optional(line(1, 100)),
  state: optional(line(1, 50)),
  postalCode: optional(
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9 -]{3,20}$/, "must be 3 to 20 letters, digits, spaces or hyphens"),
  ),
  country: optional(line(1, 100)),
  pocName: optional(line(1, 255)),
  pocEmail: optional(email),
  pocPhone: optional(phone),
  contractsPocName: optional(line(1, 255)),
  contractsPocEmail: optional(email),
  contractsPocPhone: optional(phone),
  employeeCount: optional(digits(7, LIMITS.employeeCount)),
  annualRevenueUsd: optional(digits(LIMITS.annualRevenueDigits, 10 ** LIMITS.annualRevenueDigits - 1)),
  businessStartYear: optional(
    z
      .string({ error: "must be digits" })
      .trim()
      .regex(/^\d{4}$/, "must be a year of four digits")
      .transform(Number)
      .pipe(z.number().min(LIMITS.businessStartYear, `must be ${LIMITS.businessStartYear} or later`)),
  ),
  samRegistrationStatus: optional(oneOf(SAM_REGISTRATION_STATUSES)),
  samExpirationDate: optional(day),
  description: optional(paragraphs(1, 2000)),
  techTags: optional(tags(500)),
};

/** PUT /api/portal/profile: a field not sent stays; an empty one or null is cleared. */
export const profileSchema = z.object({ orgType: oneOf(ORGANIZATION_TYPES), ...profileFields });

/** The longest name that an organization may have. */
export const ORGANIZATION_NAME_CHARACTERS = 255;

/** POST /api/portal/register: the organization and its first user. */
export const registrationSchema = z.object({
  orgName: line(2, ORGANIZATION_NAME_CHARACTERS),
  orgType: oneOf(ORGANIZATION_TYPES),
  ...profileFields,
  contactName: line(2, 255),
  email,
  password: newPassword,
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

/** PATCH /api/gov/organizations/<id>: what government says of an organization and the organization cannot. */
export const organizationNontraditionalSchema = z
  .object({
    id: z.string(),
    nontraditional: z.boolean({
      error: ({ input }) => (input === undefined ? "is required" : "must be true or false"),
    }),
  })
  .meta({ examples: [{ nontraditional: true }] });

/** GET /api/gov/organizations. */
export const organizationListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  status: oneOf(ORGANIZATION_STATUSES).optional(),
  orgType: oneOf(ORGANIZATION_TYPES).optional(),
  type: oneOf(ORGANIZATION_TYPES)
    .optional()
    .meta({ description: "The same as `orgType`, by the name that it has in other lists." }),
  setAside: oneOf(SET_ASIDES).optional(),
  samRegistrationStatus: oneOf(SAM_REGISTRATION_STATUSES).optional(),
  ...listFilters,
  q: listFilters.q.meta({ description: "A part of the name, however it is written; or a whole UEI or CAGE code." }),
  sort: sortedBy(["name", "createdAt", "updatedAt"], "name"),
});
