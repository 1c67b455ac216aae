-- A command never stands below itself, whatever writes to the file. The service asks before it moves one, to say so in
-- words; a new command cannot close a circle, since nothing stands below it yet.
CREATE TRIGGER command_refuses_circle BEFORE UPDATE OF parent_id ON command
WHEN NEW.id IN (
  WITH RECURSIVE above (id) AS (
    SELECT NEW.parent_id
    UNION SELECT command.parent_id FROM command JOIN above ON command.id = above.id)
  SELECT id FROM above)
BEGIN
  SELECT RAISE(ABORT, 'a command cannot stand below itself');
END;
