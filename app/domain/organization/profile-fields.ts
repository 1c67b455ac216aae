/** Where the forms ask for a field: the parts of the profile's form, in its order. Each step of registration has one or two. */
export type ProfilePart =
  | "organization"
  | "address"
  | "identifiers"
  | "pointOfContact"
  | "contractsContact"
  | "size"
  | "sam"
  | "capabilities";

interface ProfileField {
  /** What forms, records and error summaries call it. */
  label: string;
  part: ProfilePart;
}

/**
 * Every field of an organization's profile, in the order in which the forms ask for them. The browser loads this file, so
 * the fields' schemas have their own: `profile-schema.ts`.
 */
export const PROFILE_FIELDS = {
  orgType: { label: "Organization type", part: "organization" },
  addressLine1: { label: "Street address", part: "address" },
  addressLine2: { label: "Street address, line 2", part: "address" },
  city: { label: "City", part: "address" },
  state: { label: "State or province", part: "address" },
  postalCode: { label: "Postal code", part: "address" },
  country: { label: "Country", part: "address" },
  website: { label: "Website", part: "address" },
  uei: { label: "Unique Entity ID (UEI)", part: "identifiers" },
  cageCode: { label: "CAGE code", part: "identifiers" },
  dunsNumber: { label: "DUNS number", part: "identifiers" },
  naicsCodes: { label: "NAICS codes", part: "identifiers" },
  pocName: { label: "Point of contact: name", part: "pointOfContact" },
  pocEmail: { label: "Point of contact: email", part: "pointOfContact" },
  pocPhone: { label: "Point of contact: telephone", part: "pointOfContact" },
  contractsPocName: { label: "Contracts contact: name", part: "contractsContact" },
  contractsPocEmail: { label: "Contracts contact: email", part: "contractsContact" },
  contractsPocPhone: { label: "Contracts contact: telephone", part: "contractsContact" },
  employeeCount: { label: "Number of employees", part: "size" },
  annualRevenueUsd: { label: "Annual revenue in US dollars", part: "size" },
  businessStartYear: { label: "Year the business started", part: "size" },
  setAsides: { label: "Set-asides", part: "size" },
  samRegistrationStatus: { label: "SAM registration", part: "sam" },
  samExpirationDate: { label: "SAM registration expires on", part: "sam" },
  description: { label: "Description", part: "capabilities" },
  techTags: { label: "Technology tags", part: "capabilities" },
} as const satisfies Record<string, ProfileField>;

export type ProfileFieldName = keyof typeof PROFILE_FIELDS;

const NAMES = Object.keys(PROFILE_FIELDS) as ProfileFieldName[];

export const PROFILE_LABELS = Object.fromEntries(NAMES.map((name) => [name, PROFILE_FIELDS[name].label])) as {
  readonly [Name in ProfileFieldName]: string;
};

/** Whether a name is that of a profile's field. */
export const isProfileField = (name: string): name is ProfileFieldName => Object.hasOwn(PROFILE_FIELDS, name);

/** The fields of some parts, in the order of the forms. */
export function fieldsOf(...parts: ProfilePart[]): ProfileFieldName[] {
  return NAMES.filter((name) => parts.includes(PROFILE_FIELDS[name].part));
}

/**
 * The fields that a complete profile has, and how each helps. It leaves out what some organizations do not have:
 * set-asides, a DUNS number, a state, a second contact, a revenue to report.
 */
export const PROFILE_CHECKLIST = [
  { field: "techTags", reason: "We show you matching calls, and the government finds you by your tags." },
  { field: "description", reason: "Reviewers read this first." },
  { field: "uei", reason: "The government uses it to look you up on SAM.gov." },
  { field: "cageCode", reason: "You need it for contracts and site visits." },
  { field: "naicsCodes", reason: "They show which industries you work in and which size standard applies." },
  { field: "samRegistrationStatus", reason: "Only registered organizations can be awarded a contract." },
  { field: "samExpirationDate", reason: "We remind you before your registration expires." },
  { field: "addressLine1", reason: "The government uses it to plan visits and demonstrations." },
  { field: "city", reason: "It shows where you work." },
  { field: "website", reason: "Reviewers go there to learn more about you." },
  { field: "pocName", reason: "Reviewers know who to ask for." },
  { field: "pocEmail", reason: "Reviewers can email you." },
  { field: "pocPhone", reason: "Reviewers can call you." },
  { field: "employeeCount", reason: "It shows how much work you can take on." },
] as const satisfies readonly { field: ProfileFieldName; reason: string }[];

export type ChecklistField = (typeof PROFILE_CHECKLIST)[number]["field"];
