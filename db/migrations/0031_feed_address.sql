CREATE TABLE `feed_address` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token_hash` blob NOT NULL,
	`session_version` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `feed_address_token` ON `feed_address` (`token_hash`);--> statement-breakpoint
DROP INDEX `engagement_creator`;--> statement-breakpoint
CREATE INDEX `engagement_creator` ON `engagement` (`created_by`,`status`,`date`);--> statement-breakpoint
CREATE INDEX `engagement_note_author` ON `engagement_note` (`author_id`,`created_at`);