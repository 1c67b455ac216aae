CREATE TABLE `record_change` (
	`change_number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`record_id` text NOT NULL,
	`organization_id` text,
	`changed_at` text NOT NULL,
	`is_removed` integer DEFAULT false NOT NULL,
	CONSTRAINT "record_change_type" CHECK("record_change"."type" IN ('organization', 'dialogue_note', 'submission', 'engagement', 'call', 'announcement', 'command', 'preset_tag', 'user', 'invitation'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `record_change_record` ON `record_change` (`type`,`record_id`);--> statement-breakpoint
CREATE INDEX `record_change_order` ON `record_change` (`type`,`change_number`);--> statement-breakpoint
CREATE INDEX `record_change_time` ON `record_change` (`type`,`changed_at`);--> statement-breakpoint
CREATE INDEX `record_change_removed` ON `record_change` (`type`,`change_number`) WHERE is_removed = 1;--> statement-breakpoint
CREATE INDEX `record_change_organization` ON `record_change` (`type`,`organization_id`,`change_number`) WHERE organization_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `call_releases` ON `call` (`releases_at`) WHERE status = 'PENDING';