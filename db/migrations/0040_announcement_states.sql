PRAGMA foreign_keys=OFF;--> statement-breakpoint
DROP TRIGGER announcement_change_insert;--> statement-breakpoint
DROP TRIGGER announcement_change_update;--> statement-breakpoint
DROP TRIGGER announcement_change_delete;--> statement-breakpoint
CREATE TABLE `__new_announcement` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`published` integer DEFAULT false NOT NULL,
	`published_at` text,
	`audience` text DEFAULT 'ALL' NOT NULL,
	`audience_tags` text DEFAULT '' NOT NULL,
	`audience_set_asides` text DEFAULT '[]' NOT NULL,
	`author_id` text NOT NULL,
	`deleted_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "announcement_publication" CHECK("__new_announcement"."published" = 0 OR "__new_announcement"."published_at" IS NOT NULL),
	CONSTRAINT "announcement_audience" CHECK("__new_announcement"."audience" IN ('ALL', 'TAGS', 'SET_ASIDES')),
	CONSTRAINT "announcement_set_asides" CHECK(json_valid("__new_announcement"."audience_set_asides"))
) STRICT;
--> statement-breakpoint
-- Every announcement so far was published when it was created, and was for everyone.
INSERT INTO `__new_announcement`("id", "title", "body", "published", "published_at", "author_id", "deleted_at", "created_at", "updated_at") SELECT "id", "title", "body", "published", "created_at", "author_id", "deleted_at", "created_at", "updated_at" FROM `announcement`;--> statement-breakpoint
DROP TABLE `announcement`;--> statement-breakpoint
ALTER TABLE `__new_announcement` RENAME TO `announcement`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `announcement_public` ON `announcement` (`published`,`published_at`,`id`,`deleted_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `announcement_published` ON `announcement` (`published_at`,`id`,`deleted_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `announcement_created` ON `announcement` (`created_at`,`id`,`deleted_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `announcement_updated` ON `announcement` (`updated_at`,`id`,`deleted_at`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `announcement_title` ON `announcement` ("title" COLLATE NOCASE,`id`,`deleted_at`) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE TRIGGER announcement_change_insert AFTER INSERT ON "announcement"
BEGIN
  DELETE FROM record_change WHERE type = 'announcement' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('announcement', NEW.id, NULL, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER announcement_change_update AFTER UPDATE ON "announcement"
BEGIN
  DELETE FROM record_change WHERE type = 'announcement' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('announcement', NEW.id, NULL, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER announcement_change_delete AFTER DELETE ON "announcement"
BEGIN
  DELETE FROM record_change WHERE type = 'announcement' AND record_id = OLD.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at, is_removed)
  VALUES ('announcement', OLD.id, NULL, OLD.updated_at, 1);
END;
