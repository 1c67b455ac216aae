CREATE TABLE `saved_search` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`query` text NOT NULL,
	`filters` text NOT NULL,
	`notify` text NOT NULL,
	`since` text NOT NULL,
	`requirement` text DEFAULT '[]' NOT NULL,
	`made_from` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "saved_search_notify" CHECK("saved_search"."notify" IN ('IMMEDIATE', 'DIGEST', 'NONE')),
	CONSTRAINT "saved_search_filters" CHECK(json_valid("saved_search"."filters")),
	CONSTRAINT "saved_search_requirement" CHECK(json_valid("saved_search"."requirement"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_search_name` ON `saved_search` (`user_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `saved_search_key` (
	`key` text NOT NULL,
	`saved_search_id` text NOT NULL,
	PRIMARY KEY(`key`, `saved_search_id`),
	FOREIGN KEY (`saved_search_id`) REFERENCES `saved_search`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `saved_search_key_search` ON `saved_search_key` (`saved_search_id`);--> statement-breakpoint
CREATE TABLE `saved_search_match` (
	`saved_search_id` text NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`part` integer NOT NULL,
	`due_at` text NOT NULL,
	`notified_at` text,
	PRIMARY KEY(`saved_search_id`, `source`, `source_id`),
	FOREIGN KEY (`saved_search_id`) REFERENCES `saved_search`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `saved_search_match_waiting` ON `saved_search_match` (`due_at`) WHERE notified_at IS NULL;--> statement-breakpoint
CREATE TABLE `search_arrival` (
	`arrival_number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`part` integer NOT NULL,
	`became_public` integer DEFAULT false NOT NULL,
	`due_at` text
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `search_arrival_entry` ON `search_arrival` (`source`,`source_id`,`part`);