CREATE TABLE `traffic_day` (
	`day` text PRIMARY KEY NOT NULL,
	`views` integer NOT NULL,
	`visitors` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `traffic_path` (
	`day` text NOT NULL,
	`path` text NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`day`, `path`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `traffic_referrer` (
	`day` text NOT NULL,
	`referrer` text NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`day`, `referrer`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `traffic_visitor` (
	`day` text NOT NULL,
	`ip` text NOT NULL,
	PRIMARY KEY(`day`, `ip`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `audit_event_actor`;--> statement-breakpoint
DROP INDEX `audit_event_target`;--> statement-breakpoint
CREATE INDEX `audit_event_work` ON `audit_event` (`created_at`) WHERE event <> 'pageview';--> statement-breakpoint
CREATE INDEX `audit_event_email` ON `audit_event` (`actor_email`,`created_at`) WHERE actor_email IS NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_event_pageview` ON `audit_event` (`ip`,`created_at`) WHERE event = 'pageview';--> statement-breakpoint
CREATE INDEX `audit_event_actor` ON `audit_event` (`actor_id`,`created_at`) WHERE actor_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_event_target` ON `audit_event` (`target_id`,`created_at`) WHERE target_id IS NOT NULL;--> statement-breakpoint
-- SQLite adds no NOT NULL column to a table with rows; nobody is signed out by the upgrade.
CREATE TABLE `session_new` (
	`token_hash` blob PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`session_version` integer NOT NULL,
	`ip` text,
	`user_agent` text,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;--> statement-breakpoint
INSERT INTO `session_new` SELECT token_hash, lower(hex(randomblob(16))), user_id, session_version, ip, user_agent, created_at, last_seen_at, expires_at FROM `session`;--> statement-breakpoint
DROP TABLE `session`;--> statement-breakpoint
ALTER TABLE `session_new` RENAME TO `session`;--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE INDEX `session_expires` ON `session` (`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `session_id` ON `session` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_open` ON `invitation` (`organization_id`,`email`) WHERE accepted_at IS NULL AND withdrawn_at IS NULL;--> statement-breakpoint
CREATE TRIGGER audit_event_counts_pageview AFTER INSERT ON audit_event WHEN NEW.event = 'pageview'
BEGIN
  INSERT INTO traffic_visitor (day, ip) VALUES (substr(NEW.created_at, 1, 10), coalesce(NEW.ip, 'unknown')) ON CONFLICT DO NOTHING;
  -- Within a trigger, changes() speaks of the statement before: one for an address that the day had not seen.
  INSERT INTO traffic_day (day, views, visitors) VALUES (substr(NEW.created_at, 1, 10), 1, changes())
    ON CONFLICT DO UPDATE SET views = views + 1, visitors = visitors + excluded.visitors;
  INSERT INTO traffic_path (day, path, views) SELECT substr(NEW.created_at, 1, 10), NEW.path, 1 WHERE NEW.path IS NOT NULL
    ON CONFLICT DO UPDATE SET views = views + 1;
  INSERT INTO traffic_referrer (day, referrer, views) SELECT substr(NEW.created_at, 1, 10), NEW.referrer, 1 WHERE NEW.referrer IS NOT NULL
    ON CONFLICT DO UPDATE SET views = views + 1;
END;
--> statement-breakpoint
INSERT INTO traffic_visitor (day, ip) SELECT DISTINCT substr(created_at, 1, 10), coalesce(ip, 'unknown') FROM audit_event WHERE event = 'pageview';
--> statement-breakpoint
INSERT INTO traffic_day (day, views, visitors) SELECT substr(created_at, 1, 10), count(*), count(DISTINCT coalesce(ip, 'unknown')) FROM audit_event WHERE event = 'pageview' GROUP BY 1;
--> statement-breakpoint
INSERT INTO traffic_path (day, path, views) SELECT substr(created_at, 1, 10), path, count(*) FROM audit_event WHERE event = 'pageview' AND path IS NOT NULL GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO traffic_referrer (day, referrer, views) SELECT substr(created_at, 1, 10), referrer, count(*) FROM audit_event WHERE event = 'pageview' AND referrer IS NOT NULL GROUP BY 1, 2;
