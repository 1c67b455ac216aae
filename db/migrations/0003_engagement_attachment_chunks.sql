CREATE TABLE `engagement_attachment_chunk` (
	`attachment_id` text NOT NULL,
	`position` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`attachment_id`, `position`)
) STRICT;
--> statement-breakpoint
-- In pieces of 1 MB, counted from 0, as the service writes them.
INSERT INTO `engagement_attachment_chunk` (`attachment_id`, `position`, `bytes`)
WITH RECURSIVE piece (attachment_id, position) AS (
  SELECT attachment_id, 0 FROM engagement_attachment_content WHERE length(bytes) > 0
  UNION ALL
  SELECT piece.attachment_id, piece.position + 1
  FROM piece JOIN engagement_attachment_content AS content ON content.attachment_id = piece.attachment_id
  WHERE length(content.bytes) > (piece.position + 1) * 1048576)
SELECT piece.attachment_id, piece.position, substr(content.bytes, piece.position * 1048576 + 1, 1048576)
FROM piece JOIN engagement_attachment_content AS content ON content.attachment_id = piece.attachment_id;
--> statement-breakpoint
DROP TABLE `engagement_attachment_content`;