CREATE TABLE `form_receipt` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`result` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "form_receipt_result" CHECK(json_valid("form_receipt"."result"))
) STRICT;
--> statement-breakpoint
CREATE INDEX `form_receipt_created` ON `form_receipt` (`created_at`);--> statement-breakpoint
CREATE TABLE `registration_draft` (
	`token_hash` blob PRIMARY KEY NOT NULL,
	`answers` text NOT NULL,
	`password_hash` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	CONSTRAINT "registration_draft_answers" CHECK(json_valid("registration_draft"."answers"))
) STRICT;
--> statement-breakpoint
CREATE INDEX `registration_draft_expires` ON `registration_draft` (`expires_at`);