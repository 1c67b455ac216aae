DROP INDEX `audit_event_pageview`;--> statement-breakpoint
ALTER TABLE `audit_event` ADD `chain` text DEFAULT 'log' NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_event_chain` ON `audit_event` (`chain`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_event_expiry` ON `audit_event` (`seq`) WHERE event = 'pageviews_expired';--> statement-breakpoint
ALTER TABLE `traffic_day` ADD `expired` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Only a page view may leave the log: the oldest of its chain, once an event of the log has recorded that it expired.
DROP TRIGGER audit_event_refuses_delete;
--> statement-breakpoint
CREATE TRIGGER audit_event_refuses_delete BEFORE DELETE ON audit_event
WHEN OLD.chain <> 'pageviews' OR OLD.event <> 'pageview'
  OR EXISTS (SELECT 1 FROM audit_event WHERE chain = 'pageviews' AND seq < OLD.seq)
  OR OLD.seq > coalesce((SELECT json_extract(details, '$.last.seq') FROM audit_event
    WHERE event = 'pageviews_expired' ORDER BY seq DESC LIMIT 1), 0)
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_event_counts_expired AFTER DELETE ON audit_event WHEN OLD.event = 'pageview'
BEGIN
  UPDATE traffic_day SET expired = expired + 1 WHERE day = substr(OLD.created_at, 1, 10);
END;
--> statement-breakpoint
-- The names of pages are counted by what records a page view: it knows which paths the service has.
DROP TRIGGER audit_event_counts_pageview;
--> statement-breakpoint
CREATE TRIGGER audit_event_counts_pageview AFTER INSERT ON audit_event WHEN NEW.event = 'pageview'
BEGIN
  INSERT INTO traffic_visitor (day, ip) VALUES (substr(NEW.created_at, 1, 10), coalesce(NEW.ip, 'unknown')) ON CONFLICT DO NOTHING;
  -- Within a trigger, changes() describes the statement before: one for an address that the day had not seen.
  INSERT INTO traffic_day (day, views, visitors) VALUES (substr(NEW.created_at, 1, 10), 1, changes())
    ON CONFLICT DO UPDATE SET views = views + 1, visitors = visitors + excluded.visitors;
END;
