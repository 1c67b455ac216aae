CREATE TABLE `search_entry` (
	`entry_number` integer PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`part` integer DEFAULT 0 NOT NULL,
	`type` text NOT NULL,
	`reach` text NOT NULL,
	`organization_id` text,
	`title` text NOT NULL,
	`heading` text NOT NULL,
	`date` text,
	`status` text,
	`tech_tags` text DEFAULT '' NOT NULL,
	`command_id` text,
	CONSTRAINT "search_entry_type" CHECK("search_entry"."type" IN ('organization', 'submission', 'engagement', 'call', 'announcement', 'person', 'file', 'note', 'command', 'tag')),
	CONSTRAINT "search_entry_reach" CHECK("search_entry"."reach" IN ('GOVERNMENT', 'ORGANIZATION', 'PUBLIC'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `search_entry_source` ON `search_entry` (`source`,`source_id`,`part`);--> statement-breakpoint
CREATE TABLE `search_stale` (
	`stale_number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `search_stale_source` ON `search_stale` (`source`,`source_id`);--> statement-breakpoint
CREATE TABLE `search_word` (
	`word_number` integer PRIMARY KEY NOT NULL,
	`word` text NOT NULL,
	`stem` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `search_word_word` ON `search_word` (`word`);--> statement-breakpoint
CREATE INDEX `search_word_stem` ON `search_word` (`stem`);