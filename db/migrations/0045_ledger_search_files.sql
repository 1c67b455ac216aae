DROP INDEX `search_stale_source`;--> statement-breakpoint
ALTER TABLE `search_stale` ADD `part` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `search_stale_source` ON `search_stale` (`source`,`source_id`,`part`);
--> statement-breakpoint
-- Files are entries of the ledger's search, with their text as soon as it was read.
CREATE TRIGGER document_text_ledger_insert AFTER INSERT ON "document_text"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('file:' || NEW.source, NEW.source_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER document_text_ledger_update AFTER UPDATE OF status ON "document_text"
WHEN NEW.status IS NOT OLD.status
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('file:' || NEW.source, NEW.source_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER document_text_ledger_delete AFTER DELETE ON "document_text"
BEGIN
  DELETE FROM search_ledger WHERE rowid IN (
    SELECT entry_number FROM search_entry WHERE source = 'file:' || OLD.source AND source_id = OLD.source_id);
  DELETE FROM search_entry WHERE source = 'file:' || OLD.source AND source_id = OLD.source_id;
END;
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'file:' || source, source_id FROM document_text WHERE TRUE;
