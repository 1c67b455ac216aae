/** How stored values are written for people. The values themselves never change; only their wording does, and only here. */

/** The values whose wording cannot be had by lowering their letters: abbreviations, programs of law, roles. */
const wording: ReadonlyMap<string, string> = new Map([
  ["EIGHT_A", "8(a)"],
  ["WOSB", "WOSB"],
  ["EDWOSB", "EDWOSB"],
  ["SDVOSB", "SDVOSB"],
  ["HUBZONE", "HUBZone"],
  ["FFRDC", "FFRDC"],
  ["UARC", "UARC"],
  ["ONE_ON_ONE", "One-on-one"],
  ["FOLLOW_UP", "Follow-up"],
  ["GOV_READONLY", "Government read-only"],
  ["GOV_POC", "Government point of contact"],
  ["GOV_COMMAND_LEAD", "Command lead"],
  ["GOV_ADMIN", "Government administrator"],
  ["GOV_SYSTEM_ADMIN", "System administrator"],
  ["INDUSTRY_ADMIN", "Organization administrator"],
  ["INDUSTRY_USER", "Organization user"],
]);

export type StatusFamily = "neutral" | "progress" | "positive" | "attention" | "negative";

const families: ReadonlyMap<string, StatusFamily> = new Map([
  ["NEW", "progress"],
  ["SUBMITTED", "progress"],
  ["ROUTED", "progress"],
  ["PLANNED", "progress"],
  ["ACTIVE", "positive"],
  ["OPEN", "positive"],
  ["REVIEWED", "positive"],
  ["PUBLISHED", "positive"],
  ["COMPLETED", "positive"],
  ["NOTIFIED", "positive"],
  ["SUCCESS", "positive"],
  ["PENDING", "attention"],
  ["UNDER_REVIEW", "attention"],
  ["WATCHLIST", "attention"],
  ["FOLLOW_UP", "attention"],
  ["EXPIRED", "negative"],
  ["NOT_REGISTERED", "negative"],
  ["FAILURE", "negative"],
  ["DENIED", "negative"],
]);

/** The wording of an enumerated value: WHITE_PAPER becomes "White paper". */
export function labelOf(value: string): string {
  const known = wording.get(value);
  if (known !== undefined) return known;
  const words = value.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Which colour a status is shown in. A status nobody has placed is neutral, never alarming. */
export function statusFamily(value: string): StatusFamily {
  return families.get(value) ?? "neutral";
}
