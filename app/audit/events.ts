import type { AuditOutcome } from "#db/enumerations";

/** The closed list of audit events: `noun_verb`, in the past tense. */
export const AUDIT_EVENTS = [
  "command_created",
  "command_updated",
  "command_deleted",
  "command_reparented",
  "gov_user_created",
  "gov_user_updated",
  "gov_user_role_changed",
  "gov_user_deactivated",
  "gov_user_reactivated",
  "organization_registered",
  "organization_profile_updated",
  "organization_identity_changed",
  "organization_status_changed",
  "organization_dialogue_created",
  "industry_user_role_changed",
  "industry_user_invited",
  "industry_user_invitation_withdrawn",
  "industry_user_joined",
  "industry_user_deactivated",
  "industry_user_reactivated",
  "industry_user_email_changed",
  "submission_created",
  "submission_routed",
  "submission_routing_failed",
  "submission_reviewed",
  "submission_archived",
  "submission_file_downloaded",
  "announcement_published",
  "announcement_updated",
  "announcement_deleted",
  "announcement_attachment_uploaded",
  "announcement_attachment_downloaded",
  "announcement_attachment_deleted",
  "call_created",
  "call_published",
  "call_status_changed",
  "call_updated",
  "engagement_created",
  "engagement_updated",
  "engagement_deleted",
  "engagement_note_created",
  "engagement_attachment_uploaded",
  "engagement_attachment_downloaded",
  "engagement_attachment_deleted",
  "preset_tag_created",
  "preset_tag_deleted",
  "password_change_success",
  "password_change_failure",
  "password_change_rate_limited",
  "password_link_created",
  "password_link_used",
  "notification_settings_updated",
  "reroute_run",
  "export_downloaded",
  "ledger_restored",
  "sign_in_success",
  "sign_in_failure",
  "sign_in_rate_limited",
  "sign_out",
  "authorization_failure",
  "pageview",
  "pageviews_expired",
] as const;

export type AuditEventName = (typeof AUDIT_EVENTS)[number];

/** Events for something refused or failed. All others are successes. */
const UNSUCCESSFUL: Partial<Record<AuditEventName, AuditOutcome>> = {
  submission_routing_failed: "FAILURE",
  password_change_failure: "FAILURE",
  password_change_rate_limited: "DENIED",
  sign_in_failure: "FAILURE",
  sign_in_rate_limited: "DENIED",
  authorization_failure: "DENIED",
};

/** The value of an event's `outcome` column. */
export function outcomeOf(event: AuditEventName): AuditOutcome {
  return UNSUCCESSFUL[event] ?? "SUCCESS";
}
