ALTER TABLE `user` ADD `successor_id` text REFERENCES user(id);--> statement-breakpoint
ALTER TABLE `user` ADD `last_sign_in_at` text;--> statement-breakpoint
ALTER TABLE `user` ADD `confirmed_at` text;--> statement-breakpoint
CREATE INDEX `user_successor` ON `user` (`successor_id`) WHERE successor_id IS NOT NULL;--> statement-breakpoint
UPDATE `user` SET `last_sign_in_at` = (
  SELECT max(`created_at`) FROM `audit_event` WHERE `target_id` = `user`.`id` AND `event` = 'sign_in_success');
--> statement-breakpoint
-- The list of government users shows when each last signed in, so a program that copies it must see the change.
CREATE TRIGGER user_change_sign_in AFTER UPDATE OF last_sign_in_at ON "user" WHEN NEW.role <> 'INDUSTRY'
BEGIN
  DELETE FROM record_change WHERE type = 'user' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('user', NEW.id, NEW.organization_id, NEW.last_sign_in_at);
END;
