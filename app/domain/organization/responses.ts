import * as z from "zod";
import { ORGANIZATION_STATUSES } from "#db/enumerations";
import { instant, named, noteFields } from "~/values/responses";
import { exampleProfile, profileInputs, profileOutputs } from "./profile-schema";

const count = z.int().min(0);
const status = z.enum(ORGANIZATION_STATUSES);

/** What an organization's own people read of it. */
const organizationFields = {
  id: z.string(),
  name: z.string(),
  status,
  ...profileOutputs,
  smallBusiness: z.boolean().meta({ description: "Whether the organization has any set-aside. The service sets it." }),
  nontraditional: z
    .boolean()
    .meta({ description: "Whether it is a nontraditional contractor. The government sets it." }),
};

const exampleOrganization = {
  id: "019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8",
  name: "Acme Robotics",
  status: "ACTIVE",
  ...shown(exampleProfile),
  smallBusiness: true,
  nontraditional: false,
};

/** A profile that a request sends, as a response then has it. */
function shown(sent: typeof exampleProfile) {
  const read = z.object(profileInputs).parse(sent);
  const none = Object.keys(profileOutputs).map((name) => [name, null]);
  return { ...Object.fromEntries(none), country: "USA", ...read };
}

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

export const dialogueNote = z.object(noteFields).meta({
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

/** The response to a change of an organization's status. */
export const organizationStatus = z.object({ id: z.string(), status });

/** GET and PUT /api/portal/profile. */
export const organizationProfile = z.object(organizationFields).meta({
  id: "OrganizationProfile",
  description: "An organization as its own users see it.",
  examples: [exampleOrganization],
});

/** POST /api/portal/register. */
export const registration = z.object({ organizationId: z.string() });
