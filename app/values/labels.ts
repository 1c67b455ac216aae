import type { ReviewDelivery } from "#db/enumerations";

/** The wording of stored values. Change wording only here. The values themselves never change. */

/** The service's name. */
export const SERVICE_NAME = "Government Ledger and Industry Portal";

/** Values whose wording is not just their letters in lower case: abbreviations, names of programs, roles. */
const wording: ReadonlyMap<string, string> = new Map([
  ["EIGHT_A", "8(a)"],
  ["WOSB", "Women-owned (WOSB)"],
  ["EDWOSB", "Economically disadvantaged women-owned (EDWOSB)"],
  ["SDVOSB", "Service-disabled veteran-owned (SDVOSB)"],
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
  // Events of the audit log.
  ["account_sessions_ended", "Sessions ended by an administrator"],
  ["account_handed_over", "Work of an account handed over"],
  ["gov_user_created", "Government user created"],
  ["gov_user_updated", "Government user updated"],
  ["gov_user_role_changed", "Government user's role changed"],
  ["gov_user_deactivated", "Government user deactivated"],
  ["gov_user_confirmed", "Government user confirmed"],
  ["gov_user_reactivated", "Government user reactivated"],
  ["organization_dialogue_created", "Internal note on an organization created"],
  ["submission_note_created", "Internal note on a submission created"],
  ["industry_user_role_changed", "Industry user's role changed"],
  ["industry_user_email_changed", "Industry user's email changed"],
  ["organization_identity_changed", "Organization's name or codes changed by an administrator"],
  ["password_change_success", "Password changed"],
  ["password_change_failure", "Password change failed"],
  ["password_change_rate_limited", "Password change refused: too many attempts"],
  ["second_factor_enabled", "Second factor turned on"],
  ["second_factor_disabled", "Second factor turned off"],
  ["second_factor_removed", "Second factor removed by an administrator"],
  ["second_factor_failure", "Second factor failed"],
  ["identity_link_failure", "Linking single sign-on failed"],
  ["second_factor_rate_limited", "Second factor refused: too many attempts"],
  ["ledger_restored", "Ledger restored from a backup"],
  ["ledger_promoted", "Ledger taken over by another server"],
  ["reroute_run", "Submissions rerouted"],
  ["sign_in_success", "Signed in"],
  ["sign_in_failure", "Sign-in failed"],
  ["sign_in_rate_limited", "Sign-in refused: too many attempts"],
  ["sign_out", "Signed out"],
  ["pageview", "Page view"],
  ["pageviews_expired", "Expired page views removed"],
]);

export const REVIEW_DELIVERY_WORDS: Record<ReviewDelivery, string> = {
  NOTIFIED: "The person who submitted it, or took over their work, was notified.",
  DISABLED: "The person who submitted it was not notified: they turned off these notifications.",
  DEACTIVATED: "The person who submitted it was not notified: their account is deactivated.",
};

/** What a new password needs besides its length, for pages. */
export const PASSWORD_HINT =
  "Use at least one uppercase letter, one lowercase letter, one digit and one special character";

type StatusFamily = "neutral" | "progress" | "positive" | "attention" | "negative";

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
  ["SENT", "positive"],
  ["SUCCESS", "positive"],
  ["PENDING", "attention"],
  ["SCHEDULED", "attention"],
  ["DEADLINE_PASSED", "attention"],
  ["UNDER_REVIEW", "attention"],
  ["WATCHLIST", "attention"],
  ["FOLLOW_UP", "attention"],
  ["ANSWER_NEEDED", "attention"],
  ["QUESTION", "attention"],
  ["EXPIRED", "negative"],
  ["NOT_REGISTERED", "negative"],
  ["FAILED", "negative"],
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

/** Events in an organization's own history, which do not repeat that they are about the organization. */
const historyWording: ReadonlyMap<string, string> = new Map([
  ["organization_registered", "Registered"],
  ["organization_profile_updated", "Profile changed"],
  ["organization_identity_changed", "Name or codes changed by an administrator"],
  ["organization_status_changed", "Status changed"],
  ["organization_dialogue_created", "Internal note added"],
]);

/** An event's wording in the history of an organization. Elsewhere, use `labelOf`. */
export const historyLabelOf = (event: string) => historyWording.get(event) ?? labelOf(event);

/** A status within a sentence: FOLLOW_UP becomes "follow-up". */
export const statusWords = (status: string) => labelOf(status).toLowerCase();

const abbreviations: ReadonlySet<string> = new Set([
  "id",
  "ids",
  "ip",
  "uei",
  "cage",
  "duns",
  "naics",
  "sam",
  "poc",
  "pop",
  "usd",
]);

/** The label of a field from its name in the API: techTags becomes "Tech tags", commandId "Command ID". */
export function fieldLabelOf(name: string): string {
  const words = name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase());
  const text = words
    .map((word) => (abbreviations.has(word) ? word.toUpperCase().replace(/^IDS$/, "IDs") : word))
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The color of a status. An unknown status is neutral, never alarming. */
export function statusFamily(value: string): StatusFamily {
  return families.get(value) ?? "neutral";
}
