CREATE TABLE `audit_total` (
	`day` text NOT NULL,
	`event` text NOT NULL,
	`outcome` text NOT NULL,
	`target_type` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`day`, `event`, `outcome`, `target_type`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `submission_listing` (
	`listed_by` text NOT NULL,
	`name` text NOT NULL,
	`is_archived` integer NOT NULL,
	`created_at` text NOT NULL,
	`submission_id` text NOT NULL,
	`status` text NOT NULL,
	`type` text NOT NULL,
	PRIMARY KEY(`listed_by`, `name`, `is_archived`, `created_at`, `submission_id`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `submission_total` (
	`status` text NOT NULL,
	`type` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`status`, `type`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `submission_unassigned`;--> statement-breakpoint
DROP INDEX `submission_review`;--> statement-breakpoint
CREATE INDEX `submission_unassigned` ON `submission` (`created_at`,`id`,`type`,`status`,`owner_id`) WHERE owner_id IS NULL AND status IN ('SUBMITTED', 'ROUTED');--> statement-breakpoint
CREATE INDEX `submission_review` ON `submission` (`reviewed_at`,`reviewed_by`,`created_at`) WHERE reviewed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `organization_listed` ON `organization` (`name_key`,`id`,`status`,`org_type`,`sam_registration_status`,`set_asides`,`tech_tags`);--> statement-breakpoint
CREATE INDEX `user_government` ON `user` ("name" COLLATE NOCASE,`id`,`role`,`active`) WHERE role <> 'INDUSTRY';
--> statement-breakpoint
-- Totals and lists that are too long to be counted or sorted for each request. Triggers keep them, so that whatever writes a
-- record also counts it. A tag has no comma, so tags with commas between become a JSON list if each comma is replaced.
CREATE TRIGGER submission_total_insert AFTER INSERT ON "submission"
BEGIN
  INSERT INTO submission_total (status, type, total) VALUES (NEW.status, NEW.type, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER submission_total_update AFTER UPDATE OF status, type ON "submission"
WHEN OLD.status IS NOT NEW.status OR OLD.type IS NOT NEW.type
BEGIN
  UPDATE submission_total SET total = total - 1 WHERE status = OLD.status AND type = OLD.type;
  INSERT INTO submission_total (status, type, total) VALUES (NEW.status, NEW.type, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER submission_total_delete AFTER DELETE ON "submission"
BEGIN
  UPDATE submission_total SET total = total - 1 WHERE status = OLD.status AND type = OLD.type;
END;
--> statement-breakpoint
CREATE TRIGGER submission_listing_insert AFTER INSERT ON "submission"
BEGIN
  INSERT INTO submission_listing (listed_by, name, is_archived, created_at, submission_id, status, type)
  SELECT DISTINCT 'TAG', value, NEW.status = 'ARCHIVED', NEW.created_at, NEW.id, NEW.status, NEW.type
  FROM json_each('[' || replace(json_quote(NEW.tech_tags || ',' || NEW.government_tags), ',', '","') || ']') WHERE value <> '';
END;
--> statement-breakpoint
CREATE TRIGGER submission_listing_update AFTER UPDATE OF tech_tags, government_tags, status, type ON "submission"
WHEN OLD.tech_tags IS NOT NEW.tech_tags OR OLD.government_tags IS NOT NEW.government_tags
  OR OLD.status IS NOT NEW.status OR OLD.type IS NOT NEW.type
BEGIN
  DELETE FROM submission_listing WHERE listed_by = 'TAG' AND name IN (
    SELECT value FROM json_each('[' || replace(json_quote(OLD.tech_tags || ',' || OLD.government_tags), ',', '","') || ']') WHERE value <> '')
    AND is_archived = (OLD.status = 'ARCHIVED') AND created_at = OLD.created_at AND submission_id = OLD.id;
  INSERT INTO submission_listing (listed_by, name, is_archived, created_at, submission_id, status, type)
  SELECT DISTINCT 'TAG', value, NEW.status = 'ARCHIVED', NEW.created_at, NEW.id, NEW.status, NEW.type
  FROM json_each('[' || replace(json_quote(NEW.tech_tags || ',' || NEW.government_tags), ',', '","') || ']') WHERE value <> '';
  UPDATE submission_listing SET is_archived = NEW.status = 'ARCHIVED', status = NEW.status, type = NEW.type
  WHERE listed_by = 'REVIEWER' AND name IN (
    SELECT user_id FROM submission_match WHERE submission_id = NEW.id)
    AND is_archived = (OLD.status = 'ARCHIVED') AND created_at = NEW.created_at AND submission_id = NEW.id;
END;
--> statement-breakpoint
-- Before, because its reviewers are deleted with it.
CREATE TRIGGER submission_listing_delete BEFORE DELETE ON "submission"
BEGIN
  DELETE FROM submission_listing WHERE listed_by = 'TAG' AND name IN (
    SELECT value FROM json_each('[' || replace(json_quote(OLD.tech_tags || ',' || OLD.government_tags), ',', '","') || ']') WHERE value <> '')
    AND is_archived = (OLD.status = 'ARCHIVED') AND created_at = OLD.created_at AND submission_id = OLD.id;
  DELETE FROM submission_listing WHERE listed_by = 'REVIEWER' AND name IN (
    SELECT user_id FROM submission_match WHERE submission_id = OLD.id)
    AND is_archived = (OLD.status = 'ARCHIVED') AND created_at = OLD.created_at AND submission_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER submission_match_listing_insert AFTER INSERT ON "submission_match"
BEGIN
  INSERT INTO submission_listing (listed_by, name, is_archived, created_at, submission_id, status, type)
  SELECT 'REVIEWER', NEW.user_id, status = 'ARCHIVED', created_at, id, status, type FROM submission WHERE id = NEW.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER submission_match_listing_delete AFTER DELETE ON "submission_match"
BEGIN
  DELETE FROM submission_listing WHERE listed_by = 'REVIEWER' AND name = OLD.user_id
    AND is_archived = (SELECT status = 'ARCHIVED' FROM submission WHERE id = OLD.submission_id)
    AND created_at = (SELECT created_at FROM submission WHERE id = OLD.submission_id) AND submission_id = OLD.submission_id;
END;
--> statement-breakpoint
CREATE TRIGGER audit_total_insert AFTER INSERT ON "audit_event"
BEGIN
  INSERT INTO audit_total (day, event, outcome, target_type, total)
  VALUES (substr(NEW.created_at, 1, 10), NEW.event, NEW.outcome, coalesce(NEW.target_type, ''), 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
END;
--> statement-breakpoint
CREATE TRIGGER audit_total_delete AFTER DELETE ON "audit_event"
BEGIN
  UPDATE audit_total SET total = total - 1 WHERE day = substr(OLD.created_at, 1, 10) AND event = OLD.event
    AND outcome = OLD.outcome AND target_type = coalesce(OLD.target_type, '');
END;
--> statement-breakpoint
INSERT INTO submission_total (status, type, total) SELECT status, type, count(*) FROM submission GROUP BY status, type;
--> statement-breakpoint
INSERT INTO submission_listing (listed_by, name, is_archived, created_at, submission_id, status, type)
SELECT DISTINCT 'TAG', value, status = 'ARCHIVED', created_at, submission.id, status, submission.type
FROM submission, json_each('[' || replace(json_quote(tech_tags || ',' || government_tags), ',', '","') || ']')
WHERE value <> '' ORDER BY 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO submission_listing (listed_by, name, is_archived, created_at, submission_id, status, type)
SELECT 'REVIEWER', user_id, status = 'ARCHIVED', submission.created_at, submission.id, status, type
FROM submission_match JOIN submission ON submission.id = submission_match.submission_id ORDER BY 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO audit_total (day, event, outcome, target_type, total)
SELECT substr(created_at, 1, 10), event, outcome, coalesce(target_type, ''), count(*) FROM audit_event GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
-- The trigrams of titles, for lists that are filtered by a part of the title.
CREATE VIRTUAL TABLE submission_title_trigrams USING fts5(title, content='', contentless_delete=1, detail='none', tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER submission_title_insert AFTER INSERT ON "submission"
BEGIN
  INSERT INTO submission_title_trigrams (rowid, title) VALUES (NEW.record_number, NEW.title);
END;
--> statement-breakpoint
CREATE TRIGGER submission_title_update AFTER UPDATE OF title ON "submission"
WHEN OLD.title IS NOT NEW.title
BEGIN
  DELETE FROM submission_title_trigrams WHERE rowid = OLD.record_number;
  INSERT INTO submission_title_trigrams (rowid, title) VALUES (NEW.record_number, NEW.title);
END;
--> statement-breakpoint
CREATE TRIGGER submission_title_delete AFTER DELETE ON "submission"
BEGIN
  DELETE FROM submission_title_trigrams WHERE rowid = OLD.record_number;
END;
--> statement-breakpoint
INSERT INTO submission_title_trigrams (rowid, title) SELECT record_number, title FROM submission;
