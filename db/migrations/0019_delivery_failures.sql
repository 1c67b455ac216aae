ALTER TABLE `pending_delivery` ADD `recipient_id` text;--> statement-breakpoint
ALTER TABLE `pending_delivery` ADD `failures` integer DEFAULT 0 NOT NULL;