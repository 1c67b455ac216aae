CREATE TABLE `upkeep_result` (
	`task` text PRIMARY KEY NOT NULL,
	`finished_at` text NOT NULL,
	`succeeded` integer NOT NULL,
	`problem` text NOT NULL,
	CONSTRAINT "upkeep_result_task" CHECK("upkeep_result"."task" IN ('BACKUP', 'AUDIT_LOG_CHECK', 'SEARCH_INDEX_CHECK'))
) STRICT;
