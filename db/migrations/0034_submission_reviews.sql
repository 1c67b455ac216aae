CREATE TABLE `assessment` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`author_id` text NOT NULL,
	`is_conclusion` integer NOT NULL,
	`relevance` text,
	`readiness_level` integer,
	`next_step` text,
	`comment` text DEFAULT '' NOT NULL,
	`answers` text DEFAULT '{}' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`submission_id`) REFERENCES `submission`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "assessment_relevance" CHECK("assessment"."relevance" IS NULL OR "assessment"."relevance" IN ('HIGH', 'MEDIUM', 'LOW', 'NONE')),
	CONSTRAINT "assessment_next_step" CHECK("assessment"."next_step" IS NULL OR "assessment"."next_step" IN ('MEET', 'ASK_QUESTIONS', 'FORWARD', 'WAIT', 'DECLINE')),
	CONSTRAINT "assessment_readiness_level" CHECK("assessment"."readiness_level" IS NULL OR "assessment"."readiness_level" BETWEEN 1 AND 9),
	CONSTRAINT "assessment_answers" CHECK(json_valid("assessment"."answers"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `assessment_opinion` ON `assessment` (`submission_id`,`author_id`) WHERE is_conclusion = 0;--> statement-breakpoint
CREATE UNIQUE INDEX `assessment_conclusion` ON `assessment` (`submission_id`) WHERE is_conclusion = 1;--> statement-breakpoint
CREATE INDEX `assessment_author` ON `assessment` (`author_id`,`submission_id`);--> statement-breakpoint
CREATE TABLE `assessment_question` (
	`id` text PRIMARY KEY NOT NULL,
	`call_id` text,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`label` text NOT NULL,
	`created_at` text NOT NULL,
	`retired_at` text,
	FOREIGN KEY (`call_id`) REFERENCES `call`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "assessment_question_kind" CHECK("assessment_question"."kind" IN ('TEXT', 'YES_NO', 'SCALE'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `assessment_question_call` ON `assessment_question` (`call_id`,`position`);--> statement-breakpoint
CREATE TABLE `promise_escalation` (
	`submission_id` text NOT NULL,
	`level` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`submission_id`, `level`),
	FOREIGN KEY (`submission_id`) REFERENCES `submission`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "promise_escalation_level" CHECK("promise_escalation"."level" IN ('LEAD', 'ADMINISTRATORS'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `review_note` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`author_id` text NOT NULL,
	`body` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`submission_id`) REFERENCES `submission`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `review_note_submission` ON `review_note` (`submission_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `review_note_mention` (
	`note_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`note_id`, `user_id`),
	FOREIGN KEY (`note_id`) REFERENCES `review_note`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `review_note_mention_user` ON `review_note_mention` (`user_id`);--> statement-breakpoint
CREATE TABLE `review_opinion` (
	`submission_id` text NOT NULL,
	`user_id` text NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` text NOT NULL,
	PRIMARY KEY(`submission_id`, `user_id`),
	FOREIGN KEY (`submission_id`) REFERENCES `submission`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asked_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `review_opinion_user` ON `review_opinion` (`user_id`,`submission_id`);--> statement-breakpoint
CREATE TABLE `review_recusal` (
	`submission_id` text NOT NULL,
	`user_id` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`submission_id`, `user_id`),
	FOREIGN KEY (`submission_id`) REFERENCES `submission`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `review_recusal_user` ON `review_recusal` (`user_id`,`submission_id`);--> statement-breakpoint
CREATE TABLE `saved_view` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`query` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_view_name` ON `saved_view` (`user_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `submission_message` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`side` text NOT NULL,
	`author_id` text NOT NULL,
	`body` text NOT NULL,
	`asks_answer` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`submission_id`) REFERENCES `submission`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "submission_message_side" CHECK("submission_message"."side" IN ('GOVERNMENT', 'INDUSTRY')),
	CONSTRAINT "submission_message_question" CHECK("submission_message"."asks_answer" = 0 OR "submission_message"."side" = 'GOVERNMENT')
) STRICT;
--> statement-breakpoint
CREATE INDEX `submission_message_submission` ON `submission_message` (`submission_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `submission_message_question` ON `submission_message` (`submission_id`,`created_at`) WHERE asks_answer = 1;--> statement-breakpoint
CREATE TABLE `submission_message_file` (
	`id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`storage_key` text NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `submission_message`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `submission_message_file_message` ON `submission_message_file` (`message_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `submission_message_file_storage` ON `submission_message_file` (`storage_key`);--> statement-breakpoint
CREATE TABLE `submission_outcome` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`outcome` text NOT NULL,
	`body` text NOT NULL,
	`sent_by` text NOT NULL,
	`sent_at` text NOT NULL,
	FOREIGN KEY (`submission_id`) REFERENCES `submission`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sent_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "submission_outcome_value" CHECK("submission_outcome"."outcome" IN ('INTERESTED', 'MEETING_PROPOSED', 'NOT_NOW', 'FORWARDED', 'NO_ANSWER_PLANNED'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `submission_outcome_submission` ON `submission_outcome` (`submission_id`,`sent_at`,`id`);--> statement-breakpoint
CREATE INDEX `submission_outcome_sent` ON `submission_outcome` (`sent_at`,`sent_by`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_submission_match` (
	`submission_id` text NOT NULL,
	`user_id` text NOT NULL,
	`reason` text NOT NULL,
	`matched_tags` text NOT NULL,
	`delivery` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`submission_id`, `user_id`),
	FOREIGN KEY (`submission_id`) REFERENCES `submission`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "submission_match_reason" CHECK("__new_submission_match"."reason" IN ('TAG', 'CALL_AUTHOR', 'ASSIGNED')),
	CONSTRAINT "submission_match_delivery" CHECK("__new_submission_match"."delivery" IN ('NOTIFIED', 'ALREADY_NOTIFIED', 'DISABLED', 'TAG_FILTER', 'SELF')),
	CONSTRAINT "submission_match_tags" CHECK(json_valid("__new_submission_match"."matched_tags"))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_submission_match`("submission_id", "user_id", "reason", "matched_tags", "delivery", "created_at") SELECT "submission_id", "user_id", "reason", "matched_tags", "delivery", "created_at" FROM `submission_match`;--> statement-breakpoint
DROP TABLE `submission_match`;--> statement-breakpoint
ALTER TABLE `__new_submission_match` RENAME TO `submission_match`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `submission_match_user` ON `submission_match` (`user_id`,`submission_id`);--> statement-breakpoint
ALTER TABLE `submission` ADD `owner_id` text REFERENCES user(id);--> statement-breakpoint
ALTER TABLE `submission` ADD `government_tags` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `submission` ADD `answer_by` text;--> statement-breakpoint
ALTER TABLE `submission` ADD `outcome_id` text REFERENCES submission_outcome(id);--> statement-breakpoint
CREATE INDEX `submission_owner` ON `submission` (`owner_id`,`status`,`created_at`,`id`) WHERE owner_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `submission_unassigned` ON `submission` (`created_at`,`id`,`type`) WHERE owner_id IS NULL AND status IN ('SUBMITTED', 'ROUTED');--> statement-breakpoint
CREATE INDEX `submission_promised` ON `submission` (`answer_by`,`id`,`owner_id`) WHERE answer_by IS NOT NULL AND outcome_id IS NULL AND status <> 'ARCHIVED';
--> statement-breakpoint
-- The submitter sees every change in the log, so it leaves out the columns that are only for government.
DROP TRIGGER submission_change_update;
--> statement-breakpoint
CREATE TRIGGER submission_change_update AFTER UPDATE OF record_number, id, organization_id, submitted_by, call_id, type,
  status, title, summary, tech_tags, file_name, content_type, size_bytes, sha256, storage_key, routed_at, reviewed_at,
  reviewed_by, review_delivery, archived_at, created_at, updated_at ON "submission"
BEGIN
  DELETE FROM record_change WHERE type = 'submission' AND record_id = NEW.id;
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  VALUES ('submission', NEW.id, NEW.organization_id, NEW.updated_at);
END;
