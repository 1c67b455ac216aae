CREATE TABLE `pending_delivery` (
	`delivery_number` integer PRIMARY KEY NOT NULL,
	`notice` text NOT NULL,
	`last_user_id` text NOT NULL,
	CONSTRAINT "pending_delivery_notice" CHECK(json_valid("pending_delivery"."notice"))
) STRICT;
