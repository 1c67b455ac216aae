CREATE TABLE `announcement` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`published` integer DEFAULT true NOT NULL,
	`author_id` text NOT NULL,
	`deleted_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `announcement_public` ON `announcement` (`published`,`deleted_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `announcement_updated` ON `announcement` (`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `announcement_attachment` (
	`id` text PRIMARY KEY NOT NULL,
	`announcement_id` text NOT NULL,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`storage_key` text NOT NULL,
	`uploaded_by` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`announcement_id`) REFERENCES `announcement`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`uploaded_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `announcement_attachment_parent` ON `announcement_attachment` (`announcement_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `announcement_attachment_storage` ON `announcement_attachment` (`storage_key`);--> statement-breakpoint
CREATE TABLE `audit_event` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`created_at` text NOT NULL,
	`event` text NOT NULL,
	`outcome` text NOT NULL,
	`actor_id` text,
	`actor_email` text,
	`actor_role` text,
	`organization_id` text,
	`target_type` text,
	`target_id` text,
	`ip` text,
	`user_agent` text,
	`request_id` text,
	`path` text,
	`referrer` text,
	`details` text,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL,
	CONSTRAINT "audit_event_outcome" CHECK("audit_event"."outcome" IN ('SUCCESS', 'FAILURE', 'DENIED')),
	CONSTRAINT "audit_event_details" CHECK("audit_event"."details" IS NULL OR json_valid("audit_event"."details"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_event_id` ON `audit_event` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `audit_event_prev_hash` ON `audit_event` (`prev_hash`);--> statement-breakpoint
CREATE INDEX `audit_event_event` ON `audit_event` (`event`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_event_actor` ON `audit_event` (`actor_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_event_target` ON `audit_event` (`target_type`,`target_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_event_created` ON `audit_event` (`created_at`);--> statement-breakpoint
CREATE TABLE `call` (
	`record_number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`tech_tags` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`closes_at` text,
	`questions_due_at` text,
	`releases_at` text,
	`solicitation_number` text,
	`notice_type` text,
	`set_aside` text,
	`naics_code` text,
	`classification_code` text,
	`additional_info_link` text,
	`poc_name` text,
	`poc_title` text,
	`poc_email` text,
	`poc_phone` text,
	`secondary_poc_name` text,
	`secondary_poc_email` text,
	`secondary_poc_phone` text,
	`office_name` text,
	`office_city` text,
	`office_state` text,
	`office_zip` text,
	`office_country` text,
	`pop_city` text,
	`pop_state` text,
	`pop_zip` text,
	`pop_country` text,
	`author_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "call_status_value" CHECK("call"."status" IN ('DRAFT', 'PENDING', 'OPEN', 'CLOSED')),
	CONSTRAINT "call_notice_type" CHECK("call"."notice_type" IN ('SOURCES_SOUGHT', 'PRESOLICITATION', 'SOLICITATION', 'COMBINED_SYNOPSIS', 'SPECIAL_NOTICE', 'OTHER')),
	CONSTRAINT "call_set_aside" CHECK("call"."set_aside" IN ('SMALL_BUSINESS', 'EIGHT_A', 'WOSB', 'EDWOSB', 'SDVOSB', 'HUBZONE')),
	CONSTRAINT "call_release" CHECK("call"."status" <> 'PENDING' OR "call"."releases_at" IS NOT NULL)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `call_id` ON `call` (`id`);--> statement-breakpoint
CREATE INDEX `call_status` ON `call` (`status`,`closes_at`);--> statement-breakpoint
CREATE INDEX `call_updated` ON `call` (`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `command` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`abbreviation` text NOT NULL,
	`abbreviation_key` text NOT NULL,
	`echelon` text NOT NULL,
	`parent_id` text,
	`location` text,
	`mission` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `command`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "command_not_own_parent" CHECK("command"."parent_id" IS NULL OR "command"."parent_id" <> "command"."id")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `command_name_key` ON `command` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `command_abbreviation_key` ON `command` (`abbreviation_key`);--> statement-breakpoint
CREATE INDEX `command_parent` ON `command` (`parent_id`);--> statement-breakpoint
CREATE TABLE `engagement` (
	`record_number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`date` text NOT NULL,
	`location` text DEFAULT '' NOT NULL,
	`summary` text DEFAULT '' NOT NULL,
	`organization_id` text,
	`other_organization` text DEFAULT '' NOT NULL,
	`command_id` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`command_id`) REFERENCES `command`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "engagement_type_value" CHECK("engagement"."type" IN ('DEMO', 'INDUSTRY_FORUM', 'INDUSTRY_DAY', 'ONE_ON_ONE', 'SITE_VISIT', 'CONFERENCE', 'BRIEFING', 'VIRTUAL_MEETING', 'OTHER')),
	CONSTRAINT "engagement_status_value" CHECK("engagement"."status" IN ('PLANNED', 'COMPLETED', 'FOLLOW_UP', 'CLOSED')),
	CONSTRAINT "engagement_participant" CHECK("engagement"."organization_id" IS NOT NULL OR "engagement"."other_organization" <> '')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `engagement_id` ON `engagement` (`id`);--> statement-breakpoint
CREATE INDEX `engagement_date` ON `engagement` (`date`);--> statement-breakpoint
CREATE INDEX `engagement_command` ON `engagement` (`command_id`,`date`);--> statement-breakpoint
CREATE INDEX `engagement_updated` ON `engagement` (`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `engagement_attachment` (
	`id` text PRIMARY KEY NOT NULL,
	`engagement_id` text NOT NULL,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`uploaded_by` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`engagement_id`) REFERENCES `engagement`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`uploaded_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `engagement_attachment_parent` ON `engagement_attachment` (`engagement_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `engagement_attachment_content` (
	`attachment_id` text PRIMARY KEY NOT NULL,
	`bytes` blob NOT NULL,
	FOREIGN KEY (`attachment_id`) REFERENCES `engagement_attachment`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `engagement_note` (
	`id` text PRIMARY KEY NOT NULL,
	`engagement_id` text NOT NULL,
	`author_id` text NOT NULL,
	`body` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`engagement_id`) REFERENCES `engagement`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `engagement_note_parent` ON `engagement_note` (`engagement_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `engagement_organization` (
	`engagement_id` text NOT NULL,
	`organization_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`engagement_id`, `organization_id`),
	FOREIGN KEY (`engagement_id`) REFERENCES `engagement`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`organization_id`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `engagement_organization_of` ON `engagement_organization` (`organization_id`);--> statement-breakpoint
CREATE TABLE `installation_secret` (
	`name` text PRIMARY KEY NOT NULL,
	`value` blob NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`email` text NOT NULL,
	`industry_role` text NOT NULL,
	`token_hash` blob NOT NULL,
	`invited_by` text NOT NULL,
	`expires_at` text NOT NULL,
	`accepted_at` text,
	`withdrawn_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invited_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invitation_role_value" CHECK("invitation"."industry_role" IN ('INDUSTRY_ADMIN', 'INDUSTRY_USER'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_token` ON `invitation` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitation_organization` ON `invitation` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notification` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`link_url` text,
	`read` integer DEFAULT false NOT NULL,
	`submission_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`submission_id`) REFERENCES `submission`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notification_kind_value" CHECK("notification"."kind" IN ('SUBMISSION_MATCH', 'ANNOUNCEMENT', 'CALL_OPENED', 'ENGAGEMENT_UPDATE', 'SYSTEM'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_once_per_submission` ON `notification` (`user_id`,`kind`,`submission_id`) WHERE submission_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notification_of_user` ON `notification` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `notification_unread` ON `notification` (`user_id`,`created_at`) WHERE "read" = 0;--> statement-breakpoint
CREATE TABLE `notification_setting` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`enabled` integer NOT NULL,
	`tech_tags` text DEFAULT '' NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notification_setting_kind_value" CHECK("notification_setting"."kind" IN ('SUBMISSION_MATCH', 'ANNOUNCEMENT', 'CALL_OPENED', 'ENGAGEMENT_UPDATE', 'SYSTEM'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `notification_setting_kind` ON `notification_setting` (`kind`);--> statement-breakpoint
CREATE TABLE `organization` (
	`record_number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`org_type` text NOT NULL,
	`status` text DEFAULT 'NEW' NOT NULL,
	`cage_code` text,
	`uei` text,
	`duns_number` text,
	`naics_codes` text DEFAULT '[]' NOT NULL,
	`set_asides` text DEFAULT '[]' NOT NULL,
	`small_business` integer DEFAULT false NOT NULL,
	`nontraditional` integer DEFAULT false NOT NULL,
	`website` text,
	`address_line_1` text,
	`address_line_2` text,
	`city` text,
	`state` text,
	`postal_code` text,
	`country` text DEFAULT 'USA' NOT NULL,
	`poc_name` text,
	`poc_email` text,
	`poc_phone` text,
	`contracts_poc_name` text,
	`contracts_poc_email` text,
	`contracts_poc_phone` text,
	`employee_count` integer,
	`annual_revenue_usd` integer,
	`business_start_year` integer,
	`sam_registration_status` text,
	`sam_expiration_date` text,
	`description` text,
	`tech_tags` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "organization_type" CHECK("organization"."org_type" IN ('COMPANY', 'ACADEMIA', 'FFRDC', 'UARC', 'FOREIGN_PARTNER', 'OTHER')),
	CONSTRAINT "organization_status_value" CHECK("organization"."status" IN ('NEW', 'UNDER_REVIEW', 'ACTIVE', 'WATCHLIST', 'INACTIVE')),
	CONSTRAINT "organization_sam_status" CHECK("organization"."sam_registration_status" IN ('ACTIVE', 'PENDING', 'EXPIRED', 'NOT_REGISTERED')),
	CONSTRAINT "organization_json" CHECK(json_valid("organization"."naics_codes") AND json_valid("organization"."set_asides")),
	CONSTRAINT "organization_small_business" CHECK("organization"."small_business" = (json_array_length("organization"."set_asides") > 0))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `organization_id` ON `organization` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `organization_name_key` ON `organization` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `organization_cage_code` ON `organization` (`cage_code`);--> statement-breakpoint
CREATE UNIQUE INDEX `organization_uei` ON `organization` (`uei`);--> statement-breakpoint
CREATE INDEX `organization_status` ON `organization` (`status`,`name`);--> statement-breakpoint
CREATE INDEX `organization_updated` ON `organization` (`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `organization_dialogue_note` (
	`id` text PRIMARY KEY NOT NULL,
	`organization_id` text NOT NULL,
	`author_id` text NOT NULL,
	`body` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `organization_dialogue_parent` ON `organization_dialogue_note` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `preset_tag` (
	`id` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `preset_tag_label` ON `preset_tag` (`label`);--> statement-breakpoint
CREATE TABLE `rate_limit_attempt` (
	`limit_name` text NOT NULL,
	`subject` text NOT NULL,
	`attempted_at` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `rate_limit_attempt_window` ON `rate_limit_attempt` (`limit_name`,`subject`,`attempted_at`);--> statement-breakpoint
CREATE TABLE `session` (
	`token_hash` blob PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_version` integer NOT NULL,
	`ip` text,
	`user_agent` text,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE INDEX `session_expires` ON `session` (`expires_at`);--> statement-breakpoint
CREATE TABLE `submission` (
	`record_number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`organization_id` text NOT NULL,
	`submitted_by` text NOT NULL,
	`call_id` text,
	`type` text NOT NULL,
	`status` text DEFAULT 'SUBMITTED' NOT NULL,
	`title` text NOT NULL,
	`summary` text NOT NULL,
	`tech_tags` text DEFAULT '' NOT NULL,
	`file_name` text,
	`content_type` text,
	`size_bytes` integer,
	`sha256` text,
	`storage_key` text,
	`routed_at` text,
	`reviewed_at` text,
	`reviewed_by` text,
	`archived_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`submitted_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`call_id`) REFERENCES `call`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reviewed_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "submission_type_value" CHECK("submission"."type" IN ('CAPABILITY_STATEMENT', 'WHITE_PAPER', 'PITCH_MATERIAL', 'EVENT_SUMMARY', 'PROFILE_UPDATE')),
	CONSTRAINT "submission_status_value" CHECK("submission"."status" IN ('SUBMITTED', 'ROUTED', 'REVIEWED', 'ARCHIVED')),
	CONSTRAINT "submission_file_whole" CHECK(("submission"."file_name" IS NULL) = ("submission"."storage_key" IS NULL) AND ("submission"."file_name" IS NULL) = ("submission"."content_type" IS NULL)
        AND ("submission"."file_name" IS NULL) = ("submission"."size_bytes" IS NULL) AND ("submission"."file_name" IS NULL) = ("submission"."sha256" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `submission_id` ON `submission` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `submission_storage` ON `submission` (`storage_key`);--> statement-breakpoint
CREATE INDEX `submission_organization` ON `submission` (`organization_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `submission_status` ON `submission` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `submission_call` ON `submission` (`call_id`);--> statement-breakpoint
CREATE INDEX `submission_updated` ON `submission` (`updated_at`,`id`);--> statement-breakpoint
CREATE TABLE `submission_match` (
	`submission_id` text NOT NULL,
	`user_id` text NOT NULL,
	`reason` text NOT NULL,
	`matched_tags` text NOT NULL,
	`delivery` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`submission_id`, `user_id`),
	FOREIGN KEY (`submission_id`) REFERENCES `submission`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "submission_match_reason" CHECK("submission_match"."reason" IN ('TAG', 'CALL_AUTHOR')),
	CONSTRAINT "submission_match_delivery" CHECK("submission_match"."delivery" IN ('NOTIFIED', 'ALREADY_NOTIFIED', 'DISABLED', 'TAG_FILTER')),
	CONSTRAINT "submission_match_tags" CHECK(json_valid("submission_match"."matched_tags"))
) STRICT;
--> statement-breakpoint
CREATE INDEX `submission_match_user` ON `submission_match` (`user_id`,`submission_id`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`industry_role` text,
	`organization_id` text,
	`command_id` text,
	`title` text,
	`password_hash` text NOT NULL,
	`must_change_password` integer DEFAULT false NOT NULL,
	`session_version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`organization_id`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`command_id`) REFERENCES `command`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "user_role_value" CHECK("user"."role" IN ('GOV_READONLY', 'GOV_POC', 'GOV_COMMAND_LEAD', 'GOV_ADMIN', 'GOV_SYSTEM_ADMIN', 'INDUSTRY')),
	CONSTRAINT "user_industry_role_value" CHECK("user"."industry_role" IN ('INDUSTRY_ADMIN', 'INDUSTRY_USER')),
	CONSTRAINT "user_kind" CHECK(CASE WHEN "user"."role" = 'INDUSTRY'
        THEN "user"."industry_role" IS NOT NULL AND "user"."organization_id" IS NOT NULL AND "user"."command_id" IS NULL
        ELSE "user"."industry_role" IS NULL AND "user"."organization_id" IS NULL END)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email` ON `user` (`email`);--> statement-breakpoint
CREATE INDEX `user_role` ON `user` (`role`);--> statement-breakpoint
CREATE INDEX `user_organization` ON `user` (`organization_id`);--> statement-breakpoint
CREATE INDEX `user_command` ON `user` (`command_id`);