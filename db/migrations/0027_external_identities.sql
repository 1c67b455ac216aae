CREATE TABLE `external_identity` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `external_identity_user` ON `external_identity` (`user_id`,`issuer`);--> statement-breakpoint
CREATE TABLE `identity_request` (
	`state_hash` blob PRIMARY KEY NOT NULL,
	`browser_hash` blob NOT NULL,
	`user_id` text,
	`session_version` integer,
	`link_hash` blob,
	`redirect_to` text,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "identity_request_account" CHECK(("identity_request"."user_id" IS NULL) = ("identity_request"."session_version" IS NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `identity_request_user` ON `identity_request` (`user_id`);--> statement-breakpoint
CREATE INDEX `identity_request_expires` ON `identity_request` (`expires_at`);--> statement-breakpoint
ALTER TABLE `session` ADD `is_multi_factor` integer DEFAULT false NOT NULL;