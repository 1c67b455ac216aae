import type * as z from "zod";
import { daysBetween } from "~/values/days";
import { type ChecklistField, PROFILE_CHECKLIST } from "./profile-fields";
import type { profileOutputs } from "./profile-schema";

/** The fields that decide whether a profile is complete. */
type ProfileToComplete = { [Field in ChecklistField]: z.output<(typeof profileOutputs)[Field]> };

/** An organization that is not registered has no expiration date. */
function countsFor({ samRegistrationStatus }: ProfileToComplete, field: ChecklistField): boolean {
  return field !== "samExpirationDate" || samRegistrationStatus !== "NOT_REGISTERED";
}

const isGiven = (value: ProfileToComplete[ChecklistField]) =>
  value !== null && (typeof value === "number" || value.length > 0);

/** How much of the profile is filled in, and what is missing, in the order of the checklist. */
export function profileCompleteness(profile: ProfileToComplete) {
  const counted = PROFILE_CHECKLIST.filter(({ field }) => countsFor(profile, field));
  const missing = counted.filter(({ field }) => !isGiven(profile[field]));
  return { given: counted.length - missing.length, total: counted.length, missing };
}

/** Reminders begin this many days before a SAM.gov registration ends. */
export const SAM_REMINDER_DAYS = 60;

export interface SamReminder {
  /** The last day; null if only the status says that it is over. */
  lastDay: string | null;
  /** 0 on the last day itself; null once it is over. */
  daysLeft: number | null;
}

/** The reminder about an organization's SAM.gov registration; null if it needs none. */
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
