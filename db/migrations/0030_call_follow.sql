CREATE TABLE `call_follow` (
	`user_id` text NOT NULL,
	`call_id` text NOT NULL,
	`created_at` text NOT NULL,
	`reminded_at` text,
	PRIMARY KEY(`user_id`, `call_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`call_id`) REFERENCES `call`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `call_follow_due` ON `call_follow` (`call_id`,`user_id`) WHERE reminded_at IS NULL;