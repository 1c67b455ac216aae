CREATE TABLE `engagement_attendee` (
	`engagement_id` text NOT NULL,
	`user_id` text NOT NULL,
	`added_at` text NOT NULL,
	PRIMARY KEY(`engagement_id`, `user_id`),
	FOREIGN KEY (`engagement_id`) REFERENCES `engagement`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `engagement_attendee_user` ON `engagement_attendee` (`user_id`,`added_at`);--> statement-breakpoint
CREATE TABLE `engagement_task` (
	`id` text PRIMARY KEY NOT NULL,
	`engagement_id` text NOT NULL,
	`text` text NOT NULL,
	`owner_id` text NOT NULL,
	`due_date` text NOT NULL,
	`done_at` text,
	`done_by` text,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`engagement_id`) REFERENCES `engagement`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`done_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `engagement_task_parent` ON `engagement_task` (`engagement_id`,`done_at`,`due_date`,`id`);--> statement-breakpoint
CREATE INDEX `engagement_task_owner` ON `engagement_task` (`owner_id`,`done_at`,`due_date`,`id`);--> statement-breakpoint
ALTER TABLE `engagement` ADD `start_time` text;--> statement-breakpoint
ALTER TABLE `engagement` ADD `end_time` text;--> statement-breakpoint
ALTER TABLE `engagement` ADD `online_link` text DEFAULT '' NOT NULL;