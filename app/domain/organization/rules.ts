import type { SAM_REGISTRATION_STATUSES } from "#db/enumerations";
import { daysBetween } from "~/values/days";

/** What of a profile decides whether it is complete. */
interface ProfileToComplete {
  uei: string | null;
  cageCode: string | null;
  naicsCodes: readonly string[];
  samRegistrationStatus: (typeof SAM_REGISTRATION_STATUSES)[number] | null;
  samExpirationDate: string | null;
  addressLine1: string | null;
  city: string | null;
  website: string | null;
  pocName: string | null;
  pocEmail: string | null;
  pocPhone: string | null;
  employeeCount: number | null;
  description: string | null;
  techTags: string;
}

export type ChecklistField = keyof ProfileToComplete;

/**
 * The fields that a complete profile has, and how each helps. What not every organization has is not among them:
 * set-asides, a DUNS number, a state, a second contact, a revenue that it tells.
 */
export const PROFILE_CHECKLIST: readonly { field: ChecklistField; reason: string }[] = [
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
];

/** Who is not registered has no date on which that ends. */
function countsFor({ samRegistrationStatus }: ProfileToComplete, field: ChecklistField): boolean {
  return field !== "samExpirationDate" || samRegistrationStatus !== "NOT_REGISTERED";
}

const isGiven = (value: ProfileToComplete[ChecklistField]) =>
  value !== null && (typeof value === "number" || value.length > 0);

/** How much of the profile there is, and what is missing, in the order of the checklist. */
export function profileCompleteness(profile: ProfileToComplete) {
  const counted = PROFILE_CHECKLIST.filter(({ field }) => countsFor(profile, field));
  const missing = counted.filter(({ field }) => !isGiven(profile[field]));
  return { given: counted.length - missing.length, total: counted.length, missing };
}

/** From so many days before a SAM.gov registration ends, its organization is reminded. */
export const SAM_REMINDER_DAYS = 60;

export interface SamReminder {
  /** The last day; null where only the status says that it is over. */
  lastDay: string | null;
  /** 0 on the last day itself; null once it is over. */
  daysLeft: number | null;
}

/** What an organization is to be reminded of about its SAM.gov registration; null while there is nothing. */
export function samReminder(
  { samRegistrationStatus, samExpirationDate }: Pick<ProfileToComplete, "samRegistrationStatus" | "samExpirationDate">,
  today: string,
): SamReminder | null {
  const hasPassed = samExpirationDate !== null && samExpirationDate < today;
  if (hasPassed || samRegistrationStatus === "EXPIRED") {
    return { lastDay: hasPassed ? samExpirationDate : null, daysLeft: null };
  }
  if (samExpirationDate === null || samRegistrationStatus === "NOT_REGISTERED") return null;
  const daysLeft = daysBetween(today, samExpirationDate) - 1;
  return daysLeft <= SAM_REMINDER_DAYS ? { lastDay: samExpirationDate, daysLeft } : null;
}
