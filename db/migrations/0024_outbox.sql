CREATE TABLE `mail_setting` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`frequency` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "mail_setting_kind" CHECK("mail_setting"."kind" IN ('SUBMISSION_MATCH', 'ANNOUNCEMENT', 'CALL_OPENED', 'ENGAGEMENT_UPDATE', 'SYSTEM')),
	CONSTRAINT "mail_setting_frequency" CHECK("mail_setting"."frequency" IN ('IMMEDIATE', 'DAILY', 'WEEKLY', 'IN_SERVICE'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`address` text,
	`kind` text NOT NULL,
	`frequency` text NOT NULL,
	`details` text,
	`due_at` text NOT NULL,
	`state` text DEFAULT 'WAITING' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text NOT NULL,
	`last_error` text,
	`facts` text,
	`version` integer DEFAULT 1 NOT NULL,
	`sent_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "outbox_frequency" CHECK("outbox"."frequency" IN ('IMMEDIATE', 'DAILY', 'WEEKLY', 'IN_SERVICE')),
	CONSTRAINT "outbox_state_value" CHECK("outbox"."state" IN ('WAITING', 'SENT', 'FAILED', 'CANCELLED')),
	CONSTRAINT "outbox_recipient" CHECK("outbox"."user_id" IS NOT NULL OR "outbox"."address" IS NOT NULL OR "outbox"."state" <> 'WAITING'),
	CONSTRAINT "outbox_json" CHECK(json_valid(coalesce("outbox"."details", '{}')) AND json_valid(coalesce("outbox"."facts", '{}')))
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`frequency`,`next_attempt_at`) WHERE state = 'WAITING';--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_open_digest` ON `outbox` (`user_id`,`frequency`) WHERE kind = 'DIGEST' AND state = 'WAITING' AND facts IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_user` ON `outbox` (`user_id`);--> statement-breakpoint
CREATE INDEX `outbox_state` ON `outbox` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `outbox_item` (
	`notification_id` text PRIMARY KEY NOT NULL,
	`outbox_id` text NOT NULL,
	FOREIGN KEY (`notification_id`) REFERENCES `notification`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`outbox_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_item_mail` ON `outbox_item` (`outbox_id`);