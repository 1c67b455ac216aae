import { z } from "zod";
import { ORGANIZATION_STATUSES, ORGANIZATION_TYPES, SAM_REGISTRATION_STATUSES, SET_ASIDES } from "#db/enumerations";
import { emailAddress, instant, named, tagList } from "~/values/responses";

const text = z.string().nullable();
const number = z.int().min(0).nullable();
const count = z.int().min(0);
const status = z.enum(ORGANIZATION_STATUSES);

const organizationFields = {
  id: z.string(),
  name: z.string(),
  orgType: z.enum(ORGANIZATION_TYPES),
  status,
  cageCode: text.meta({ description: "Five letters and digits." }),
  uei: text.meta({ description: "The SAM.gov unique entity identifier." }),
  dunsNumber: text.meta({ description: "Nine digits." }),
  naicsCodes: z.array(z.string()).meta({ description: "Six-digit codes." }),
  setAsides: z.array(z.enum(SET_ASIDES)),
  smallBusiness: z.boolean().meta({ description: "Whether the organization has any set-aside. The service sets it." }),
  nontraditional: z
    .boolean()
    .meta({ description: "Whether it is a nontraditional contractor. The government sets it." }),
  website: text,
  addressLine1: text,
  addressLine2: text,
  city: text,
  state: text,
  postalCode: text,
  country: z.string(),
  pocName: text,
  pocEmail: emailAddress.nullable(),
  pocPhone: text,
  contractsPocName: text,
  contractsPocEmail: emailAddress.nullable(),
  contractsPocPhone: text,
  employeeCount: number,
  annualRevenueUsd: number.meta({ description: "Whole dollars." }),
  businessStartYear: number,
  samRegistrationStatus: z.enum(SAM_REGISTRATION_STATUSES).nullable(),
  samExpirationDate: z.iso.date().nullable(),
  description: text,
  techTags: tagList,
};

const exampleOrganization = {
  id: "019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8",
  name: "Acme Robotics",
  orgType: "COMPANY",
  status: "ACTIVE",
  cageCode: "7ABC1",
  uei: "J9K4LMN2PQR7",
  dunsNumber: null,
  naicsCodes: ["334511", "541715"],
  setAsides: ["SMALL_BUSINESS"],
  smallBusiness: true,
  nontraditional: false,
  website: "https://acme.example.com",
  addressLine1: "12 Harbor Street",
  addressLine2: null,
  city: "Norfolk",
  state: "VA",
  postalCode: "23510",
  country: "USA",
  pocName: "Sam Okafor",
  pocEmail: "sam.okafor@acme.example.com",
  pocPhone: "+1 757 555 0117",
  contractsPocName: null,
  contractsPocEmail: null,
  contractsPocPhone: null,
  employeeCount: 85,
  annualRevenueUsd: 12_400_000,
  businessStartYear: 2011,
  samRegistrationStatus: "ACTIVE",
  samExpirationDate: "2026-11-30",
  description: "Passive sensors for small unmanned aircraft.",
  techTags: "counter-uas,sensors",
};

const example = {
  ...exampleOrganization,
  createdAt: "2026-01-15T10:30:00.000Z",
  updatedAt: "2026-03-02T15:00:00.000Z",
};

export const organization = z
  .object({
    ...organizationFields,
    createdAt: instant.meta({ description: "When the organization registered." }),
    updatedAt: instant.meta({ description: "Changes also when a government user adds a note." }),
  })
  .meta({ id: "Organization", description: "An organization as government users see it.", examples: [example] });

const looksLike = z.array(named).meta({
  description:
    "Up to five organizations whose names look like this one (the same Unicode TR39 skeleton, without corporate suffixes such as LLC). A look-alike can register; a reviewer decides.",
});

/** GET /api/gov/organizations. */
export const listedOrganization = organization.extend({ looksLike }).meta({
  id: "ListedOrganization",
  description: "An organization as government users see it, with organizations of similar names.",
  examples: [{ ...example, looksLike: [] }],
});
export type ListedOrganization = z.infer<typeof listedOrganization>;

const exampleNote = {
  id: "019cb3f2-0b44-7d68-8c1a-7e6f5d4c3b2a",
  body: "Asked for their test report.",
  createdAt: "2026-03-02T15:00:00.000Z",
  author: { id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16", name: "Jordan Reyes" },
};

export const dialogueNote = z.object({ id: z.string(), body: z.string(), createdAt: instant, author: named }).meta({
  id: "DialogueNote",
  description: "An internal government note on an organization.",
  examples: [exampleNote],
});

export const organizationWithNotes = organization
  .extend({
    looksLike,
    counts: z.object({
      submissions: count.meta({ description: "Submissions, except archived ones." }),
      engagements: count,
      users: count,
      dialogueNotes: count,
    }),
    dialogueNotes: z.array(dialogueNote).meta({
      description: "The most recent notes, newest first. All of them are at `/api/gov/organizations/{id}/dialogue`.",
    }),
  })
  .meta({
    id: "OrganizationRecord",
    description: "An organization with counts of its records and the government's notes.",
    examples: [
      {
        ...example,
        looksLike: [],
        counts: { submissions: 3, engagements: 2, users: 4, dialogueNotes: 1 },
        dialogueNotes: [exampleNote],
      },
    ],
  });

/** What setting an organization's status answers. */
export const organizationStatus = z.object({ id: z.string(), status });

/** GET and PUT /api/portal/profile. */
export const organizationProfile = z.object(organizationFields).meta({
  id: "OrganizationProfile",
  description: "An organization as its own users see it.",
  examples: [exampleOrganization],
});

/** POST /api/portal/register. */
export const registration = z.object({ organizationId: z.string() });
