-- The audit log is append-only by construction: even a program that opens the file with these tables in reach must
-- drop a trigger first, and the hash chain then shows what it did.
CREATE TRIGGER audit_event_refuses_update BEFORE UPDATE ON audit_event
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_event_refuses_delete BEFORE DELETE ON audit_event
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
-- INSERT OR REPLACE takes a row away without asking the trigger above, unless a pragma of its own connection says so.
CREATE TRIGGER audit_event_refuses_replace BEFORE INSERT ON audit_event
WHEN EXISTS (SELECT 1 FROM audit_event WHERE seq = NEW.seq OR id = NEW.id OR prev_hash = NEW.prev_hash)
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
