CREATE TABLE `account_link` (
	`token_hash` blob PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`session_version` integer NOT NULL,
	`created_by` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "account_link_purpose" CHECK("account_link"."purpose" IN ('PASSWORD', 'IDENTITY'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `account_link_id` ON `account_link` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `account_link_user` ON `account_link` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `account_link_creator` ON `account_link` (`created_by`);--> statement-breakpoint
CREATE INDEX `account_link_expires` ON `account_link` (`expires_at`);