-- Full-text search: one index for each type of record, kept by triggers, so that whatever writes a record writes its
-- index in the same transaction, and whatever is rolled back was never indexed.
-- The text itself stays in the record (content=''); what is removed there is removed here (contentless_delete).
-- Beginnings of words of one to five letters are indexed themselves; of longer ones there are few enough words.
-- `every` holds the same one word in each record, of the private use area, which no query can spell: it is what is
-- left to say when a query only says what a record must not have.
-- `search_…_terms` lists the different words of an index; it stores nothing.
-- An archived submission is not found, so it is not indexed. app/search/sources.ts names the same columns.
CREATE VIRTUAL TABLE search_organization USING fts5(
  title, body, tags, every,
  content='', contentless_delete=1, prefix='1 2 3 4 5', tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE search_organization_terms USING fts5vocab(search_organization, row);
--> statement-breakpoint
INSERT INTO search_organization (rowid, title, body, tags, every)
SELECT record_number, name, description, tech_tags, char(57344) FROM "organization";
--> statement-breakpoint
CREATE TRIGGER organization_search_insert AFTER INSERT ON "organization"
BEGIN
  INSERT INTO search_organization (rowid, title, body, tags, every)
  SELECT NEW.record_number, NEW.name, NEW.description, NEW.tech_tags, char(57344);
  INSERT INTO search_change (type, record_number) VALUES ('organization', NEW.record_number);
END;
--> statement-breakpoint
CREATE TRIGGER organization_search_update AFTER UPDATE OF name, description, tech_tags ON "organization"
WHEN OLD.name IS NOT NEW.name OR OLD.description IS NOT NEW.description OR OLD.tech_tags IS NOT NEW.tech_tags
BEGIN
  DELETE FROM search_organization WHERE rowid = OLD.record_number;
  INSERT INTO search_organization (rowid, title, body, tags, every)
  SELECT NEW.record_number, NEW.name, NEW.description, NEW.tech_tags, char(57344);
  INSERT INTO search_change (type, record_number) VALUES ('organization', NEW.record_number);
END;
--> statement-breakpoint
CREATE TRIGGER organization_search_delete AFTER DELETE ON "organization"
BEGIN
  DELETE FROM search_organization WHERE rowid = OLD.record_number;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_submission USING fts5(
  title, body, tags, every,
  content='', contentless_delete=1, prefix='1 2 3 4 5', tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE search_submission_terms USING fts5vocab(search_submission, row);
--> statement-breakpoint
INSERT INTO search_submission (rowid, title, body, tags, every)
SELECT record_number, title, summary, tech_tags, char(57344) FROM "submission" WHERE status <> 'ARCHIVED';
--> statement-breakpoint
CREATE TRIGGER submission_search_insert AFTER INSERT ON "submission"
BEGIN
  INSERT INTO search_submission (rowid, title, body, tags, every)
  SELECT NEW.record_number, NEW.title, NEW.summary, NEW.tech_tags, char(57344)
  WHERE NEW.status <> 'ARCHIVED';
  INSERT INTO search_change (type, record_number) VALUES ('submission', NEW.record_number);
END;
--> statement-breakpoint
CREATE TRIGGER submission_search_update AFTER UPDATE OF title, summary, tech_tags, status ON "submission"
WHEN OLD.title IS NOT NEW.title OR OLD.summary IS NOT NEW.summary OR OLD.tech_tags IS NOT NEW.tech_tags OR (OLD.status = 'ARCHIVED') <> (NEW.status = 'ARCHIVED')
BEGIN
  DELETE FROM search_submission WHERE rowid = OLD.record_number;
  INSERT INTO search_submission (rowid, title, body, tags, every)
  SELECT NEW.record_number, NEW.title, NEW.summary, NEW.tech_tags, char(57344)
  WHERE NEW.status <> 'ARCHIVED';
  INSERT INTO search_change (type, record_number) VALUES ('submission', NEW.record_number);
END;
--> statement-breakpoint
CREATE TRIGGER submission_search_delete AFTER DELETE ON "submission"
BEGIN
  DELETE FROM search_submission WHERE rowid = OLD.record_number;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_engagement USING fts5(
  title, body, tags, every,
  content='', contentless_delete=1, prefix='1 2 3 4 5', tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE search_engagement_terms USING fts5vocab(search_engagement, row);
--> statement-breakpoint
INSERT INTO search_engagement (rowid, title, body, tags, every)
SELECT record_number, title, summary, location, char(57344) FROM "engagement";
--> statement-breakpoint
CREATE TRIGGER engagement_search_insert AFTER INSERT ON "engagement"
BEGIN
  INSERT INTO search_engagement (rowid, title, body, tags, every)
  SELECT NEW.record_number, NEW.title, NEW.summary, NEW.location, char(57344);
  INSERT INTO search_change (type, record_number) VALUES ('engagement', NEW.record_number);
END;
--> statement-breakpoint
CREATE TRIGGER engagement_search_update AFTER UPDATE OF title, summary, location ON "engagement"
WHEN OLD.title IS NOT NEW.title OR OLD.summary IS NOT NEW.summary OR OLD.location IS NOT NEW.location
BEGIN
  DELETE FROM search_engagement WHERE rowid = OLD.record_number;
  INSERT INTO search_engagement (rowid, title, body, tags, every)
  SELECT NEW.record_number, NEW.title, NEW.summary, NEW.location, char(57344);
  INSERT INTO search_change (type, record_number) VALUES ('engagement', NEW.record_number);
END;
--> statement-breakpoint
CREATE TRIGGER engagement_search_delete AFTER DELETE ON "engagement"
BEGIN
  DELETE FROM search_engagement WHERE rowid = OLD.record_number;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_call USING fts5(
  title, body, tags, every,
  content='', contentless_delete=1, prefix='1 2 3 4 5', tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE search_call_terms USING fts5vocab(search_call, row);
--> statement-breakpoint
INSERT INTO search_call (rowid, title, body, tags, every)
SELECT record_number, title, description, tech_tags, char(57344) FROM "call";
--> statement-breakpoint
CREATE TRIGGER call_search_insert AFTER INSERT ON "call"
BEGIN
  INSERT INTO search_call (rowid, title, body, tags, every)
  SELECT NEW.record_number, NEW.title, NEW.description, NEW.tech_tags, char(57344);
  INSERT INTO search_change (type, record_number) VALUES ('call', NEW.record_number);
END;
--> statement-breakpoint
CREATE TRIGGER call_search_update AFTER UPDATE OF title, description, tech_tags ON "call"
WHEN OLD.title IS NOT NEW.title OR OLD.description IS NOT NEW.description OR OLD.tech_tags IS NOT NEW.tech_tags
BEGIN
  DELETE FROM search_call WHERE rowid = OLD.record_number;
  INSERT INTO search_call (rowid, title, body, tags, every)
  SELECT NEW.record_number, NEW.title, NEW.description, NEW.tech_tags, char(57344);
  INSERT INTO search_change (type, record_number) VALUES ('call', NEW.record_number);
END;
--> statement-breakpoint
CREATE TRIGGER call_search_delete AFTER DELETE ON "call"
BEGIN
  DELETE FROM search_call WHERE rowid = OLD.record_number;
END;
