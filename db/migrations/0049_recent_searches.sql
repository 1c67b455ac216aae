CREATE TABLE `recent_search` (
	`user_id` text NOT NULL,
	`query_key` text NOT NULL,
	`query` text NOT NULL,
	`searched_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `query_key`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
