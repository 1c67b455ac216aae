import type { SAM_REGISTRATION_STATUSES } from "#db/enumerations";
import { daysBetween } from "../days";

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
  { field: "techTags", reason: "You see the calls that fit you, and government finds you by them." },
  { field: "description", reason: "Reviewers read here first what you do." },
  { field: "uei", reason: "Government finds your registration in SAM.gov by it." },
  { field: "cageCode", reason: "Contracts and site visits ask for it." },
  { field: "naicsCodes", reason: "They say which industries you work in, and which size standard holds." },
  { field: "samRegistrationStatus", reason: "Only registered organizations can be awarded a contract." },
  { field: "samExpirationDate", reason: "We remind you before your registration ends." },
  { field: "addressLine1", reason: "Government plans visits and demonstrations by it." },
  { field: "city", reason: "It says where you work." },
  { field: "website", reason: "Reviewers look there for more about you." },
  { field: "pocName", reason: "Reviewers know whom to ask for." },
  { field: "pocEmail", reason: "Reviewers can write to you." },
  { field: "pocPhone", reason: "Reviewers can call you." },
  { field: "employeeCount", reason: "It shows how large the work is that you can take on." },
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
