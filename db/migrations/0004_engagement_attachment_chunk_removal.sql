-- An attachment's bytes go with its row, also when the row goes with its engagement: cascades fire triggers.
CREATE TRIGGER engagement_attachment_removes_chunks AFTER DELETE ON engagement_attachment
BEGIN
  DELETE FROM engagement_attachment_chunk WHERE attachment_id = OLD.id;
END;
