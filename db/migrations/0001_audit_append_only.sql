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
