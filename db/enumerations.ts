/**
 * Every closed list of values in the service, once. The database checks them, the zod schemas validate them and the
 * pages offer them. Requests, responses and the database have the values exactly as written here.
 *
 * This file has only constants, so the browser can load it.
 */

export const GOVERNMENT_ROLES = [
  "GOV_READONLY",
  "GOV_POC",
  "GOV_COMMAND_LEAD",
  "GOV_ADMIN",
  "GOV_SYSTEM_ADMIN",
] as const;
export const ROLES = [...GOVERNMENT_ROLES, "INDUSTRY"] as const;
export const INDUSTRY_ROLES = ["INDUSTRY_ADMIN", "INDUSTRY_USER"] as const;

export const ORGANIZATION_TYPES = ["COMPANY", "ACADEMIA", "FFRDC", "UARC", "FOREIGN_PARTNER", "OTHER"] as const;
export const ORGANIZATION_STATUSES = ["NEW", "UNDER_REVIEW", "ACTIVE", "WATCHLIST", "INACTIVE"] as const;
export const SET_ASIDES = ["SMALL_BUSINESS", "EIGHT_A", "WOSB", "EDWOSB", "SDVOSB", "HUBZONE"] as const;
export const SAM_REGISTRATION_STATUSES = ["ACTIVE", "PENDING", "EXPIRED", "NOT_REGISTERED"] as const;

export const ANNOUNCEMENT_STATUSES = ["DRAFT", "SCHEDULED", "PUBLISHED", "UNPUBLISHED"] as const;
export const ANNOUNCEMENT_AUDIENCES = ["ALL", "TAGS", "SET_ASIDES"] as const;

export const CALL_STATUSES = ["DRAFT", "PENDING", "OPEN", "CLOSED"] as const;
export const NOTICE_TYPES = [
  "SOURCES_SOUGHT",
  "PRESOLICITATION",
  "SOLICITATION",
  "COMBINED_SYNOPSIS",
  "SPECIAL_NOTICE",
  "OTHER",
] as const;

export const SUBMISSION_TYPES = [
  "CAPABILITY_STATEMENT",
  "WHITE_PAPER",
  "PITCH_MATERIAL",
  "EVENT_SUMMARY",
  "PROFILE_UPDATE",
] as const;
export const SUBMISSION_STATUSES = ["SUBMITTED", "ROUTED", "REVIEWED", "ARCHIVED"] as const;
export const MATCH_REASONS = ["TAG", "CALL_AUTHOR", "ASSIGNED"] as const;
/** Whether we notified a matched user, or why not. SELF: they took the submission themselves. */
export const MATCH_DELIVERIES = ["NOTIFIED", "ALREADY_NOTIFIED", "DISABLED", "TAG_FILTER", "SELF"] as const;

/** Whether we notified the submitter of a review, or why not: they turned it off, or their account was inactive. */
export const REVIEW_DELIVERIES = ["NOTIFIED", "DISABLED", "DEACTIVATED"] as const;

/** What the government answers a submitter. */
export const OUTCOMES = ["INTERESTED", "MEETING_PROPOSED", "NOT_NOW", "FORWARDED", "NO_ANSWER_PLANNED"] as const;
/** How well a submission fits what the agency needs, in an assessment. */
export const RELEVANCES = ["HIGH", "MEDIUM", "LOW", "NONE"] as const;
/** What a reviewer would do next, in an assessment. */
export const NEXT_STEPS = ["MEET", "ASK_QUESTIONS", "FORWARD", "WAIT", "DECLINE"] as const;
/** How a question of an assessment is answered. SCALE: 1 to 5. */
export const QUESTION_KINDS = ["TEXT", "YES_NO", "SCALE"] as const;
/** Who wrote a message about a submission. */
export const MESSAGE_SIDES = ["GOVERNMENT", "INDUSTRY"] as const;
/** Who was told of a missed promise: first the command's leads, then the administrators. */
export const ESCALATION_LEVELS = ["LEAD", "ADMINISTRATORS"] as const;

export const ENGAGEMENT_TYPES = [
  "DEMO",
  "INDUSTRY_FORUM",
  "INDUSTRY_DAY",
  "ONE_ON_ONE",
  "SITE_VISIT",
  "CONFERENCE",
  "BRIEFING",
  "VIRTUAL_MEETING",
  "OTHER",
] as const;
export const ENGAGEMENT_STATUSES = ["PLANNED", "COMPLETED", "FOLLOW_UP", "CLOSED"] as const;

export const NOTIFICATION_KINDS = [
  "SUBMISSION_MATCH",
  "ANNOUNCEMENT",
  "CALL_OPENED",
  "ENGAGEMENT_UPDATE",
  "SYSTEM",
] as const;

/** Work that the server does by itself, and whose last result it keeps. */
/** What a document belongs to, by the table whose row names it. */
export const DOCUMENT_SOURCES = [
  "submission",
  "submission_message_file",
  "announcement_attachment",
  "engagement_attachment",
] as const;
/** How far the server has read a document for the search. */
export const DOCUMENT_TEXT_STATUSES = ["WAITING", "READ", "UNREADABLE"] as const;

export const UPKEEP_TASKS = ["BACKUP", "AUDIT_LOG_CHECK", "SEARCH_INDEX_CHECK"] as const;
export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];
export type UpkeepTask = (typeof UPKEEP_TASKS)[number];
/** How soon mail about a notification is sent. IN_SERVICE sends none. */
export const MAIL_FREQUENCIES = ["IMMEDIATE", "DAILY", "WEEKLY", "IN_SERVICE"] as const;
/** FAILED is final until an administrator sends the mail again. CANCELLED mail had nothing to say when it was due. */
export const OUTBOX_STATES = ["WAITING", "SENT", "FAILED", "CANCELLED"] as const;

/** The types of records that the search finds, in the order of its groups. */
/** The groups of the ledger's search. The first four are those of GET /api/search. */
export const ENTRY_TYPES = [
  "organization",
  "submission",
  "engagement",
  "call",
  "announcement",
  "person",
  "file",
  "note",
  "command",
  "tag",
] as const;
/** How someone hears of new records that a saved search finds. */
export const SEARCH_NOTICES = ["IMMEDIATE", "DIGEST", "NONE"] as const;
/** What a suggestion leads to: a record's page, the search for a tag, or a person. */
export const SUGGESTION_KINDS = ["RECORD", "TAG", "PERSON"] as const;
/** Who may find an entry of the ledger's search, besides government. `PUBLIC` also depends on the time. */
export const ENTRY_REACHES = ["GOVERNMENT", "ORGANIZATION", "PUBLIC"] as const;
export const SEARCH_TYPES = ["organization", "submission", "engagement", "call"] as const;

/** The types of records that an API client can copy and keep up to date: those of every list. */
export const RECORD_TYPES = [
  "organization",
  "dialogue_note",
  "submission",
  "engagement",
  "call",
  "announcement",
  "command",
  "preset_tag",
  "user",
  "invitation",
] as const;

export const AUDIT_OUTCOMES = ["SUCCESS", "FAILURE", "DENIED"] as const;

export type GovernmentRole = (typeof GOVERNMENT_ROLES)[number];
export type Role = (typeof ROLES)[number];
export type IndustryRole = (typeof INDUSTRY_ROLES)[number];
export type OrganizationType = (typeof ORGANIZATION_TYPES)[number];
export type OrganizationStatus = (typeof ORGANIZATION_STATUSES)[number];
export type AnnouncementStatus = (typeof ANNOUNCEMENT_STATUSES)[number];
export type CallStatus = (typeof CALL_STATUSES)[number];
export type SubmissionType = (typeof SUBMISSION_TYPES)[number];
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];
export type MatchReason = (typeof MATCH_REASONS)[number];
export type ReviewDelivery = (typeof REVIEW_DELIVERIES)[number];
export type Outcome = (typeof OUTCOMES)[number];
export type Relevance = (typeof RELEVANCES)[number];
export type NextStep = (typeof NEXT_STEPS)[number];
export type QuestionKind = (typeof QUESTION_KINDS)[number];
export type MessageSide = (typeof MESSAGE_SIDES)[number];
export type EscalationLevel = (typeof ESCALATION_LEVELS)[number];
export type MatchDelivery = (typeof MATCH_DELIVERIES)[number];
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number];
export type EntryType = (typeof ENTRY_TYPES)[number];
export type SearchNotice = (typeof SEARCH_NOTICES)[number];
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];
export type EntryReach = (typeof ENTRY_REACHES)[number];
export type SearchType = (typeof SEARCH_TYPES)[number];
export type RecordType = (typeof RECORD_TYPES)[number];
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];
