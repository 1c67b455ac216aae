ALTER TABLE `user` ADD `active` integer DEFAULT true NOT NULL;--> statement-breakpoint
-- Lists of people show whether an account is active, so a program that copies them must see the change.
DROP TRIGGER user_change_update;
--> statement-breakpoint
CREATE TRIGGER user_change_update AFTER UPDATE OF email, name, role, industry_role, organization_id, command_id, title, active ON "user"
BEGIN
  DELETE FROM record_change WHERE type = 'user' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('user', NEW.id, NEW.organization_id, NEW.updated_at);
END;
