DROP INDEX `announcement_public`;--> statement-breakpoint
DROP INDEX `announcement_updated`;--> statement-breakpoint
CREATE INDEX `announcement_created` ON `announcement` (`created_at`,`id`,`deleted_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `announcement_title` ON `announcement` ("title" COLLATE NOCASE,`id`,`deleted_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `announcement_public` ON `announcement` (`published`,`created_at`,`id`,`deleted_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `announcement_updated` ON `announcement` (`updated_at`,`id`,`deleted_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
DROP INDEX `engagement_date`;--> statement-breakpoint
DROP INDEX `engagement_command`;--> statement-breakpoint
CREATE INDEX `engagement_created` ON `engagement` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `engagement_title` ON `engagement` ("title" COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `engagement_date` ON `engagement` (`date`,`id`,`status`,`type`);--> statement-breakpoint
CREATE INDEX `engagement_command` ON `engagement` (`command_id`,`date`,`id`);--> statement-breakpoint
DROP INDEX `organization_status`;--> statement-breakpoint
CREATE INDEX `organization_created` ON `organization` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `organization_status` ON `organization` (`status`,`name_key`,`id`);--> statement-breakpoint
DROP INDEX `submission_status`;--> statement-breakpoint
DROP INDEX `submission_updated`;--> statement-breakpoint
CREATE INDEX `submission_created` ON `submission` (`created_at`,`id`,`status`,`type`);--> statement-breakpoint
CREATE INDEX `submission_title` ON `submission` ("title" COLLATE NOCASE,`id`,`status`);--> statement-breakpoint
CREATE INDEX `submission_status` ON `submission` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `submission_updated` ON `submission` (`updated_at`,`id`,`status`);--> statement-breakpoint
CREATE INDEX `call_deadline` ON `call` (`closes_at`,`id`);--> statement-breakpoint
CREATE INDEX `call_created` ON `call` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `call_title` ON `call` ("title" COLLATE NOCASE,`id`);