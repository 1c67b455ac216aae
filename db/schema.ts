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
  ANNOUNCEMENT_AUDIENCES,
  AUDIT_OUTCOMES,
  CALL_STATUSES,
  DOCUMENT_SOURCES,
  DOCUMENT_TEXT_STATUSES,
  ENGAGEMENT_STATUSES,
  ENGAGEMENT_TYPES,
  ENTRY_REACHES,
  ENTRY_TYPES,
  ESCALATION_LEVELS,
  INDUSTRY_ROLES,
  MAIL_FREQUENCIES,
  MATCH_DELIVERIES,
  MATCH_REASONS,
  MESSAGE_SIDES,
  NEXT_STEPS,
  NOTICE_TYPES,
  NOTIFICATION_KINDS,
  ORGANIZATION_STATUSES,
  ORGANIZATION_TYPES,
  OUTBOX_STATES,
  OUTCOMES,
  QUESTION_KINDS,
  RECORD_TYPES,
  RELEVANCES,
  REVIEW_DELIVERIES,
  ROLES,
  SAM_REGISTRATION_STATUSES,
  SEARCH_NOTICES,
  SEARCH_TYPES,
  SET_ASIDES,
  SUBMISSION_STATUSES,
  SUBMISSION_TYPES,
  UPKEEP_TASKS,
} from "./enumerations";

/*
 * The schema of every resource. Conventions:
 * - `id` is opaque text (UUID version 7). `recordNumber`, if there is one, is an explicit INTEGER PRIMARY KEY that
 *   full-text indexes refer to, because an implicit rowid may change under VACUUM.
 * - Times are UTC ISO 8601 text of one fixed width (`2026-01-02T03:04:05.678Z`), so text order is time order and a
 *   read needs no conversion.
 * - `…Key` columns have a name folded for comparison (app/values/text.ts, `comparisonKey`), because SQLite's lower()
 *   folds only ASCII.
 * - Each order of a list has an index that includes the id, which makes the order total. So a page is found without
 *   sorting or reading the rows before it. After the id come columns that the list is often filtered by, so that
 *   counting matches reads only the index.
 * - db/generate.mjs makes the generated migration STRICT.
 */

const oneOf = (column: AnySQLiteColumn, values: readonly string[]) =>
  sql`${column} IN (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;
const withoutCase = (column: AnySQLiteColumn) => sql`${column} COLLATE NOCASE`;
const flag = (name: string) => integer(name, { mode: "boolean" });
const timestamps = () => ({ createdAt: text("created_at").notNull(), updatedAt: text("updated_at").notNull() });

/** Random keys, created once per installation: the password pepper and the cookie-signing key. */
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
    /** What the name looks like (Unicode TR39). Null until the server has started once. */
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
    // By name, with all that the list is filtered by.
    index("organization_listed").on(
      t.nameKey,
      t.id,
      t.status,
      t.orgType,
      t.samRegistrationStatus,
      t.setAsides,
      t.techTags,
    ),
    check("organization_type", oneOf(t.orgType, ORGANIZATION_TYPES)),
    check("organization_status_value", oneOf(t.status, ORGANIZATION_STATUSES)),
    check("organization_sam_status", oneOf(t.samRegistrationStatus, SAM_REGISTRATION_STATUSES)),
    check("organization_json", sql`json_valid(${t.naicsCodes}) AND json_valid(${t.setAsides})`),
    check("organization_small_business", sql`${t.smallBusiness} = (json_array_length(${t.setAsides}) > 0)`),
  ],
);

/** Both government and industry people. A check makes sure that each kind has only its own attributes. */
export const user = sqliteTable(
  "user",
  {
    id: text("id").primaryKey(),
    /** In lowercase, so that it is unique in any case. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role", { enum: ROLES }).notNull(),
    industryRole: text("industry_role", { enum: INDUSTRY_ROLES }),
    organizationId: text("organization_id").references(() => organization.id),
    commandId: text("command_id").references(() => command.id),
    title: text("title"),
    passwordHash: text("password_hash").notNull(),
    mustChangePassword: flag("must_change_password").notNull().default(false),
    /** Whether pages of the review queue have shortcuts of one key. Speech input can press keys by accident. */
    singleKeyShortcuts: flag("single_key_shortcuts").notNull().default(true),
    sessionVersion: integer("session_version").notNull().default(1),
    /** An inactive account cannot sign in, has no session, and gets no notifications or matches. */
    active: flag("active").notNull().default(true),
    /** Who took over the work of an inactive account: always an active account of the same kind. */
    successorId: text("successor_id").references((): AnySQLiteColumn => user.id),
    lastSignInAt: text("last_sign_in_at"),
    /** When an administrator last confirmed that a government account is still needed. Null: when it was created. */
    confirmedAt: text("confirmed_at"),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex("user_email").on(t.email),
    index("user_successor").on(t.successorId).where(sql`successor_id IS NOT NULL`),
    index("user_role").on(t.role),
    // Government's people by name, to choose from. There are many more users of companies.
    index("user_government").on(withoutCase(t.name), t.id, t.role, t.active).where(sql`role <> 'INDUSTRY'`),
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
    /** Its owner uses this id to end the session. It is neither the token nor the hash, and useless to anyone else. */
    id: text("id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** The user's sessionVersion at sign-in. A password change increases that and so ends the session. */
    sessionVersion: integer("session_version").notNull(),
    /** Whether the OpenID Connect provider vouched for a second factor. */
    isMultiFactor: flag("is_multi_factor").notNull().default(false),
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
 * A person's second factor: an app that shows a code for each half minute (TOTP, RFC 6238). There is a row only once a
 * first code has confirmed that the app has the key.
 */
export const secondFactor = sqliteTable("second_factor", {
  userId: text("user_id")
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" }),
  /** The app's key, sealed (app/secrets/sealed-text.server.ts). */
  secret: text("secret").notNull(),
  /** The time step of the last code that was used. Codes of this step and of earlier ones are refused. */
  lastStep: integer("last_step").notNull(),
  confirmedAt: text("confirmed_at").notNull(),
});

/**
 * A second factor that one session is setting up. It changes nothing until a code confirms it, no other session sees it,
 * and it goes with its session.
 */
export const secondFactorSetup = sqliteTable("second_factor_setup", {
  sessionId: text("session_id")
    .primaryKey()
    .references(() => session.id, { onDelete: "cascade" }),
  /** The new key, sealed. */
  secret: text("secret").notNull(),
  createdAt: text("created_at").notNull(),
});

/** Codes on paper that replace a second factor that is lost. Each works once. */
export const recoveryCode = sqliteTable(
  "recovery_code",
  {
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** SHA-256 of the code; the code itself is kept nowhere. */
    codeHash: blob("code_hash", { mode: "buffer" }).notNull(),
    usedAt: text("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** A key pair on a person's device (WebAuthn). It signs in without a password, and is a second factor. */
export const passkey = sqliteTable(
  "passkey",
  {
    /** The credential's id, in base64url. */
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** In COSE. */
    publicKey: blob("public_key", { mode: "buffer" }).notNull(),
    /** How often the device says that it used the key; 0 on devices that do not count. */
    counter: integer("counter").notNull(),
    /** How the browser reaches the device, with commas between. */
    transports: text("transports").notNull().default(""),
    /** Whether the key can be on several devices. */
    deviceType: text("device_type").notNull(),
    backedUp: flag("backed_up").notNull().default(false),
    /** Its owner's name for it. */
    name: text("name").notNull(),
    createdAt: text("created_at").notNull(),
    lastUsedAt: text("last_used_at"),
  },
  (t) => [index("passkey_user").on(t.userId)],
);

/** A challenge that one browser may have signed by a passkey, once. */
export const passkeyCeremony = sqliteTable(
  "passkey_ceremony",
  {
    /** SHA-256 of a token of the browser: of its session to add a passkey, of a cookie to sign in. */
    tokenHash: blob("token_hash", { mode: "buffer" }).primaryKey(),
    /** In base64url. */
    challenge: text("challenge").notNull(),
    /** Whose passkey it must be. Null if any account's passkey may sign in. */
    userId: text("user_id").references(() => user.id, { onDelete: "cascade" }),
    /** The user's sessionVersion when it began. */
    sessionVersion: integer("session_version"),
    /** The name of the passkey to add; null to sign in. */
    name: text("name"),
    expiresAt: text("expires_at").notNull(),
  },
  (t) => [index("passkey_ceremony_user").on(t.userId), index("passkey_ceremony_expires").on(t.expiresAt)],
);

/** A sign-in whose password was right, and that still needs the second factor. */
export const signInStep = sqliteTable(
  "sign_in_step",
  {
    /** SHA-256 of the cookie's token; the token itself is kept nowhere. */
    tokenHash: blob("token_hash", { mode: "buffer" }).primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** The user's sessionVersion when the password was checked. A step of an older version is worth nothing. */
    sessionVersion: integer("session_version").notNull(),
    /** How many wrong codes it was sent. */
    failures: integer("failures").notNull().default(0),
    expiresAt: text("expires_at").notNull(),
  },
  (t) => [index("sign_in_step_user").on(t.userId), index("sign_in_step_expires").on(t.expiresAt)],
);

/**
 * The result of an accepted form, by the key that its page gave it. If someone sends the same form again, by a second
 * click or after going back, they get the same response and nothing else happens.
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

/** Setting a password, or linking an identity of the OpenID Connect provider. */
const LINK_PURPOSES = ["PASSWORD", "IDENTITY"] as const;

/**
 * One-time links to an account: to set a password, or to link an identity of the OpenID Connect provider. Deleted when used
 * or replaced. A link is good only while its account is active and has this session version.
 */
export const accountLink = sqliteTable(
  "account_link",
  {
    /** SHA-256 of the link's token; the token itself is kept nowhere. */
    tokenHash: blob("token_hash", { mode: "buffer" }).primaryKey(),
    id: text("id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: LINK_PURPOSES }).notNull(),
    /** Whether someone asked for it by mail. Such a link and one of an administrator do not replace each other. */
    isRequested: flag("is_requested").notNull().default(false),
    /** Whether using it removes the second factors too. Only for links of administrators. */
    removesSecondFactor: flag("removes_second_factor").notNull().default(false),
    sessionVersion: integer("session_version").notNull(),
    /** The administrator who made it. Null if the person asked for it, or a maintenance program made it. */
    createdBy: text("created_by").references(() => user.id, { onDelete: "cascade" }),
    createdAt: text("created_at").notNull(),
    expiresAt: text("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("account_link_id").on(t.id),
    // Only the newest of each purpose and origin is good.
    uniqueIndex("account_link_user").on(t.userId, t.purpose, t.isRequested),
    index("account_link_creator").on(t.createdBy),
    index("account_link_expires").on(t.expiresAt),
    check("account_link_purpose", oneOf(t.purpose, LINK_PURPOSES)),
  ],
);

/** An identity at the OpenID Connect provider that signs in to an account. */
export const externalIdentity = sqliteTable(
  "external_identity",
  {
    issuer: text("issuer").notNull(),
    /** The provider's name for the person: unique there, and never given to someone else. Emails are neither. */
    subject: text("subject").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    // An account has one identity of a provider.
    uniqueIndex("external_identity_user").on(t.userId, t.issuer),
  ],
);

/** An authorization request at the OpenID Connect provider, until its callback arrives or it is too old. */
export const identityRequest = sqliteTable(
  "identity_request",
  {
    /** SHA-256 of the `state` parameter. */
    stateHash: blob("state_hash", { mode: "buffer" }).primaryKey(),
    /** SHA-256 of the secret in the cookie of the browser that began it. The nonce and the PKCE verifier follow from it. */
    browserHash: blob("browser_hash", { mode: "buffer" }).notNull(),
    /** The account to link, with its version at that time. Null for a sign-in. */
    userId: text("user_id").references(() => user.id, { onDelete: "cascade" }),
    sessionVersion: integer("session_version"),
    /** The one-time link that allows linking. Null if the person is signed in. */
    linkHash: blob("link_hash", { mode: "buffer" }),
    /** The local path to continue at after signing in. */
    redirectTo: text("redirect_to"),
    expiresAt: text("expires_at").notNull(),
  },
  (t) => [
    index("identity_request_user").on(t.userId),
    index("identity_request_expires").on(t.expiresAt),
    check("identity_request_account", sql`(${t.userId} IS NULL) = (${t.sessionVersion} IS NULL)`),
  ],
);

/** The answers of someone who is registering and has no account yet. Removed after registration or when it is old. */
export const registrationDraft = sqliteTable(
  "registration_draft",
  {
    /** SHA-256 of the cookie's token; the token itself is kept nowhere. */
    tokenHash: blob("token_hash", { mode: "buffer" }).primaryKey(),
    /** JSON of the answers and of their result, but never the password. */
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
    /** Whether the public may read it from `publishedAt` on. */
    published: flag("published").notNull().default(false),
    /** When it was first published or, for a scheduled one, when it will be. A draft has none. */
    publishedAt: text("published_at"),
    /** Who is notified, not who may read it. */
    audience: text("audience", { enum: ANNOUNCEMENT_AUDIENCES }).notNull().default("ALL"),
    audienceTags: text("audience_tags").notNull().default(""),
    audienceSetAsides: text("audience_set_asides", { mode: "json" })
      .$type<(typeof SET_ASIDES)[number][]>()
      .notNull()
      .default([]),
    authorId: text("author_id")
      .notNull()
      .references(() => user.id),
    deletedAt: text("deleted_at"),
    ...timestamps(),
  },
  (t) => [
    // No list shows deleted announcements. `deletedAt` comes last, so that counting reads only the index too.
    index("announcement_public").on(t.published, t.publishedAt, t.id, t.deletedAt).where(sql`deleted_at IS NULL`),
    index("announcement_published").on(t.publishedAt, t.id, t.deletedAt).where(sql`deleted_at IS NULL`),
    index("announcement_created").on(t.createdAt, t.id, t.deletedAt).where(sql`deleted_at IS NULL`),
    index("announcement_updated").on(t.updatedAt, t.id, t.deletedAt).where(sql`deleted_at IS NULL`),
    index("announcement_title").on(withoutCase(t.title), t.id, t.deletedAt).where(sql`deleted_at IS NULL`),
    check("announcement_publication", sql`${t.published} = 0 OR ${t.publishedAt} IS NOT NULL`),
    check("announcement_audience", oneOf(t.audience, ANNOUNCEMENT_AUDIENCES)),
    check("announcement_set_asides", sql`json_valid(${t.audienceSetAsides})`),
  ],
);

/** The columns about a file in the uploads folder. `storageKey` is its random name there. */
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

/** A call for technology. Solicitation, contact, office and place-of-performance fields have SAM.gov's names. */
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
    /** The call's own promise of an answer, in working days: 0 promises none. Null: the agency's setting applies. */
    answerWithinDays: integer("answer_within_days"),
    authorId: text("author_id")
      .notNull()
      .references(() => user.id),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex("call_id").on(t.id),
    index("call_status").on(t.status, t.closesAt),
    index("call_deadline").on(t.closesAt, t.id),
    // The public list's order. Many calls close on the same day, and SQLite would sort them again for each page.
    index("call_taking_order").on(t.closesAt, t.createdAt, t.id).where(sql`status IN ('OPEN', 'PENDING')`),
    index("call_releases").on(t.releasesAt).where(sql`status = 'PENDING'`),
    index("call_author").on(t.authorId, t.status),
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
    /** Other names of the tag, normalized, with commas between. */
    aliases: text("aliases").notNull().default(""),
    createdBy: text("created_by")
      .notNull()
      .references(() => user.id),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("preset_tag_label").on(t.label),
    index("preset_tag_with_aliases").on(t.label, t.aliases).where(sql`${t.aliases} <> ''`),
  ],
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
    /** The primary organization: one of the link rows, or null if the engagement names only otherOrganization. */
    organizationId: text("organization_id").references(() => organization.id),
    otherOrganization: text("other_organization").notNull().default(""),
    commandId: text("command_id")
      .notNull()
      .references(() => command.id),
    createdBy: text("created_by")
      .notNull()
      .references(() => user.id),
    ...timestamps(),
    /** Times of its day as a clock in AGENCY_TIME_ZONE shows them (HH:MM), so that no change to daylight saving moves them. */
    startTime: text("start_time"),
    endTime: text("end_time"),
    /** The address of a video meeting. */
    onlineLink: text("online_link").notNull().default(""),
  },
  (t) => [
    uniqueIndex("engagement_id").on(t.id),
    index("engagement_date").on(t.date, t.id, t.status, t.type),
    index("engagement_command").on(t.commandId, t.date, t.id),
    index("engagement_creator").on(t.createdBy, t.status, t.date),
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

/** The government users who take part. */
export const engagementAttendee = sqliteTable(
  "engagement_attendee",
  {
    engagementId: text("engagement_id")
      .notNull()
      .references(() => engagement.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => user.id),
    addedAt: text("added_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.engagementId, t.userId] }),
    index("engagement_attendee_user").on(t.userId, t.addedAt),
  ],
);

/** What is left to do after an engagement, or before it. */
export const engagementTask = sqliteTable(
  "engagement_task",
  {
    id: text("id").primaryKey(),
    engagementId: text("engagement_id")
      .notNull()
      .references(() => engagement.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    ownerId: text("owner_id")
      .notNull()
      .references(() => user.id),
    /** A day, YYYY-MM-DD. */
    dueDate: text("due_date").notNull(),
    doneAt: text("done_at"),
    doneBy: text("done_by").references(() => user.id),
    createdBy: text("created_by")
      .notNull()
      .references(() => user.id),
    ...timestamps(),
  },
  (t) => [
    index("engagement_task_parent").on(t.engagementId, t.doneAt, t.dueDate, t.id),
    index("engagement_task_owner").on(t.ownerId, t.doneAt, t.dueDate, t.id),
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
  (t) => [
    index("engagement_note_parent").on(t.engagementId, t.createdAt),
    index("engagement_note_author").on(t.authorId, t.createdAt),
  ],
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
 * The bytes are stored separately from the metadata, so that listing attachments never reads them. They are in chunks,
 * so that writing or reading a file blocks no other request. There is no foreign key, because chunks are written before
 * the attachment's row. A trigger removes them with that row.
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

/** Internal government notes about an organization. No page or response for industry reads this table. */
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

const ofSubmission = () =>
  text("submission_id")
    .notNull()
    .references(() => submission.id, { onDelete: "cascade" });

/** Calendar days (UTC) from a submission's arrival to its review. Null if it has not been reviewed. */
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
    /** Whether we notified the submitter of the review, or why not. Null for reviews older than this column. */
    reviewDelivery: text("review_delivery", { enum: REVIEW_DELIVERIES }),
    archivedAt: text("archived_at"),
    /*
     * Only for government. Writing these columns does not change `updatedAt`, and is not in the log of changes, because
     * the submitter would see both.
     */
    ownerId: text("owner_id").references(() => user.id),
    governmentTags: text("government_tags").notNull().default(""),
    /** The last day of the promise made when it arrived (YYYY-MM-DD, in the agency's time zone). Null: none was made. */
    answerBy: text("answer_by"),
    /** The current answer. */
    outcomeId: text("outcome_id").references((): AnySQLiteColumn => submissionOutcome.id),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex("submission_id").on(t.id),
    // The views of the review queue.
    index("submission_owner").on(t.ownerId, t.status, t.createdAt, t.id).where(sql`owner_id IS NOT NULL`),
    index("submission_unassigned")
      .on(t.createdAt, t.id, t.type, t.status, t.ownerId)
      .where(sql`owner_id IS NULL AND status IN ('SUBMITTED', 'ROUTED')`),
    index("submission_promised")
      .on(t.answerBy, t.id, t.ownerId)
      .where(sql`answer_by IS NOT NULL AND outcome_id IS NULL AND status <> 'ARCHIVED'`),
    // Also archived ones, for the promises that ran out.
    index("submission_unanswered").on(t.answerBy, t.ownerId).where(sql`answer_by IS NOT NULL AND outcome_id IS NULL`),
    uniqueIndex("submission_storage").on(t.storageKey),
    index("submission_organization").on(t.organizationId, t.createdAt),
    index("submission_status").on(t.status, t.createdAt, t.id),
    index("submission_call").on(t.callId),
    index("submission_created").on(t.createdAt, t.id, t.status, t.type),
    index("submission_updated").on(t.updatedAt, t.id, t.status),
    index("submission_answer_by").on(t.answerBy, t.id, t.status),
    index("submission_title").on(withoutCase(t.title), t.id, t.status),
    // With their reviewer and their arrival, so that counting the reviews of a time reads only the index.
    index("submission_review").on(t.reviewedAt, t.reviewedBy, t.createdAt).where(sql`reviewed_at IS NOT NULL`),
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

/** What the lists of `submissionListing` are: the submissions with a tag, or those that were routed to someone. */
const LISTED_BY = ["TAG", "REVIEWER"] as const;

/**
 * The submissions with each tag and of each reviewer, in the usual order of lists. So a page of such a list needs no
 * sorting, and counting it reads only its own rows. Triggers write it. Tags are those of the submitter and of the
 * government.
 */
export const submissionListing = sqliteTable(
  "submission_listing",
  {
    listedBy: text("listed_by", { enum: LISTED_BY }).notNull(),
    /** The tag, or the id of the reviewer. */
    name: text("name").notNull(),
    isArchived: flag("is_archived").notNull(),
    createdAt: text("created_at").notNull(),
    submissionId: text("submission_id").notNull(),
    /** What such lists are often filtered by. */
    status: text("status", { enum: SUBMISSION_STATUSES }).notNull(),
    type: text("type", { enum: SUBMISSION_TYPES }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.listedBy, t.name, t.isArchived, t.createdAt, t.submissionId] })],
);

/** How many submissions there are of each status and type. Triggers count them. */
export const submissionTotal = sqliteTable(
  "submission_total",
  {
    status: text("status", { enum: SUBMISSION_STATUSES }).notNull(),
    type: text("type", { enum: SUBMISSION_TYPES }).notNull(),
    total: integer("total").notNull(),
  },
  (t) => [primaryKey({ columns: [t.status, t.type] })],
);

/** A person asked for an opinion on a submission. It is given once they write an assessment. */
export const reviewOpinion = sqliteTable(
  "review_opinion",
  {
    submissionId: ofSubmission(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id),
    askedBy: text("asked_by")
      .notNull()
      .references(() => user.id),
    askedAt: text("asked_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.userId] }),
    index("review_opinion_user").on(t.userId, t.submissionId),
  ],
);

/** A reviewer with a conflict of interest. The submission is never again routed or assigned to this person. */
export const reviewRecusal = sqliteTable(
  "review_recusal",
  {
    submissionId: ofSubmission(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id),
    reason: text("reason").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.userId] }),
    index("review_recusal_user").on(t.userId, t.submissionId),
  ],
);

/** Internal government notes about a submission. No page or response for industry reads this table. */
export const reviewNote = sqliteTable(
  "review_note",
  {
    id: text("id").primaryKey(),
    submissionId: ofSubmission(),
    authorId: text("author_id")
      .notNull()
      .references(() => user.id),
    body: text("body").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [index("review_note_submission").on(t.submissionId, t.createdAt, t.id)],
);

/** A colleague mentioned in a note, who was told. */
export const reviewNoteMention = sqliteTable(
  "review_note_mention",
  {
    noteId: text("note_id")
      .notNull()
      .references(() => reviewNote.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => user.id),
  },
  (t) => [primaryKey({ columns: [t.noteId, t.userId] }), index("review_note_mention_user").on(t.userId)],
);

/**
 * A further question of the assessments of a call's submissions, or of all others by the agency's default. A retired
 * one is not asked again, but keeps its answers.
 */
export const assessmentQuestion = sqliteTable(
  "assessment_question",
  {
    id: text("id").primaryKey(),
    /** Null: the agency's default. */
    callId: text("call_id").references(() => call.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    kind: text("kind", { enum: QUESTION_KINDS }).notNull(),
    label: text("label").notNull(),
    createdAt: text("created_at").notNull(),
    retiredAt: text("retired_at"),
  },
  (t) => [
    index("assessment_question_call").on(t.callId, t.position),
    check("assessment_question_kind", oneOf(t.kind, QUESTION_KINDS)),
  ],
);

/** What a reviewer thinks of a submission: one opinion of each, and the owner's conclusion. Only for government. */
export const assessment = sqliteTable(
  "assessment",
  {
    id: text("id").primaryKey(),
    submissionId: ofSubmission(),
    authorId: text("author_id")
      .notNull()
      .references(() => user.id),
    isConclusion: flag("is_conclusion").notNull(),
    relevance: text("relevance", { enum: RELEVANCES }),
    /** Technology readiness level, 1 to 9. */
    readinessLevel: integer("readiness_level"),
    nextStep: text("next_step", { enum: NEXT_STEPS }),
    comment: text("comment").notNull().default(""),
    /** Answers to the further questions, by their ids. */
    answers: text("answers", { mode: "json" }).$type<Record<string, string | number | boolean>>().notNull().default({}),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex("assessment_opinion").on(t.submissionId, t.authorId).where(sql`is_conclusion = 0`),
    uniqueIndex("assessment_conclusion").on(t.submissionId).where(sql`is_conclusion = 1`),
    index("assessment_author").on(t.authorId, t.submissionId),
    // Those of one submission, opinions and conclusion. Without it, SQLite looks for it among those of each author.
    index("assessment_submission").on(t.submissionId, t.createdAt, t.id),
    check("assessment_relevance", sql`${t.relevance} IS NULL OR ${oneOf(t.relevance, RELEVANCES)}`),
    check("assessment_next_step", sql`${t.nextStep} IS NULL OR ${oneOf(t.nextStep, NEXT_STEPS)}`),
    check("assessment_readiness_level", sql`${t.readinessLevel} IS NULL OR ${t.readinessLevel} BETWEEN 1 AND 9`),
    check("assessment_answers", sql`json_valid(${t.answers})`),
  ],
);

/** What the submitter was answered. Nothing changes a row: a new answer replaces the one before it. */
export const submissionOutcome = sqliteTable(
  "submission_outcome",
  {
    id: text("id").primaryKey(),
    submissionId: ofSubmission(),
    outcome: text("outcome", { enum: OUTCOMES }).notNull(),
    body: text("body").notNull(),
    sentBy: text("sent_by")
      .notNull()
      .references(() => user.id),
    sentAt: text("sent_at").notNull(),
  },
  (t) => [
    index("submission_outcome_submission").on(t.submissionId, t.sentAt, t.id),
    index("submission_outcome_sent").on(t.sentAt, t.sentBy),
    check("submission_outcome_value", oneOf(t.outcome, OUTCOMES)),
  ],
);

/** A message between the reviewers of a submission and its organization. */
export const submissionMessage = sqliteTable(
  "submission_message",
  {
    id: text("id").primaryKey(),
    submissionId: ofSubmission(),
    side: text("side", { enum: MESSAGE_SIDES }).notNull(),
    authorId: text("author_id")
      .notNull()
      .references(() => user.id),
    body: text("body").notNull(),
    /** A question of the government. The promise's clock stops until the organization's next message. */
    asksAnswer: flag("asks_answer").notNull().default(false),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    index("submission_message_submission").on(t.submissionId, t.createdAt, t.id),
    index("submission_message_question").on(t.submissionId, t.createdAt).where(sql`asks_answer = 1`),
    check("submission_message_side", oneOf(t.side, MESSAGE_SIDES)),
    check("submission_message_question", sql`${t.asksAnswer} = 0 OR ${t.side} = 'GOVERNMENT'`),
  ],
);

/** A file of a message. It is stored like the file of a submission. */
export const submissionMessageFile = sqliteTable(
  "submission_message_file",
  {
    id: text("id").primaryKey(),
    messageId: text("message_id")
      .notNull()
      .references(() => submissionMessage.id, { onDelete: "cascade" }),
    fileName: text("file_name").notNull(),
    contentType: text("content_type").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    sha256: text("sha256").notNull(),
    storageKey: text("storage_key").notNull(),
  },
  (t) => [
    index("submission_message_file_message").on(t.messageId, t.id),
    uniqueIndex("submission_message_file_storage").on(t.storageKey),
  ],
);

/**
 * The text of a document, for the search. A trigger adds a waiting row in the transaction that adds a PDF, DOCX, PPTX or
 * TXT file, and another removes it with the file. The server reads waiting documents in the background.
 */
export const documentText = sqliteTable(
  "document_text",
  {
    source: text("source", { enum: DOCUMENT_SOURCES }).notNull(),
    /** The id of the row that names the file. */
    sourceId: text("source_id").notNull(),
    status: text("status", { enum: DOCUMENT_TEXT_STATUSES }).notNull().default("WAITING"),
    /** Tries that began. */
    attempts: integer("attempts").notNull().default(0),
    /** Why the last try failed: a short code. */
    failure: text("failure"),
    /** Pages or slides of the whole document. Null if its kind has none, or it was not read. */
    pageCount: integer("page_count"),
    /** Whether the text is only the beginning of a long one. */
    isCut: flag("is_cut").notNull().default(false),
    /** UTF-8, with a form feed between pages, compressed (zlib). Null until the document was read. */
    text: blob("text", { mode: "buffer" }),
    readAt: text("read_at"),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.sourceId] }),
    index("document_text_status").on(t.status, t.attempts),
    check("document_text_source", oneOf(t.source, DOCUMENT_SOURCES)),
    check("document_text_status", oneOf(t.status, DOCUMENT_TEXT_STATUSES)),
    check("document_text_read", sql`(${t.status} = 'READ') = (${t.text} IS NOT NULL)`),
  ],
);

/** Who was told of a missed promise, and when, so that nobody is told twice. */
export const promiseEscalation = sqliteTable(
  "promise_escalation",
  {
    submissionId: ofSubmission(),
    level: text("level", { enum: ESCALATION_LEVELS }).notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.submissionId, t.level] }),
    check("promise_escalation_level", oneOf(t.level, ESCALATION_LEVELS)),
  ],
);

/** A person's named filters of the review queue. */
export const savedView = sqliteTable(
  "saved_view",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    /** The filters as the query of the queue's address. */
    query: text("query").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [uniqueIndex("saved_view_name").on(t.userId, t.nameKey)],
);

/** What a person last searched for: the newest LIMITS.recentSearches different queries, ignoring case. */
export const recentSearch = sqliteTable(
  "recent_search",
  {
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    queryKey: text("query_key").notNull(),
    query: text("query").notNull(),
    searchedAt: text("searched_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.queryKey] })],
);

/** A search that a person keeps, to hear of new records that it finds. */
export const savedSearch = sqliteTable(
  "saved_search",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    query: text("query").notNull(),
    /** JSON of the filters, by the names of the search page's address. */
    filters: text("filters").notNull(),
    notify: text("notify", { enum: SEARCH_NOTICES }).notNull(),
    /** Records that appeared before are not new. */
    since: text("since").notNull(),
    /** JSON: what a record must have for the search to find it (app/search/ledger/requirement.server.ts). */
    requirement: text("requirement").notNull().default("[]"),
    /** What `requirement` and the keys were made from besides the query. Null if they were not made yet. */
    madeFrom: text("made_from"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("saved_search_name").on(t.userId, t.nameKey),
    index("saved_search_since").on(t.since).where(sql`notify <> 'NONE'`),
    check("saved_search_notify", oneOf(t.notify, SEARCH_NOTICES)),
    check("saved_search_filters", sql`json_valid(${t.filters})`),
    check("saved_search_requirement", sql`json_valid(${t.requirement})`),
  ],
);

/**
 * What a record must have for a saved search to find it: one of these keys (app/search/ledger/requirement.server.ts). So
 * a new record is compared only with the few searches that share a key with it.
 */
export const savedSearchKey = sqliteTable(
  "saved_search_key",
  {
    key: text("key").notNull(),
    savedSearchId: text("saved_search_id")
      .notNull()
      .references(() => savedSearch.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.key, t.savedSearchId] }), index("saved_search_key_search").on(t.savedSearchId)],
);

/**
 * The records that saved searches found, so that each notifies only once. They are kept while the record counts as new. The
 * table is without rowids and begins with the record, so that all searches that find a record are on a few pages. For the
 * same reason it has no foreign key, which would need an index by search.
 */
export const savedSearchMatch = sqliteTable(
  "saved_search_match",
  {
    source: text("source").notNull(),
    sourceId: text("source_id").notNull(),
    savedSearchId: text("saved_search_id").notNull(),
    /** Of a long file: where its words are. */
    part: integer("part").notNull(),
    /** When to notify the owner. */
    dueAt: text("due_at").notNull(),
    notifiedAt: text("notified_at"),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.sourceId, t.savedSearchId] }),
    index("saved_search_match_waiting").on(t.dueAt, t.savedSearchId).where(sql`notified_at IS NULL`),
    index("saved_search_match_of_search").on(t.savedSearchId, t.dueAt).where(sql`notified_at IS NULL`),
    index("saved_search_match_notified").on(t.notifiedAt).where(sql`notified_at IS NOT NULL`),
  ],
);

/** The columns that a person chose for a list of government. */
export const shownColumns = sqliteTable(
  "shown_columns",
  {
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    list: text("list").notNull(),
    /** Their names as in the list's address, with commas between. */
    columns: text("columns").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.list] })],
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
    /** Set for notifications about a submission. The unique key below prevents duplicates. */
    submissionId: text("submission_id"),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("notification_once_per_submission")
      .on(t.userId, t.kind, t.submissionId)
      .where(sql`submission_id IS NOT NULL`),
    index("notification_of_user").on(t.userId, t.createdAt),
    index("notification_unread").on(t.userId, t.createdAt).where(sql`"read" = 0`),
    // Opening a page marks the notifications about it as read. For most pages there are none.
    index("notification_unread_link").on(t.userId, t.linkUrl).where(sql`"read" = 0`),
    foreignKey({ columns: [t.submissionId], foreignColumns: [submission.id] }).onDelete("cascade"),
    check("notification_kind_value", oneOf(t.kind, NOTIFICATION_KINDS)),
  ],
);

/**
 * Notifications for more people than one transaction can handle without blocking other requests. Each is written in the
 * transaction of its event, and removed when the last recipient is notified.
 */
export const pendingDelivery = sqliteTable(
  "pending_delivery",
  {
    deliveryNumber: integer("delivery_number").primaryKey(),
    /** JSON of the notification and the time of its event. */
    notice: text("notice").notNull(),
    /** The last recipient notified. Recipients are notified in order of their ids. */
    lastUserId: text("last_user_id").notNull(),
    /** The only recipient left, if one could not be notified with the others. */
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

/** The secret address of a person's calendar and feed. A new one replaces it. */
export const feedAddress = sqliteTable(
  "feed_address",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => user.id, { onDelete: "cascade" }),
    /** SHA-256 of the address's token; the token itself is kept nowhere. */
    tokenHash: blob("token_hash", { mode: "buffer" }).notNull(),
    sessionVersion: integer("session_version").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [uniqueIndex("feed_address_token").on(t.tokenHash)],
);

/** A call that an industry user follows, to be reminded before its last day. */
export const callFollow = sqliteTable(
  "call_follow",
  {
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    callId: text("call_id")
      .notNull()
      .references(() => call.id, { onDelete: "cascade" }),
    createdAt: text("created_at").notNull(),
    /** Set once, so that nobody is reminded twice. */
    remindedAt: text("reminded_at"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.callId] }),
    index("call_follow_due").on(t.callId, t.userId).where(sql`reminded_at IS NULL`),
  ],
);

/** How soon someone gets mail about a kind of notification. A kind without a row has the default (app/routing/outbox). */
export const mailSetting = sqliteTable(
  "mail_setting",
  {
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: NOTIFICATION_KINDS }).notNull(),
    frequency: text("frequency", { enum: MAIL_FREQUENCIES }).notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    check("mail_setting_kind", oneOf(t.kind, NOTIFICATION_KINDS)),
    check("mail_setting_frequency", oneOf(t.frequency, MAIL_FREQUENCIES)),
  ],
);

/**
 * Mail to send, one row for each. It is written in the transaction of its event, and the server's mailer sends it. The
 * kinds are in app/routing/outbox.server.ts. A CHECK would make each new kind rebuild the table.
 */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text("id").primaryKey(),
    /** The recipient. Null if the mail is for an address that may have no account. */
    userId: text("user_id").references(() => user.id, { onDelete: "cascade" }),
    /** The address, if it is not the user's own when the mail is sent. Removed when the mail is done. */
    address: text("address"),
    kind: text("kind").notNull(),
    frequency: text("frequency", { enum: MAIL_FREQUENCIES }).notNull(),
    /** JSON of what the kind needs to write the mail. Never a secret. */
    details: text("details"),
    dueAt: text("due_at").notNull(),
    state: text("state", { enum: OUTBOX_STATES }).notNull().default("WAITING"),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: text("next_attempt_at").notNull(),
    /** Where the last try failed, and its code. Never an address or what the mail server said in words. */
    lastError: text("last_error"),
    /** JSON of everything that the mail says, from its first try on, so that each further try sends the same bytes. */
    facts: text("facts"),
    /** Part of the Message-ID. It changes only if the mail must say something else than in its last try. */
    version: integer("version").notNull().default(1),
    sentAt: text("sent_at"),
    createdAt: text("created_at").notNull(),
  },
  (t) => [
    index("outbox_due").on(t.frequency, t.nextAttemptAt).where(sql`state = 'WAITING'`),
    // The digest that collects a person's notifications until its first try.
    uniqueIndex("outbox_open_digest")
      .on(t.userId, t.frequency)
      .where(sql`kind = 'DIGEST' AND state = 'WAITING' AND facts IS NULL`),
    index("outbox_user").on(t.userId),
    index("outbox_state").on(t.state, t.createdAt, t.id),
    index("outbox_created").on(t.createdAt, t.id),
    check("outbox_frequency", oneOf(t.frequency, MAIL_FREQUENCIES)),
    check("outbox_state_value", oneOf(t.state, OUTBOX_STATES)),
    check("outbox_recipient", sql`${t.userId} IS NOT NULL OR ${t.address} IS NOT NULL OR ${t.state} <> 'WAITING'`),
    check("outbox_json", sql`json_valid(coalesce(${t.details}, '{}')) AND json_valid(coalesce(${t.facts}, '{}'))`),
  ],
);

/** Which mail a notification is in. */
export const outboxItem = sqliteTable(
  "outbox_item",
  {
    notificationId: text("notification_id")
      .primaryKey()
      .references(() => notification.id, { onDelete: "cascade" }),
    outboxId: text("outbox_id")
      .notNull()
      .references(() => outbox.id, { onDelete: "cascade" }),
  },
  (t) => [index("outbox_item_mail").on(t.outboxId)],
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
    // Each person has at most one open invitation. A new one replaces it.
    uniqueIndex("invitation_open")
      .on(t.organizationId, t.email)
      .where(sql`accepted_at IS NULL AND withdrawn_at IS NULL`),
    check("invitation_role_value", oneOf(t.industryRole, INDUSTRY_ROLES)),
  ],
);

/**
 * Append-only (triggers refuse UPDATE and DELETE) and chained: `hash` covers the row and `prevHash`, and `prevHash` is
 * unique, so the chain cannot fork. There are no foreign keys, because a row must outlive the records it describes. The
 * type in app/audit/events.ts lists the values of `event`. A CHECK cannot, because extending it means rebuilding the
 * table, which we must never do.
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
     * The row's hash chain: `log`, or `pageviews`, whose oldest rows expire. Page views from before there were two
     * chains are part of `log`.
     */
    chain: text("chain").notNull().default("log"),
  },
  (t) => [
    uniqueIndex("audit_event_id").on(t.id),
    uniqueIndex("audit_event_prev_hash").on(t.prevHash),
    // SQLite adds seq to the end of every index, so it finds a filtered page of the log in order. Most rows are page
    // views, which have no target and usually no actor. Indexes without them stay small, and page views need not
    // update them.
    index("audit_event_event").on(t.event, t.createdAt),
    index("audit_event_created").on(t.createdAt),
    index("audit_event_work").on(t.createdAt).where(sql`event <> 'pageview'`),
    index("audit_event_target").on(t.targetId, t.createdAt).where(sql`target_id IS NOT NULL`),
    // These have many rows for one value. With `event` in the index, SQLite can skip page views without reading their
    // rows. `seq` comes before it to keep the order.
    index("audit_event_actor").on(t.actorId, t.createdAt, t.seq, t.event).where(sql`actor_id IS NOT NULL`),
    index("audit_event_email").on(t.actorEmail, t.createdAt, t.seq, t.event).where(sql`actor_email IS NOT NULL`),
    index("audit_event_target_type").on(t.targetType, t.createdAt, t.seq, t.event).where(sql`target_type IS NOT NULL`),
    index("audit_event_failed").on(t.outcome, t.createdAt, t.seq, t.event).where(sql`outcome <> 'SUCCESS'`),
    index("audit_event_chain").on(t.chain, t.seq),
    // A small index. Each page view that expires looks up the newest row.
    index("audit_event_expiry").on(t.seq).where(sql`event = 'pageviews_expired'`),
    check("audit_event_outcome", oneOf(t.outcome, AUDIT_OUTCOMES)),
    check("audit_event_details", sql`${t.details} IS NULL OR json_valid(${t.details})`),
  ],
);

/** How many rows the log has of each day (UTC), event, outcome and type of target. Triggers on the log count them. */
export const auditTotal = sqliteTable(
  "audit_total",
  {
    day: text("day").notNull(),
    event: text("event").notNull(),
    outcome: text("outcome", { enum: AUDIT_OUTCOMES }).notNull(),
    /** Empty for a row without a target. */
    targetType: text("target_type").notNull(),
    total: integer("total").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.event, t.outcome, t.targetType] })],
);

/*
 * Totals of the audit log's page views for each day (UTC), so that reports read one row per day and not per view.
 * Triggers on the log update the days. The code that records a page view counts the pages by name (app/domain/traffic),
 * because only it knows which paths the service has.
 */

export const trafficDay = sqliteTable("traffic_day", {
  day: text("day").primaryKey(),
  views: integer("views").notNull(),
  /** Distinct client addresses. */
  visitors: integer("visitors").notNull(),
  /** How many of the views have expired from the log (PAGEVIEW_RETENTION_DAYS). */
  expired: integer("expired").notNull().default(0),
});

/** The client addresses of a day, for counting each only once. Removed when the day is over. */
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

/** One row per counted attempt. In the database, so that limits survive a restart and apply across processes. */
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
 * The records whose searchable text was written, in the order of writing. The triggers that update the search_… tables
 * add rows. The search reads here which texts it does not yet have in memory, and housekeeping removes rows that it has
 * read. With AUTOINCREMENT, numbers are never reused.
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
 * What the ledger's search finds: one row for each record, note and file (app/search/ledger). The full-text table
 * `search_ledger` has its words under the same number. `source` is the table of the record.
 */
export const searchEntry = sqliteTable(
  "search_entry",
  {
    entryNumber: integer("entry_number").primaryKey(),
    source: text("source").notNull(),
    sourceId: text("source_id").notNull(),
    /** Long files are several entries. From 0. */
    part: integer("part").notNull().default(0),
    type: text("type", { enum: ENTRY_TYPES }).notNull(),
    reach: text("reach", { enum: ENTRY_REACHES }).notNull(),
    /** The organization that the record belongs to. With the reach ORGANIZATION, its users find the entry. */
    organizationId: text("organization_id"),
    title: text("title").notNull(),
    /** What records that depend on this one repeat. If it changes, they are indexed again. */
    heading: text("heading").notNull(),
    /** An instant, or a day without a time. */
    date: text("date"),
    status: text("status"),
    techTags: text("tech_tags").notNull().default(""),
    commandId: text("command_id"),
  },
  (t) => [
    uniqueIndex("search_entry_source").on(t.source, t.sourceId, t.part),
    check("search_entry_type", oneOf(t.type, ENTRY_TYPES)),
    check("search_entry_reach", oneOf(t.reach, ENTRY_REACHES)),
  ],
);

/** Every word of the ledger's search, with the stem that it shares with its other forms. Words are never removed. */
export const searchWord = sqliteTable(
  "search_word",
  {
    wordNumber: integer("word_number").primaryKey(),
    word: text("word").notNull(),
    stem: text("stem").notNull(),
  },
  (t) => [uniqueIndex("search_word_word").on(t.word), index("search_word_stem").on(t.stem)],
);

/** Records whose entries are older than they are. Triggers add them, and the search indexes them within moments. */
export const searchStale = sqliteTable(
  "search_stale",
  {
    staleNumber: integer("stale_number").primaryKey({ autoIncrement: true }),
    source: text("source").notNull(),
    sourceId: text("source_id").notNull(),
    /** Of a long file. The parts after it follow. */
    part: integer("part").notNull().default(0),
  },
  (t) => [uniqueIndex("search_stale_source").on(t.source, t.sourceId, t.part)],
);

/** What the text of the ledger's search depends on besides its records. If that changes, every entry is written again. */
export const searchWording = sqliteTable("search_wording", { version: text("version").primaryKey() });

/**
 * Entries that were written and not yet compared with saved searches. Each is added in the transaction that writes the
 * entry. With AUTOINCREMENT, an entry that is written again has a new number.
 */
export const searchArrival = sqliteTable(
  "search_arrival",
  {
    arrivalNumber: integer("arrival_number").primaryKey({ autoIncrement: true }),
    source: text("source").notNull(),
    sourceId: text("source_id").notNull(),
    part: integer("part").notNull(),
    /** Whether it was for government only before. */
    becamePublic: flag("became_public").notNull().default(false),
    /** Set if people outside of government may read it only from then on. */
    dueAt: text("due_at"),
  },
  (t) => [uniqueIndex("search_arrival_entry").on(t.source, t.sourceId, t.part)],
);

/**
 * When each record was last written or removed, in the order of writing. Triggers keep one row per record, which stays
 * after the record is removed. A client with a copy of a list asks for rows with a higher number than it has seen
 * (app/lists/change-log.server.ts). With AUTOINCREMENT, numbers are never reused.
 */
export const recordChange = sqliteTable(
  "record_change",
  {
    changeNumber: integer("change_number").primaryKey({ autoIncrement: true }),
    type: text("type", { enum: RECORD_TYPES }).notNull(),
    recordId: text("record_id").notNull(),
    /** The organization that the record belongs to. No other organization may see even the record's id. */
    organizationId: text("organization_id"),
    /** The record's own time of change. For a removed record, its last one. */
    changedAt: text("changed_at").notNull(),
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

/** The last result of each task that the server does by itself, so that a restart does not forget it. */
export const upkeepResult = sqliteTable(
  "upkeep_result",
  {
    task: text("task", { enum: UPKEEP_TASKS }).primaryKey(),
    finishedAt: text("finished_at").notNull(),
    succeeded: flag("succeeded").notNull(),
    /** What went wrong, in one line for an operator. Empty if nothing did. */
    problem: text("problem").notNull(),
  },
  (t) => [check("upkeep_result_task", oneOf(t.task, UPKEEP_TASKS))],
);
