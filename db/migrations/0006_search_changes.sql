CREATE TABLE `search_change` (
	`change_number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`record_number` integer NOT NULL,
	CONSTRAINT "search_change_type" CHECK("search_change"."type" IN ('organization', 'submission', 'engagement', 'call'))
) STRICT;
