import { z } from "zod";
import { ORGANIZATION_STATUSES, ORGANIZATION_TYPES, SAM_REGISTRATION_STATUSES, SET_ASIDES } from "#db/enumerations";
import { listFilters, paging, sortedBy } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import {
  asciiText,
  code,
  day,
  email,
  line,
  name,
  newPassword,
  oneOf,
  optional,
  paragraphs,
  phone,
  tags,
  webAddress,
} from "~/values/text";

/** Digits in groups of three, as people write large numbers. */
const GROUPED = /^\d{1,3}(?:,\d{3})+$|^\d{1,3}(?:\s\d{3})+$/;

/** Removes the separators that group the digits of a number, and leading zeros. */
const plainDigits = (value: string): string =>
  (GROUPED.test(value) ? value.replace(/[,\s]/g, "") : value).replace(/^0+(?=\d)/, "");

const digits = (maxDigits: number, max: number) =>
  asciiText(maxDigits, { error: "must be digits" })
    .overwrite(plainDigits)
    .regex(new RegExp(`^\\d{1,${maxDigits}}$`), `must be a whole number of at most ${maxDigits} digits`)
    .transform(Number)
    .pipe(z.number().max(max, `must be at most ${max.toLocaleString("en-US")}`));

/** NAICS codes as they are typed, with commas or spaces between; each once. */
const naicsCodes = asciiText(LIMITS.naicsCharacters, { error: "must be text" })
  .meta({ pattern: `^[\\s,]*(\\d{6}([\\s,]+\\d{6}){0,${LIMITS.naicsCodes - 1}}[\\s,]*)?$` })
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

/** The fields that registration and the profile share (docs/contract.md#organizations). */
const profileFields = {
  cageCode: optional(code.pipe(z.string().regex(/^[A-Z0-9]{5}$/, "must be 5 letters and digits"))).meta({
    description: "Commercial and Government Entity code, stored in upper case. Each organization's is unique.",
  }),
  uei: optional(
    code.pipe(
      z
        .string()
        .max(20, "must have at most 20 characters")
        .regex(/^[\x21-\x7e]*$/, "must have only letters from A to Z, digits and signs"),
    ),
  ).meta({
    description:
      "The SAM.gov unique entity identifier, stored in upper case without spaces. Each organization's is unique.",
  }),
  dunsNumber: optional(
    // Printed as 12-345-6789.
    asciiText(9)
      .overwrite((value) => value.replace(/[\s-]+/g, ""))
      .regex(/^\d{9}$/, "must be 9 digits"),
  ),
  naicsCodes: optional(naicsCodes).meta({
    description: `Up to ${LIMITS.naicsCodes} six-digit codes, separated by commas or spaces. Responses have a list.`,
  }),
  setAsides: setAsides.nullable().optional().meta({ description: "Any of them makes `smallBusiness` true." }),
  website: optional(webAddress),
  addressLine1: optional(line(1, 255)),
  addressLine2: optional(line(1, 255)),
  city: optional(line(1, 100)),
  state: optional(line(1, 50)),
  postalCode: optional(
    asciiText(20).regex(/^[A-Za-z0-9 -]{3,20}$/, "must be 3 to 20 letters, digits, spaces or hyphens"),
  ),
  country: optional(line(1, 100)).meta({ description: "USA by default." }),
  pocName: optional(name(1, 255)).meta({ description: "The point of contact." }),
  pocEmail: optional(email),
  pocPhone: optional(phone),
  contractsPocName: optional(name(1, 255)).meta({ description: "The point of contact for contracts." }),
  contractsPocEmail: optional(email),
  contractsPocPhone: optional(phone),
  employeeCount: optional(digits(7, LIMITS.employeeCount)).meta({
    description: `Digits as text, up to ${LIMITS.employeeCount.toLocaleString("en-US")}. Responses have a number.`,
  }),
  annualRevenueUsd: optional(digits(LIMITS.annualRevenueDigits, 10 ** LIMITS.annualRevenueDigits - 1)).meta({
    description: "Whole dollars, as digits in text. Responses have a number.",
  }),
  businessStartYear: optional(
    asciiText(4, { error: "must be digits" })
      .regex(/^\d{4}$/, "must be a year of four digits")
      .transform(Number)
      .pipe(z.number().min(LIMITS.businessStartYear, `must be ${LIMITS.businessStartYear} or later`)),
  ).meta({
    description: `Four digits as text, from ${LIMITS.businessStartYear} to the current year. Responses have a number.`,
  }),
  samRegistrationStatus: optional(oneOf(SAM_REGISTRATION_STATUSES)),
  samExpirationDate: optional(day),
  description: optional(paragraphs(1, 2000)),
  techTags: optional(tags(500)).meta({ description: "Comma-separated tags, stored in lower case." }),
};

const exampleProfile = {
  orgType: "COMPANY",
  cageCode: "7ABC1",
  uei: "J9K4LMN2PQR7",
  naicsCodes: "334511, 541715",
  setAsides: ["SMALL_BUSINESS"],
  website: "https://acme.example.com",
  addressLine1: "12 Harbor Street",
  city: "Norfolk",
  state: "VA",
  postalCode: "23510",
  pocName: "Sam Okafor",
  pocEmail: "sam.okafor@acme.example.com",
  pocPhone: "+1 757 555 0117",
  employeeCount: "85",
  annualRevenueUsd: "12400000",
  businessStartYear: "2011",
  samRegistrationStatus: "ACTIVE",
  samExpirationDate: "2026-11-30",
  description: "Passive sensors for small unmanned aircraft.",
  techTags: "counter-uas, sensors",
};

/** PUT /api/portal/profile: a field not sent stays; an empty one or null is cleared. */
export const profileSchema = z
  .object({ orgType: oneOf(ORGANIZATION_TYPES), ...profileFields })
  .meta({ examples: [exampleProfile] });

/** The longest name that an organization may have. */
export const ORGANIZATION_NAME_CHARACTERS = 255;

/** POST /api/portal/register: the organization and its first user. */
export const registrationSchema = z
  .object({
    orgName: name(2, ORGANIZATION_NAME_CHARACTERS).meta({
      description: "Each organization's is unique, ignoring case and spacing.",
    }),
    orgType: oneOf(ORGANIZATION_TYPES),
    ...profileFields,
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

/** PATCH /api/gov/organizations/<id>: what government says of an organization and the organization cannot. */
export const organizationNontraditionalSchema = z
  .object({
    id: z.string(),
    nontraditional: z.boolean({
      error: ({ input }) => (input === undefined ? "is required" : "must be true or false"),
    }),
  })
  .meta({ examples: [{ nontraditional: true }] });

/** PATCH /api/gov/organizations/<id>/identity: a field not sent stays; null or an empty code is cleared. */
export const organizationIdentitySchema = z
  .object({
    id: z.string(),
    name: registrationSchema.shape.orgName.optional(),
    uei: profileFields.uei,
    cageCode: profileFields.cageCode,
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
