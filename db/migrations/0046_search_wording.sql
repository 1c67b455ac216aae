CREATE TABLE `search_wording` (
	`version` text PRIMARY KEY NOT NULL
) STRICT;
