-- Companies change the roles of their people, and people are found by their role. Entries may have the former one.
DROP TRIGGER user_ledger_update;
--> statement-breakpoint
CREATE TRIGGER user_ledger_update AFTER UPDATE OF name, email, role, industry_role, title, organization_id, command_id, active ON "user"
WHEN OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email OR OLD.role IS NOT NEW.role OR OLD.industry_role IS NOT NEW.industry_role OR OLD.title IS NOT NEW.title OR OLD.organization_id IS NOT NEW.organization_id OR OLD.command_id IS NOT NEW.command_id OR OLD.active IS NOT NEW.active
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('user', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'user', id FROM "user" WHERE industry_role IS NOT NULL ON CONFLICT DO NOTHING;
