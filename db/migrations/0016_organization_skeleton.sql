ALTER TABLE `organization` ADD `name_skeleton` text;--> statement-breakpoint
CREATE INDEX `organization_skeleton` ON `organization` (`name_skeleton`);