CREATE INDEX `call_author` ON `call` (`author_id`,`status`);--> statement-breakpoint
CREATE INDEX `engagement_creator` ON `engagement` (`created_by`,`status`);