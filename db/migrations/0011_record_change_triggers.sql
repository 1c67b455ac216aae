-- The log of what was written and taken away (record_change), kept by triggers, so that whatever writes a record is in
-- it by the same transaction. A record's row is taken out and written anew, which gives it the next number. (Not INSERT
-- OR REPLACE: a conflict clause of the statement that fires a trigger takes the place of the trigger's own.)
-- What belongs to a record and is read with it (notes, files) renews the record's updated_at; a command's name is read
-- with each of its engagements. Of a user only what lists show counts: a new password is no change of the record.
CREATE TRIGGER organization_change_insert AFTER INSERT ON "organization"
BEGIN
  DELETE FROM record_change WHERE type = 'organization' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('organization', NEW.id, NULL, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER organization_change_update AFTER UPDATE ON "organization"
BEGIN
  DELETE FROM record_change WHERE type = 'organization' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('organization', NEW.id, NULL, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER organization_change_delete AFTER DELETE ON "organization"
BEGIN
  DELETE FROM record_change WHERE type = 'organization' AND record_id = OLD.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at, is_removed)
  VALUES ('organization', OLD.id, NULL, OLD.updated_at, 1);
END;
--> statement-breakpoint
CREATE TRIGGER organization_dialogue_note_change_insert AFTER INSERT ON "organization_dialogue_note"
BEGIN
  DELETE FROM record_change WHERE type = 'dialogue_note' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('dialogue_note', NEW.id, NEW.organization_id, NEW.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER organization_dialogue_note_change_update AFTER UPDATE ON "organization_dialogue_note"
BEGIN
  DELETE FROM record_change WHERE type = 'dialogue_note' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('dialogue_note', NEW.id, NEW.organization_id, NEW.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER organization_dialogue_note_change_delete AFTER DELETE ON "organization_dialogue_note"
BEGIN
  DELETE FROM record_change WHERE type = 'dialogue_note' AND record_id = OLD.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at, is_removed)
  VALUES ('dialogue_note', OLD.id, OLD.organization_id, OLD.created_at, 1);
END;
--> statement-breakpoint
CREATE TRIGGER submission_change_insert AFTER INSERT ON "submission"
BEGIN
  DELETE FROM record_change WHERE type = 'submission' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('submission', NEW.id, NEW.organization_id, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER submission_change_update AFTER UPDATE ON "submission"
BEGIN
  DELETE FROM record_change WHERE type = 'submission' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('submission', NEW.id, NEW.organization_id, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER submission_change_delete AFTER DELETE ON "submission"
BEGIN
  DELETE FROM record_change WHERE type = 'submission' AND record_id = OLD.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at, is_removed)
  VALUES ('submission', OLD.id, OLD.organization_id, OLD.updated_at, 1);
END;
--> statement-breakpoint
CREATE TRIGGER engagement_change_insert AFTER INSERT ON "engagement"
BEGIN
  DELETE FROM record_change WHERE type = 'engagement' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('engagement', NEW.id, NULL, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER engagement_change_update AFTER UPDATE ON "engagement"
BEGIN
  DELETE FROM record_change WHERE type = 'engagement' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('engagement', NEW.id, NULL, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER engagement_change_delete AFTER DELETE ON "engagement"
BEGIN
  DELETE FROM record_change WHERE type = 'engagement' AND record_id = OLD.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at, is_removed)
  VALUES ('engagement', OLD.id, NULL, OLD.updated_at, 1);
END;
--> statement-breakpoint
CREATE TRIGGER call_change_insert AFTER INSERT ON "call"
BEGIN
  DELETE FROM record_change WHERE type = 'call' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('call', NEW.id, NULL, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER call_change_update AFTER UPDATE ON "call"
BEGIN
  DELETE FROM record_change WHERE type = 'call' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('call', NEW.id, NULL, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER call_change_delete AFTER DELETE ON "call"
BEGIN
  DELETE FROM record_change WHERE type = 'call' AND record_id = OLD.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at, is_removed)
  VALUES ('call', OLD.id, NULL, OLD.updated_at, 1);
END;
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
--> statement-breakpoint
CREATE TRIGGER command_change_insert AFTER INSERT ON "command"
BEGIN
  DELETE FROM record_change WHERE type = 'command' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('command', NEW.id, NULL, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER command_change_update AFTER UPDATE ON "command"
BEGIN
  DELETE FROM record_change WHERE type = 'command' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('command', NEW.id, NULL, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER command_change_delete AFTER DELETE ON "command"
BEGIN
  DELETE FROM record_change WHERE type = 'command' AND record_id = OLD.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at, is_removed)
  VALUES ('command', OLD.id, NULL, OLD.updated_at, 1);
END;
--> statement-breakpoint
CREATE TRIGGER preset_tag_change_insert AFTER INSERT ON "preset_tag"
BEGIN
  DELETE FROM record_change WHERE type = 'preset_tag' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('preset_tag', NEW.id, NULL, NEW.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER preset_tag_change_update AFTER UPDATE ON "preset_tag"
BEGIN
  DELETE FROM record_change WHERE type = 'preset_tag' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('preset_tag', NEW.id, NULL, NEW.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER preset_tag_change_delete AFTER DELETE ON "preset_tag"
BEGIN
  DELETE FROM record_change WHERE type = 'preset_tag' AND record_id = OLD.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at, is_removed)
  VALUES ('preset_tag', OLD.id, NULL, OLD.created_at, 1);
END;
--> statement-breakpoint
CREATE TRIGGER user_change_insert AFTER INSERT ON "user"
BEGIN
  DELETE FROM record_change WHERE type = 'user' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('user', NEW.id, NEW.organization_id, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER user_change_update AFTER UPDATE OF email, name, role, industry_role, organization_id, command_id, title ON "user"
BEGIN
  DELETE FROM record_change WHERE type = 'user' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('user', NEW.id, NEW.organization_id, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER user_change_delete AFTER DELETE ON "user"
BEGIN
  DELETE FROM record_change WHERE type = 'user' AND record_id = OLD.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at, is_removed)
  VALUES ('user', OLD.id, OLD.organization_id, OLD.updated_at, 1);
END;
--> statement-breakpoint
CREATE TRIGGER invitation_change_insert AFTER INSERT ON "invitation"
BEGIN
  DELETE FROM record_change WHERE type = 'invitation' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('invitation', NEW.id, NEW.organization_id, coalesce(NEW.withdrawn_at, NEW.accepted_at, NEW.created_at));
END;
--> statement-breakpoint
CREATE TRIGGER invitation_change_update AFTER UPDATE ON "invitation"
BEGIN
  DELETE FROM record_change WHERE type = 'invitation' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('invitation', NEW.id, NEW.organization_id, coalesce(NEW.withdrawn_at, NEW.accepted_at, NEW.created_at));
END;
--> statement-breakpoint
CREATE TRIGGER invitation_change_delete AFTER DELETE ON "invitation"
BEGIN
  DELETE FROM record_change WHERE type = 'invitation' AND record_id = OLD.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at, is_removed)
  VALUES ('invitation', OLD.id, OLD.organization_id, coalesce(OLD.withdrawn_at, OLD.accepted_at, OLD.created_at), 1);
END;
--> statement-breakpoint
CREATE TRIGGER command_name_change_engagements AFTER UPDATE OF name, abbreviation ON "command"
WHEN OLD.name IS NOT NEW.name OR OLD.abbreviation IS NOT NEW.abbreviation
BEGIN
  DELETE FROM record_change
  WHERE type = 'engagement' AND record_id IN (SELECT id FROM engagement WHERE command_id = NEW.id);
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  SELECT 'engagement', id, NULL, NEW.updated_at FROM engagement WHERE command_id = NEW.id;
END;
--> statement-breakpoint
INSERT INTO record_change (type, record_id, organization_id, changed_at)
SELECT 'organization', id, NULL, updated_at FROM "organization" ORDER BY updated_at, id;
--> statement-breakpoint
INSERT INTO record_change (type, record_id, organization_id, changed_at)
SELECT 'dialogue_note', id, organization_id, created_at FROM "organization_dialogue_note" ORDER BY created_at, id;
--> statement-breakpoint
INSERT INTO record_change (type, record_id, organization_id, changed_at)
SELECT 'submission', id, organization_id, updated_at FROM "submission" ORDER BY updated_at, id;
--> statement-breakpoint
INSERT INTO record_change (type, record_id, organization_id, changed_at)
SELECT 'engagement', id, NULL, updated_at FROM "engagement" ORDER BY updated_at, id;
--> statement-breakpoint
INSERT INTO record_change (type, record_id, organization_id, changed_at)
SELECT 'call', id, NULL, updated_at FROM "call" ORDER BY updated_at, id;
--> statement-breakpoint
INSERT INTO record_change (type, record_id, organization_id, changed_at)
SELECT 'announcement', id, NULL, updated_at FROM "announcement" ORDER BY updated_at, id;
--> statement-breakpoint
INSERT INTO record_change (type, record_id, organization_id, changed_at)
SELECT 'command', id, NULL, updated_at FROM "command" ORDER BY updated_at, id;
--> statement-breakpoint
INSERT INTO record_change (type, record_id, organization_id, changed_at)
SELECT 'preset_tag', id, NULL, created_at FROM "preset_tag" ORDER BY created_at, id;
--> statement-breakpoint
INSERT INTO record_change (type, record_id, organization_id, changed_at)
SELECT 'user', id, organization_id, updated_at FROM "user" ORDER BY updated_at, id;
--> statement-breakpoint
INSERT INTO record_change (type, record_id, organization_id, changed_at)
SELECT 'invitation', id, organization_id, coalesce(withdrawn_at, accepted_at, created_at) FROM "invitation" ORDER BY coalesce(withdrawn_at, accepted_at, created_at), id;
