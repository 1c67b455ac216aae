import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  blob,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  AUDIT_OUTCOMES,
  CALL_STATUSES,
  ENGAGEMENT_STATUSES,
  ENGAGEMENT_TYPES,
  INDUSTRY_ROLES,
  MATCH_DELIVERIES,
  MATCH_REASONS,
  NOTICE_TYPES,
  NOTIFICATION_KINDS,
  ORGANIZATION_STATUSES,
  ORGANIZATION_TYPES,
  RECORD_TYPES,
  REVIEW_DELIVERIES,
  ROLES,
  SAM_REGISTRATION_STATUSES,
  SEARCH_TYPES,
  SET_ASIDES,
  SUBMISSION_STATUSES,
  SUBMISSION_TYPES,
} from "./enumerations";

/*
 * The schema of every resource. Conventions:
 * - `id` is opaque text (UUID version 7). `recordNumber`, where it stands, is an explicit INTEGER PRIMARY KEY that
 *   full-text indexes refer to: an implicit rowid may change under VACUUM.
 * - Times are UTC ISO 8601 text of one fixed width (`2026-01-02T03:04:05.678Z`), so text order is time order and a
 *   read needs no conversion.
 * - `…Key` columns hold a name folded for comparison (app/values/text.ts, `comparisonKey`): SQLite's lower() folds ASCII only.
 * - Each order that a list may have is an index, with the id that makes the order total: a page is found without
 *   sorting, or reading, the rows before it. Behind the id stand columns that the list is mostly filtered by, so that
 *   counting what fits reads the index alone.
 * - The generated migration is made STRICT by db/generate.mjs.
 */

const oneOf = (column: AnySQLiteColumn, values: readonly string[]) =>
  sql`${column} IN (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;
const withoutCase = (column: AnySQLiteColumn) => sql`${column} COLLATE NOCASE`;
const flag = (name: string) => integer(name, { mode: "boolean" });
const timestamps = () => ({ createdAt: text("created_at").notNull(), updatedAt: text("updated_at").notNull() });

/** Random keys made once per installation: the password pepper and the cookie-signing key. */
export const installationSecret = sqliteTable("installation_secret", {
  name: text("name").primaryKey(),
  value: blob("value", { mode: "buffer" }).notNull(),
});

export const command = sqliteTable(
  "command",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    abbreviation: text("abbreviation").notNull(),
    abbreviationKey: text("abbreviation_key").notNull(),
    echelon: text("echelon").notNull(),
    parentId: text("parent_id").references((): AnySQLiteColumn => command.id),
    location: text("location"),
    mission: text("mission"),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex("command_name_key").on(t.nameKey),
    uniqueIndex("command_abbreviation_key").on(t.abbreviationKey),
    index("command_parent").on(t.parentId),
    check("command_not_own_parent", sql`${t.parentId} IS NULL OR ${t.parentId} <> ${t.id}`),
  ],
);

export const organization = sqliteTable(
  "organization",
  {
    recordNumber: integer("record_number").primaryKey(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    /** What the name looks like (Unicode TR39); null until the server has started once. */
    nameSkeleton: text("name_skeleton"),
    orgType: text("org_type", { enum: ORGANIZATION_TYPES }).notNull(),
    status: text("status", { enum: ORGANIZATION_STATUSES }).notNull().default("NEW"),
    cageCode: text("cage_code"),
    uei: text("uei"),
    dunsNumber: text("duns_number"),
    naicsCodes: text("naics_codes", { mode: "json" }).$type<string[]>().notNull().default([]),
    setAsides: text("set_asides", { mode: "json" }).$type<(typeof SET_ASIDES)[number][]>().notNull().default([]),
    smallBusiness: flag("small_business").notNull().default(false),
    nontraditional: flag("nontraditional").notNull().default(false),
    website: text("website"),
    addressLine1: text("address_line_1"),
    addressLine2: text("address_line_2"),
    city: text("city"),
    state: text("state"),
    postalCode: text("postal_code"),
    country: text("country").notNull().default("USA"),
    pocName: text("poc_name"),
    pocEmail: text("poc_email"),
    pocPhone: text("poc_phone"),
    contractsPocName: text("contracts_poc_name"),
    contractsPocEmail: text("contracts_poc_email"),
    contractsPocPhone: text("contracts_poc_phone"),
    employeeCount: integer("employee_count"),
    annualRevenueUsd: integer("annual_revenue_usd"),
    businessStartYear: integer("business_start_year"),
    samRegistrationStatus: text("sam_registration_status", { enum: SAM_REGISTRATION_STATUSES }),
    samExpirationDate: text("sam_expiration_date"),
    description: text("description"),
    techTags: text("tech_tags").notNull().default(""),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex("organization_id").on(t.id),
    uniqueIndex("organization_name_key").on(t.nameKey),
    uniqueIndex("organization_cage_code").on(t.cageCode),
    uniqueIndex("organization_uei").on(t.uei),
    index("organization_skeleton").on(t.nameSkeleton),
    index("organization_status").on(t.status, t.nameKey, t.id),
    index("organization_created").on(t.createdAt, t.id),
    index("organization_updated").on(t.updatedAt, t.id),
    check("organization_type", oneOf(t.orgType, ORGANIZATION_TYPES)),
    check("organization_status_value", oneOf(t.status, ORGANIZATION_STATUSES)),
    check("organization_sam_status", oneOf(t.samRegistrationStatus, SAM_REGISTRATION_STATUSES)),
    check("organization_json", sql`json_valid(${t.naicsCodes}) AND json_valid(${t.setAsides})`),
    check("organization_small_business", sql`${t.smallBusiness} = (json_array_length(${t.setAsides}) > 0)`),
  ],
);

/** Government and industry people alike; the check holds each kind to its own attributes. */
export const user = sqliteTable(
  "user",
  {
    id: text("id").primaryKey(),
    /** Lower case, and so unique whatever case it is typed in. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    industryRole: text("industry_role", { enum: INDUSTRY_ROLES }),
    organizationId: text("organization_id").references(() => organization.id),
    commandId: text("command_id").references(() => command.id),
    title: text("title"),
    passwordHash: text("password_hash").notNull(),
    mustChangePassword: flag("must_change_password").notNull().default(false),
    sessionVersion: integer("session_version").notNull().default(1),
    /** A deactivated account cannot sign in, has no session, and gets no notifications and no matches. */
    active: flag("active").notNull().default(true),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex("user_email").on(t.email),
    index("user_role").on(t.role),
    index("user_organization").on(t.organizationId),
    index("user_command").on(t.commandId),
    check("user_role_value", oneOf(t.role, ROLES)),
    check("user_industry_role_value", oneOf(t.industryRole, INDUSTRY_ROLES)),
    check(
      "user_kind",
      sql`CASE WHEN ${t.role} = 'INDUSTRY'
        THEN ${t.industryRole} IS NOT NULL AND ${t.organizationId} IS NOT NULL AND ${t.commandId} IS NULL
        ELSE ${t.industryRole} IS NULL AND ${t.organizationId} IS NULL END`,
    ),
  ],
);

export const session = sqliteTable(
  "session",
  {
    /** SHA-256 of the cookie's token; the token itself is kept nowhere. */
    tokenHash: blob("token_hash", { mode: "buffer" }).primaryKey(),
    /** What its owner calls it by, to end it: neither the token nor the hash, and of no use to anybody else. */
    id: text("id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** The user's sessionVersion at sign-in; a password change leaves it behind. */
    sessionVersion: integer("session_version").notNull(),
    ip: text("ip"),
    userAgent: text("user_agent"),
    createdAt: text("created_at").notNull(),
    lastSeenAt: text("last_seen_at").notNull(),
    expiresAt: text("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("session_id").on(t.id),
    index("session_user").on(t.userId),
    index("session_expires").on(t.expiresAt),
  ],
);

/**
 * What a form that was taken once came to, by the key that its page gave it: the same form sent again, by a second click
 * or by going back, is answered alike and does nothing.
 */
export const formReceipt = sqliteTable(
  "form_receipt",
  {
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    result: text("result").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index("form_receipt_created").on(t.createdAt),
    check("form_receipt_result", sql`json_valid(${t.result})`),
  ],
);

/** What somebody answered of the steps of registering, who has no account yet; gone once it is registered or old. */
export const registrationDraft = sqliteTable(
  "registration_draft",
  {
    /** SHA-256 of the cookie's token; the token itself is kept nowhere. */
    tokenHash: blob("token_hash", { mode: "buffer" }).primaryKey(),
    /** JSON of what was answered, and of what came of it; never the password. */
    answers: text("answers").notNull(),
    passwordHash: text("password_hash"),
    createdAt: text("created_at").notNull(),
    expiresAt: text("expires_at").notNull(),
  },
  (t) => [
    index("registration_draft_expires").on(t.expiresAt),
    check("registration_draft_answers", sql`json_valid(${t.answers})`),
  ],
);

export const announcement = sqliteTable(
  "announcement",
  {
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    body: text("body").notNull(),
    published: flag("published").notNull().default(true),
    authorId: text("author_id")
      .notNull()
      .references(() => user.id),
    deletedAt: text("deleted_at"),
    ...timestamps(),
  },
  (t) => [
    // No list shows a deleted one. Their own column stands last so that counting, too, reads the index alone.
    index("announcement_public").on(t.published, t.createdAt, t.id, t.deletedAt).where(sql`deleted_at IS NULL`),
    index("announcement_created").on(t.createdAt, t.id, t.deletedAt).where(sql`deleted_at IS NULL`),
    index("announcement_updated").on(t.updatedAt, t.id, t.deletedAt).where(sql`deleted_at IS NULL`),
    index("announcement_title").on(withoutCase(t.title), t.id, t.deletedAt).where(sql`deleted_at IS NULL`),
  ],
);

/** What is kept of a file that lies in the uploads folder. `storageKey` is its random name there. */
const storedFile = () => ({
  fileName: text("file_name").notNull(),
  contentType: text("content_type").notNull(),
  sizeBytes: integer("size_bytes").notNull(),
  sha256: text("sha256").notNull(),
});

export const announcementAttachment = sqliteTable(
  "announcement_attachment",
  {
    id: text("id").primaryKey(),
    announcementId: text("announcement_id")
      .notNull()
      .references(() => announcement.id, { onDelete: "cascade" }),
    ...storedFile(),
    storageKey: text("storage_key").notNull(),
    uploadedBy: text("uploaded_by")
      .notNull()
      .references(() => user.id),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    index("announcement_attachment_parent").on(t.announcementId, t.createdAt),
    uniqueIndex("announcement_attachment_storage").on(t.storageKey),
  ],
);

/** A call for technology. Solicitation, contact, office and place-of-performance fields bear SAM.gov's names. */
export const call = sqliteTable(
  "call",
  {
    recordNumber: integer("record_number").primaryKey(),
    id: text("id").notNull(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    techTags: text("tech_tags").notNull().default(""),
    status: text("status", { enum: CALL_STATUSES }).notNull(),
    closesAt: text("closes_at"),
    questionsDueAt: text("questions_due_at"),
    releasesAt: text("releases_at"),
    solicitationNumber: text("solicitation_number"),
    noticeType: text("notice_type", { enum: NOTICE_TYPES }),
    setAside: text("set_aside", { enum: SET_ASIDES }),
    naicsCode: text("naics_code"),
    classificationCode: text("classification_code"),
    additionalInfoLink: text("additional_info_link"),
    pocName: text("poc_name"),
    pocTitle: text("poc_title"),
    pocEmail: text("poc_email"),
    pocPhone: text("poc_phone"),
    secondaryPocName: text("secondary_poc_name"),
    secondaryPocEmail: text("secondary_poc_email"),
    secondaryPocPhone: text("secondary_poc_phone"),
    officeName: text("office_name"),
    officeCity: text("office_city"),
    officeState: text("office_state"),
    officeZip: text("office_zip"),
    officeCountry: text("office_country"),
    popCity: text("pop_city"),
    popState: text("pop_state"),
    popZip: text("pop_zip"),
    popCountry: text("pop_country"),
    authorId: text("author_id")
      .notNull()
      .references(() => user.id),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex("call_id").on(t.id),
    index("call_status").on(t.status, t.closesAt),
    index("call_deadline").on(t.closesAt, t.id),
    // The public list in its own order: many calls close on the same day, and would be sorted again for each piece of it.
    index("call_taking_order").on(t.closesAt, t.createdAt, t.id).where(sql`status IN ('OPEN', 'PENDING')`),
    index("call_releases").on(t.releasesAt).where(sql`status = 'PENDING'`),
    index("call_created").on(t.createdAt, t.id),
    index("call_updated").on(t.updatedAt, t.id),
    index("call_title").on(withoutCase(t.title), t.id),
    check("call_status_value", oneOf(t.status, CALL_STATUSES)),
    check("call_notice_type", oneOf(t.noticeType, NOTICE_TYPES)),
    check("call_set_aside", oneOf(t.setAside, SET_ASIDES)),
    check("call_release", sql`${t.status} <> 'PENDING' OR ${t.releasesAt} IS NOT NULL`),
  ],
);

export const presetTag = sqliteTable(
  "preset_tag",
  {
    id: text("id").primaryKey(),
    label: text("label").notNull(),
    createdBy: text("created_by")
      .notNull()
      .references(() => user.id),
    createdAt: text("created_at").notNull(),
  },
  (t) => [uniqueIndex("preset_tag_label").on(t.label)],
);

export const engagement = sqliteTable(
  "engagement",
  {
    recordNumber: integer("record_number").primaryKey(),
    id: text("id").notNull(),
    title: text("title").notNull(),
    type: text("type", { enum: ENGAGEMENT_TYPES }).notNull(),
    status: text("status", { enum: ENGAGEMENT_STATUSES }).notNull(),
    date: text("date").notNull(),
    location: text("location").notNull().default(""),
    summary: text("summary").notNull().default(""),
    /** The primary organization: always one of the link rows, or null when only otherOrganization is named. */
    organizationId: text("organization_id").references(() => organization.id),
    otherOrganization: text("other_organization").notNull().default(""),
    commandId: text("command_id")
      .notNull()
      .references(() => command.id),
    createdBy: text("created_by")
      .notNull()
      .references(() => user.id),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex("engagement_id").on(t.id),
    index("engagement_date").on(t.date, t.id, t.status, t.type),
    index("engagement_command").on(t.commandId, t.date, t.id),
    index("engagement_created").on(t.createdAt, t.id),
    index("engagement_updated").on(t.updatedAt, t.id),
    index("engagement_title").on(withoutCase(t.title), t.id),
    check("engagement_type_value", oneOf(t.type, ENGAGEMENT_TYPES)),
    check("engagement_status_value", oneOf(t.status, ENGAGEMENT_STATUSES)),
    check("engagement_participant", sql`${t.organizationId} IS NOT NULL OR ${t.otherOrganization} <> ''`),
  ],
);

export const engagementOrganization = sqliteTable(
  "engagement_organization",
  {
    engagementId: text("engagement_id")
      .notNull()
      .references(() => engagement.id, { onDelete: "cascade" }),
    organizationId: text("organization_id")
      .notNull()
      .references(() => organization.id),
    /** The order in which the organizations were selected, from 0. */
    position: integer("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.engagementId, t.organizationId] }),
    index("engagement_organization_of").on(t.organizationId),
  ],
);

export const engagementNote = sqliteTable(
  "engagement_note",
  {
    id: text("id").primaryKey(),
    engagementId: text("engagement_id")
      .notNull()
      .references(() => engagement.id, { onDelete: "cascade" }),
    authorId: text("author_id")
      .notNull()
      .references(() => user.id),
    body: text("body").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [index("engagement_note_parent").on(t.engagementId, t.createdAt)],
);

export const engagementAttachment = sqliteTable(
  "engagement_attachment",
  {
    id: text("id").primaryKey(),
    engagementId: text("engagement_id")
      .notNull()
      .references(() => engagement.id, { onDelete: "cascade" }),
    ...storedFile(),
    uploadedBy: text("uploaded_by")
      .notNull()
      .references(() => user.id),
    createdAt: text("created_at").notNull(),
  },
  (t) => [index("engagement_attachment_parent").on(t.engagementId, t.createdAt)],
);

/**
 * The bytes stand apart from the metadata, so that listing attachments never reads them, and in chunks, so that neither
 * writing nor reading a file holds anybody up. No foreign key: chunks are written before the row that makes them an
 * attachment; a trigger takes them away with it.
 */
export const engagementAttachmentChunk = sqliteTable(
  "engagement_attachment_chunk",
  {
    attachmentId: text("attachment_id").notNull(),
    /** From 0. */
    position: integer("position").notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.attachmentId, t.position] })],
);

/** Internal government context about an organization; no industry surface reads this table. */
export const organizationDialogueNote = sqliteTable(
  "organization_dialogue_note",
  {
    id: text("id").primaryKey(),
    organizationId: text("organization_id")
      .notNull()
      .references(() => organization.id),
    authorId: text("author_id")
      .notNull()
      .references(() => user.id),
    body: text("body").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [index("organization_dialogue_parent").on(t.organizationId, t.createdAt)],
);

/** How many days after it came in a submission was reviewed, by the calendar (UTC); null of one that was not. */
export const daysToReview = (t: { reviewedAt: AnySQLiteColumn; createdAt: AnySQLiteColumn }) =>
  sql<number>`unixepoch(${t.reviewedAt}) / 86400 - unixepoch(${t.createdAt}) / 86400`;

export const submission = sqliteTable(
  "submission",
  {
    recordNumber: integer("record_number").primaryKey(),
    id: text("id").notNull(),
    organizationId: text("organization_id")
      .notNull()
      .references(() => organization.id),
    submittedBy: text("submitted_by")
      .notNull()
      .references(() => user.id),
    callId: text("call_id").references(() => call.id),
    type: text("type", { enum: SUBMISSION_TYPES }).notNull(),
    status: text("status", { enum: SUBMISSION_STATUSES }).notNull().default("SUBMITTED"),
    title: text("title").notNull(),
    summary: text("summary").notNull(),
    techTags: text("tech_tags").notNull().default(""),
    fileName: text("file_name"),
    contentType: text("content_type"),
    sizeBytes: integer("size_bytes"),
    sha256: text("sha256"),
    storageKey: text("storage_key"),
    routedAt: text("routed_at"),
    reviewedAt: text("reviewed_at"),
    reviewedBy: text("reviewed_by").references(() => user.id),
    /** Whether the submitter was notified of the review, or why not; null for reviews older than this column. */
    reviewDelivery: text("review_delivery", { enum: REVIEW_DELIVERIES }),
    archivedAt: text("archived_at"),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex("submission_id").on(t.id),
    uniqueIndex("submission_storage").on(t.storageKey),
    index("submission_organization").on(t.organizationId, t.createdAt),
    index("submission_status").on(t.status, t.createdAt, t.id),
    index("submission_call").on(t.callId),
    index("submission_created").on(t.createdAt, t.id, t.status, t.type),
    index("submission_updated").on(t.updatedAt, t.id, t.status),
    index("submission_title").on(withoutCase(t.title), t.id, t.status),
    // Reviews by who made them and by how many days they took, so that these are counted from the index alone.
    index("submission_review").on(t.reviewedBy, daysToReview(t), t.reviewedAt).where(sql`reviewed_at IS NOT NULL`),
    check("submission_type_value", oneOf(t.type, SUBMISSION_TYPES)),
    check("submission_status_value", oneOf(t.status, SUBMISSION_STATUSES)),
    check(
      "submission_file_whole",
      sql`(${t.fileName} IS NULL) = (${t.storageKey} IS NULL) AND (${t.fileName} IS NULL) = (${t.contentType} IS NULL)
        AND (${t.fileName} IS NULL) = (${t.sizeBytes} IS NULL) AND (${t.fileName} IS NULL) = (${t.sha256} IS NULL)`,
    ),
  ],
);

/** Who a submission was routed to, why, and whether they were notified (docs/contract.md#routing). */
export const submissionMatch = sqliteTable(
  "submission_match",
  {
    submissionId: text("submission_id")
      .notNull()
      .references(() => submission.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => user.id),
    reason: text("reason", { enum: MATCH_REASONS }).notNull(),
    matchedTags: text("matched_tags", { mode: "json" }).$type<string[]>().notNull(),
    delivery: text("delivery", { enum: MATCH_DELIVERIES }).notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.userId] }),
    index("submission_match_user").on(t.userId, t.submissionId),
    check("submission_match_reason", oneOf(t.reason, MATCH_REASONS)),
    check("submission_match_delivery", oneOf(t.delivery, MATCH_DELIVERIES)),
    check("submission_match_tags", sql`json_valid(${t.matchedTags})`),
  ],
);

export const notification = sqliteTable(
  "notification",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: NOTIFICATION_KINDS }).notNull(),
    title: text("title").notNull(),
    body: text("body").notNull(),
    linkUrl: text("link_url"),
    read: flag("read").notNull().default(false),
    /** Set on notices about a submission: their de-duplication is the unique key below, not a look before a write. */
    submissionId: text("submission_id"),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("notification_once_per_submission")
      .on(t.userId, t.kind, t.submissionId)
      .where(sql`submission_id IS NOT NULL`),
    index("notification_of_user").on(t.userId, t.createdAt),
    index("notification_unread").on(t.userId, t.createdAt).where(sql`"read" = 0`),
    // Opening a page marks the notifications about it read. Most pages look here and find none.
    index("notification_unread_link").on(t.userId, t.linkUrl).where(sql`"read" = 0`),
    foreignKey({ columns: [t.submissionId], foreignColumns: [submission.id] }).onDelete("cascade"),
    check("notification_kind_value", oneOf(t.kind, NOTIFICATION_KINDS)),
  ],
);

/**
 * Notices that reach more people than one transaction may keep others waiting for. Each is written in the transaction
 * of the event it is about, and removed with the notification of the last recipient.
 */
export const pendingDelivery = sqliteTable(
  "pending_delivery",
  {
    deliveryNumber: integer("delivery_number").primaryKey(),
    /** JSON: the notice, and the time of its event. */
    notice: text("notice").notNull(),
    /** Recipients get theirs in the order of their ids, and this one was the last who did. */
    lastUserId: text("last_user_id").notNull(),
    /** The only recipient left, who could not be notified with the others. */
    recipientId: text("recipient_id"),
    /** How often delivery has failed. */
    failures: integer("failures").notNull().default(0),
  },
  (t) => [check("pending_delivery_notice", sql`json_valid(${t.notice})`)],
);

export const notificationSetting = sqliteTable(
  "notification_setting",
  {
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: NOTIFICATION_KINDS }).notNull(),
    enabled: flag("enabled").notNull(),
    techTags: text("tech_tags").notNull().default(""),
    updatedAt: text("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    index("notification_setting_kind").on(t.kind),
    check("notification_setting_kind_value", oneOf(t.kind, NOTIFICATION_KINDS)),
  ],
);

export const invitation = sqliteTable(
  "invitation",
  {
    id: text("id").primaryKey(),
    organizationId: text("organization_id")
      .notNull()
      .references(() => organization.id),
    email: text("email").notNull(),
    industryRole: text("industry_role", { enum: INDUSTRY_ROLES }).notNull(),
    tokenHash: blob("token_hash", { mode: "buffer" }).notNull(),
    invitedBy: text("invited_by")
      .notNull()
      .references(() => user.id),
    expiresAt: text("expires_at").notNull(),
    acceptedAt: text("accepted_at"),
    withdrawnAt: text("withdrawn_at"),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("invitation_token").on(t.tokenHash),
    index("invitation_organization").on(t.organizationId, t.createdAt),
    // Nobody has two at once: a new one takes the place of the one before.
    uniqueIndex("invitation_open")
      .on(t.organizationId, t.email)
      .where(sql`accepted_at IS NULL AND withdrawn_at IS NULL`),
    check("invitation_role_value", oneOf(t.industryRole, INDUSTRY_ROLES)),
  ],
);

/**
 * Append-only (triggers refuse UPDATE and DELETE) and chained: `hash` covers the row and `prevHash`, and `prevHash`
 * is unique, so that the chain cannot fork. No foreign keys: the record outlives what it tells of. `event` is closed
 * by the type in app/audit/events.ts rather than by a CHECK, since a CHECK cannot be widened without rebuilding a
 * table that must never be rebuilt.
 */
export const auditEvent = sqliteTable(
  "audit_event",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull(),
    createdAt: text("created_at").notNull(),
    event: text("event").notNull(),
    outcome: text("outcome", { enum: AUDIT_OUTCOMES }).notNull(),
    actorId: text("actor_id"),
    actorEmail: text("actor_email"),
    actorRole: text("actor_role"),
    organizationId: text("organization_id"),
    targetType: text("target_type"),
    targetId: text("target_id"),
    ip: text("ip"),
    userAgent: text("user_agent"),
    requestId: text("request_id"),
    path: text("path"),
    referrer: text("referrer"),
    details: text("details"),
    prevHash: text("prev_hash").notNull(),
    hash: text("hash").notNull(),
    /**
     * The hash chain that the row is part of: `log`, or `pageviews`, whose oldest rows leave the log in time. Page
     * views written before there were two chains are part of `log`.
     */
    chain: text("chain").notNull().default("log"),
  },
  (t) => [
    uniqueIndex("audit_event_id").on(t.id),
    uniqueIndex("audit_event_prev_hash").on(t.prevHash),
    // Every index ends with seq by itself, so a filtered page of the log is found in its order. Most rows are pageviews,
    // which have no target and mostly no actor: an index that leaves them out stays small, and costs them nothing.
    index("audit_event_event").on(t.event, t.createdAt),
    index("audit_event_created").on(t.createdAt),
    index("audit_event_work").on(t.createdAt).where(sql`event <> 'pageview'`),
    index("audit_event_target").on(t.targetId, t.createdAt).where(sql`target_id IS NOT NULL`),
    // These hold many rows of one value each. With the event beside them, its pageviews are left out by the index alone;
    // seq, named here, keeps the order before it.
    index("audit_event_actor").on(t.actorId, t.createdAt, t.seq, t.event).where(sql`actor_id IS NOT NULL`),
    index("audit_event_email").on(t.actorEmail, t.createdAt, t.seq, t.event).where(sql`actor_email IS NOT NULL`),
    index("audit_event_target_type").on(t.targetType, t.createdAt, t.seq, t.event).where(sql`target_type IS NOT NULL`),
    index("audit_event_failed").on(t.outcome, t.createdAt, t.seq, t.event).where(sql`outcome <> 'SUCCESS'`),
    index("audit_event_chain").on(t.chain, t.seq),
    // It has few rows. The newest is looked up for each page view that is removed.
    index("audit_event_expiry").on(t.seq).where(sql`event = 'pageviews_expired'`),
    check("audit_event_outcome", oneOf(t.outcome, AUDIT_OUTCOMES)),
    check("audit_event_details", sql`${t.details} IS NULL OR json_valid(${t.details})`),
  ],
);

/*
 * What the page views in the audit log add up to, for each day (UTC), so that reading them costs by the day and not by
 * the view. Triggers on the log keep the days; recording a page view counts the names of pages (app/domain/traffic),
 * since only it knows which paths the service has.
 */

export const trafficDay = sqliteTable("traffic_day", {
  day: text("day").primaryKey(),
  views: integer("views").notNull(),
  /** Distinct client addresses. */
  visitors: integer("visitors").notNull(),
  /** How many of the views have left the log since (PAGEVIEW_RETENTION_DAYS). */
  expired: integer("expired").notNull().default(0),
});

/** The addresses that a day has seen: kept while the day may still see another, and removed after it. */
export const trafficVisitor = sqliteTable(
  "traffic_visitor",
  { day: text("day").notNull(), ip: text("ip").notNull() },
  (t) => [primaryKey({ columns: [t.day, t.ip] })],
);

export const trafficPath = sqliteTable(
  "traffic_path",
  { day: text("day").notNull(), path: text("path").notNull(), views: integer("views").notNull() },
  (t) => [primaryKey({ columns: [t.day, t.path] })],
);

export const trafficReferrer = sqliteTable(
  "traffic_referrer",
  { day: text("day").notNull(), referrer: text("referrer").notNull(), views: integer("views").notNull() },
  (t) => [primaryKey({ columns: [t.day, t.referrer] })],
);

/** One row per counted attempt. Kept in the database, so limits survive a restart and hold across processes. */
export const rateLimitAttempt = sqliteTable(
  "rate_limit_attempt",
  {
    limitName: text("limit_name").notNull(),
    subject: text("subject").notNull(),
    attemptedAt: text("attempted_at").notNull(),
  },
  (t) => [index("rate_limit_attempt_window").on(t.limitName, t.subject, t.attemptedAt)],
);

/**
 * Which records' searchable text was written, in the order of writing, by the triggers that keep the search_… tables.
 * Whoever keeps what it read of that text in memory looks here for what it has not read yet; housekeeping removes what
 * everybody has. AUTOINCREMENT: a number is never given again after its row is gone.
 */
export const searchChange = sqliteTable(
  "search_change",
  {
    changeNumber: integer("change_number").primaryKey({ autoIncrement: true }),
    type: text("type", { enum: SEARCH_TYPES }).notNull(),
    recordNumber: integer("record_number").notNull(),
  },
  (t) => [check("search_change_type", oneOf(t.type, SEARCH_TYPES))],
);

/**
 * When each record was last written or taken away, in the order of writing: one row a record, kept by triggers, which
 * stays when the record goes. Whoever keeps a copy of a list asks for what has a higher number than it has seen
 * (app/lists/change-log.server.ts). AUTOINCREMENT: a number is never given twice.
 */
export const recordChange = sqliteTable(
  "record_change",
  {
    changeNumber: integer("change_number").primaryKey({ autoIncrement: true }),
    type: text("type", { enum: RECORD_TYPES }).notNull(),
    recordId: text("record_id").notNull(),
    /** Of what belongs to an organization: nobody else in industry may learn even of its ids. */
    organizationId: text("organization_id"),
    /** The time that the record itself bears: of one that was taken away, the last that it bore. */
    changedAt: text("changed_at").notNull(),
    /** Whether the record is there no more. */
    isRemoved: flag("is_removed").notNull().default(false),
  },
  (t) => [
    uniqueIndex("record_change_record").on(t.type, t.recordId),
    index("record_change_order").on(t.type, t.changeNumber),
    index("record_change_time").on(t.type, t.changedAt),
    index("record_change_removed").on(t.type, t.changeNumber).where(sql`is_removed = 1`),
    index("record_change_organization")
      .on(t.type, t.organizationId, t.changeNumber)
      .where(sql`organization_id IS NOT NULL`),
    check("record_change_type", oneOf(t.type, RECORD_TYPES)),
  ],
);
