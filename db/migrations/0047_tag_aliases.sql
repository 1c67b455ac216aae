ALTER TABLE `preset_tag` ADD `aliases` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `preset_tag_with_aliases` ON `preset_tag` (`label`,`aliases`) WHERE "preset_tag"."aliases" <> '';
--> statement-breakpoint
DROP TRIGGER preset_tag_ledger_update;
--> statement-breakpoint
CREATE TRIGGER preset_tag_ledger_update AFTER UPDATE OF label, aliases ON "preset_tag"
WHEN OLD.label IS NOT NEW.label OR OLD.aliases IS NOT NEW.aliases
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('preset_tag', NEW.id) ON CONFLICT DO NOTHING;
END;
