CREATE TABLE `engagement_attachment_chunk` (
	`attachment_id` text NOT NULL,
	`position` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`attachment_id`, `position`)
) STRICT;
--> statement-breakpoint
DROP TABLE `engagement_attachment_content`;