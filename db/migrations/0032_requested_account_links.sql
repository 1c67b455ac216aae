DROP INDEX `account_link_user`;--> statement-breakpoint
ALTER TABLE `account_link` ADD `is_requested` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `account_link_user` ON `account_link` (`user_id`,`purpose`,`is_requested`);