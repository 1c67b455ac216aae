ALTER TABLE `submission` ADD `review_delivery` text;--> statement-breakpoint
CREATE INDEX `notification_unread_link` ON `notification` (`user_id`,`link_url`) WHERE "read" = 0;