PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_saved_search_match` (
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`saved_search_id` text NOT NULL,
	`part` integer NOT NULL,
	`due_at` text NOT NULL,
	`notified_at` text,
	PRIMARY KEY(`source`, `source_id`, `saved_search_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_saved_search_match`("source", "source_id", "saved_search_id", "part", "due_at", "notified_at") SELECT "source", "source_id", "saved_search_id", "part", "due_at", "notified_at" FROM `saved_search_match`;--> statement-breakpoint
DROP TABLE `saved_search_match`;--> statement-breakpoint
ALTER TABLE `__new_saved_search_match` RENAME TO `saved_search_match`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `saved_search_match_waiting` ON `saved_search_match` (`due_at`,`saved_search_id`) WHERE notified_at IS NULL;--> statement-breakpoint
CREATE INDEX `saved_search_match_of_search` ON `saved_search_match` (`saved_search_id`,`due_at`) WHERE notified_at IS NULL;--> statement-breakpoint
CREATE INDEX `saved_search_match_notified` ON `saved_search_match` (`notified_at`) WHERE notified_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `saved_search_since` ON `saved_search` (`since`) WHERE notify <> 'NONE';