CREATE TABLE `document_text` (
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`status` text DEFAULT 'WAITING' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`page_count` integer,
	`is_cut` integer DEFAULT false NOT NULL,
	`text` blob,
	`read_at` text,
	PRIMARY KEY(`source`, `source_id`),
	CONSTRAINT "document_text_source" CHECK("document_text"."source" IN ('submission', 'submission_message_file', 'announcement_attachment', 'engagement_attachment')),
	CONSTRAINT "document_text_status" CHECK("document_text"."status" IN ('WAITING', 'READ', 'UNREADABLE')),
	CONSTRAINT "document_text_read" CHECK(("document_text"."status" = 'READ') = ("document_text"."text" IS NOT NULL))
) STRICT;
--> statement-breakpoint
CREATE INDEX `document_text_status` ON `document_text` (`status`,`attempts`);
--> statement-breakpoint
-- A document waits to be read from the transaction that adds its file. Pictures have no text. A row goes with its file,
-- also when the file goes with its record: cascades fire triggers.
CREATE TRIGGER submission_text_insert AFTER INSERT ON submission
WHEN NEW.content_type IN (
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  ) OR NEW.content_type LIKE 'text/plain%'
BEGIN
  INSERT INTO document_text (source, source_id) VALUES ('submission', NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER submission_text_delete AFTER DELETE ON submission
BEGIN
  DELETE FROM document_text WHERE source = 'submission' AND source_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER submission_message_file_text_insert AFTER INSERT ON submission_message_file
WHEN NEW.content_type IN (
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  ) OR NEW.content_type LIKE 'text/plain%'
BEGIN
  INSERT INTO document_text (source, source_id) VALUES ('submission_message_file', NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER submission_message_file_text_delete AFTER DELETE ON submission_message_file
BEGIN
  DELETE FROM document_text WHERE source = 'submission_message_file' AND source_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER announcement_attachment_text_insert AFTER INSERT ON announcement_attachment
WHEN NEW.content_type IN (
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  ) OR NEW.content_type LIKE 'text/plain%'
BEGIN
  INSERT INTO document_text (source, source_id) VALUES ('announcement_attachment', NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER announcement_attachment_text_delete AFTER DELETE ON announcement_attachment
BEGIN
  DELETE FROM document_text WHERE source = 'announcement_attachment' AND source_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_attachment_text_insert AFTER INSERT ON engagement_attachment
WHEN NEW.content_type IN (
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  ) OR NEW.content_type LIKE 'text/plain%'
BEGIN
  INSERT INTO document_text (source, source_id) VALUES ('engagement_attachment', NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER engagement_attachment_text_delete AFTER DELETE ON engagement_attachment
BEGIN
  DELETE FROM document_text WHERE source = 'engagement_attachment' AND source_id = OLD.id;
END;
--> statement-breakpoint
-- The documents of earlier versions. Those of deleted announcements too: nothing reads them, and their rows go with them.
INSERT INTO document_text (source, source_id)
SELECT 'submission', id FROM submission
WHERE content_type IN (
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  ) OR content_type LIKE 'text/plain%';
--> statement-breakpoint
INSERT INTO document_text (source, source_id)
SELECT 'submission_message_file', id FROM submission_message_file
WHERE content_type IN (
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  ) OR content_type LIKE 'text/plain%';
--> statement-breakpoint
INSERT INTO document_text (source, source_id)
SELECT 'announcement_attachment', id FROM announcement_attachment
WHERE content_type IN (
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  ) OR content_type LIKE 'text/plain%';
--> statement-breakpoint
INSERT INTO document_text (source, source_id)
SELECT 'engagement_attachment', id FROM engagement_attachment
WHERE content_type IN (
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  ) OR content_type LIKE 'text/plain%';
