DROP INDEX `audit_event_actor`;--> statement-breakpoint
DROP INDEX `audit_event_email`;--> statement-breakpoint
CREATE INDEX `audit_event_target_type` ON `audit_event` (`target_type`,`created_at`,`seq`,`event`) WHERE target_type IS NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_event_failed` ON `audit_event` (`outcome`,`created_at`,`seq`,`event`) WHERE outcome <> 'SUCCESS';--> statement-breakpoint
CREATE INDEX `audit_event_actor` ON `audit_event` (`actor_id`,`created_at`,`seq`,`event`) WHERE actor_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_event_email` ON `audit_event` (`actor_email`,`created_at`,`seq`,`event`) WHERE actor_email IS NOT NULL;