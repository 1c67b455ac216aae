-- The ledger's search: one full-text index of all records, notes and files. Triggers only say whose entry is stale, because
-- an entry also has text of other records (a submission has the name of its organization), and a change of that name
-- can concern thousands of them. app/search/ledger writes the entries in steps, in transactions of its own. Only removal
-- is immediate: a record that was deleted is not found anymore, not even by a search that does not wait for the rest.
-- `internal` holds text for government only. `scope` holds words of the private use area, which no query can spell: the
-- type of the entry, its reach, and what filters ask for.
CREATE VIRTUAL TABLE search_ledger USING fts5(
  identifiers, title, tags, names, place, body, internal, context, scope,
  content='', contentless_delete=1, prefix='2 3', tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
-- The trigrams of each word, with blanks around it, so that its beginning and end count.
CREATE VIRTUAL TABLE search_word_trigrams USING fts5(word, content='', detail='none', tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER organization_ledger_insert AFTER INSERT ON "organization"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('organization', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER organization_ledger_update AFTER UPDATE OF name, org_type, status, cage_code, uei, duns_number, naics_codes, set_asides, website, city, state, postal_code, country, poc_name, poc_email, poc_phone, contracts_poc_name, contracts_poc_email, contracts_poc_phone, description, tech_tags ON "organization"
WHEN OLD.name IS NOT NEW.name OR OLD.org_type IS NOT NEW.org_type OR OLD.status IS NOT NEW.status OR OLD.cage_code IS NOT NEW.cage_code OR OLD.uei IS NOT NEW.uei OR OLD.duns_number IS NOT NEW.duns_number OR OLD.naics_codes IS NOT NEW.naics_codes OR OLD.set_asides IS NOT NEW.set_asides OR OLD.website IS NOT NEW.website OR OLD.city IS NOT NEW.city OR OLD.state IS NOT NEW.state OR OLD.postal_code IS NOT NEW.postal_code OR OLD.country IS NOT NEW.country OR OLD.poc_name IS NOT NEW.poc_name OR OLD.poc_email IS NOT NEW.poc_email OR OLD.poc_phone IS NOT NEW.poc_phone OR OLD.contracts_poc_name IS NOT NEW.contracts_poc_name OR OLD.contracts_poc_email IS NOT NEW.contracts_poc_email OR OLD.contracts_poc_phone IS NOT NEW.contracts_poc_phone OR OLD.description IS NOT NEW.description OR OLD.tech_tags IS NOT NEW.tech_tags
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('organization', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER organization_ledger_delete AFTER DELETE ON "organization"
BEGIN
  DELETE FROM search_ledger WHERE rowid IN (SELECT entry_number FROM search_entry WHERE source = 'organization' AND source_id = OLD.id);
  DELETE FROM search_entry WHERE source = 'organization' AND source_id = OLD.id;
  INSERT INTO search_stale (source, source_id) VALUES ('organization', OLD.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER submission_ledger_insert AFTER INSERT ON "submission"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('submission', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER submission_ledger_update AFTER UPDATE OF title, summary, tech_tags, government_tags, status, type, call_id, organization_id, submitted_by, owner_id, file_name, outcome_id ON "submission"
WHEN OLD.title IS NOT NEW.title OR OLD.summary IS NOT NEW.summary OR OLD.tech_tags IS NOT NEW.tech_tags OR OLD.government_tags IS NOT NEW.government_tags OR OLD.status IS NOT NEW.status OR OLD.type IS NOT NEW.type OR OLD.call_id IS NOT NEW.call_id OR OLD.organization_id IS NOT NEW.organization_id OR OLD.submitted_by IS NOT NEW.submitted_by OR OLD.owner_id IS NOT NEW.owner_id OR OLD.file_name IS NOT NEW.file_name OR OLD.outcome_id IS NOT NEW.outcome_id
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('submission', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER submission_ledger_delete AFTER DELETE ON "submission"
BEGIN
  DELETE FROM search_ledger WHERE rowid IN (SELECT entry_number FROM search_entry WHERE source = 'submission' AND source_id = OLD.id);
  DELETE FROM search_entry WHERE source = 'submission' AND source_id = OLD.id;
  INSERT INTO search_stale (source, source_id) VALUES ('submission', OLD.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER call_ledger_insert AFTER INSERT ON "call"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('call', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER call_ledger_update AFTER UPDATE OF title, description, tech_tags, status, closes_at, questions_due_at, releases_at, solicitation_number, notice_type, set_aside, naics_code, classification_code, poc_name, poc_title, poc_email, poc_phone, secondary_poc_name, secondary_poc_email, secondary_poc_phone, office_name, office_city, office_state, office_zip, office_country, pop_city, pop_state, pop_zip, pop_country, author_id ON "call"
WHEN OLD.title IS NOT NEW.title OR OLD.description IS NOT NEW.description OR OLD.tech_tags IS NOT NEW.tech_tags OR OLD.status IS NOT NEW.status OR OLD.closes_at IS NOT NEW.closes_at OR OLD.questions_due_at IS NOT NEW.questions_due_at OR OLD.releases_at IS NOT NEW.releases_at OR OLD.solicitation_number IS NOT NEW.solicitation_number OR OLD.notice_type IS NOT NEW.notice_type OR OLD.set_aside IS NOT NEW.set_aside OR OLD.naics_code IS NOT NEW.naics_code OR OLD.classification_code IS NOT NEW.classification_code OR OLD.poc_name IS NOT NEW.poc_name OR OLD.poc_title IS NOT NEW.poc_title OR OLD.poc_email IS NOT NEW.poc_email OR OLD.poc_phone IS NOT NEW.poc_phone OR OLD.secondary_poc_name IS NOT NEW.secondary_poc_name OR OLD.secondary_poc_email IS NOT NEW.secondary_poc_email OR OLD.secondary_poc_phone IS NOT NEW.secondary_poc_phone OR OLD.office_name IS NOT NEW.office_name OR OLD.office_city IS NOT NEW.office_city OR OLD.office_state IS NOT NEW.office_state OR OLD.office_zip IS NOT NEW.office_zip OR OLD.office_country IS NOT NEW.office_country OR OLD.pop_city IS NOT NEW.pop_city OR OLD.pop_state IS NOT NEW.pop_state OR OLD.pop_zip IS NOT NEW.pop_zip OR OLD.pop_country IS NOT NEW.pop_country OR OLD.author_id IS NOT NEW.author_id
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('call', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER call_ledger_delete AFTER DELETE ON "call"
BEGIN
  DELETE FROM search_ledger WHERE rowid IN (SELECT entry_number FROM search_entry WHERE source = 'call' AND source_id = OLD.id);
  DELETE FROM search_entry WHERE source = 'call' AND source_id = OLD.id;
  INSERT INTO search_stale (source, source_id) VALUES ('call', OLD.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_ledger_insert AFTER INSERT ON "engagement"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_ledger_update AFTER UPDATE OF title, type, status, date, location, summary, organization_id, other_organization, command_id, created_by ON "engagement"
WHEN OLD.title IS NOT NEW.title OR OLD.type IS NOT NEW.type OR OLD.status IS NOT NEW.status OR OLD.date IS NOT NEW.date OR OLD.location IS NOT NEW.location OR OLD.summary IS NOT NEW.summary OR OLD.organization_id IS NOT NEW.organization_id OR OLD.other_organization IS NOT NEW.other_organization OR OLD.command_id IS NOT NEW.command_id OR OLD.created_by IS NOT NEW.created_by
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_ledger_delete AFTER DELETE ON "engagement"
BEGIN
  DELETE FROM search_ledger WHERE rowid IN (SELECT entry_number FROM search_entry WHERE source = 'engagement' AND source_id = OLD.id);
  DELETE FROM search_entry WHERE source = 'engagement' AND source_id = OLD.id;
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', OLD.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER announcement_ledger_insert AFTER INSERT ON "announcement"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('announcement', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER announcement_ledger_update AFTER UPDATE OF title, body, published, published_at, audience_tags, author_id, deleted_at ON "announcement"
WHEN OLD.title IS NOT NEW.title OR OLD.body IS NOT NEW.body OR OLD.published IS NOT NEW.published OR OLD.published_at IS NOT NEW.published_at OR OLD.audience_tags IS NOT NEW.audience_tags OR OLD.author_id IS NOT NEW.author_id OR OLD.deleted_at IS NOT NEW.deleted_at
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('announcement', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER announcement_ledger_delete AFTER DELETE ON "announcement"
BEGIN
  DELETE FROM search_ledger WHERE rowid IN (SELECT entry_number FROM search_entry WHERE source = 'announcement' AND source_id = OLD.id);
  DELETE FROM search_entry WHERE source = 'announcement' AND source_id = OLD.id;
  INSERT INTO search_stale (source, source_id) VALUES ('announcement', OLD.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER user_ledger_insert AFTER INSERT ON "user"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('user', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER user_ledger_update AFTER UPDATE OF name, email, role, title, organization_id, command_id, active ON "user"
WHEN OLD.name IS NOT NEW.name OR OLD.email IS NOT NEW.email OR OLD.role IS NOT NEW.role OR OLD.title IS NOT NEW.title OR OLD.organization_id IS NOT NEW.organization_id OR OLD.command_id IS NOT NEW.command_id OR OLD.active IS NOT NEW.active
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('user', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER user_ledger_delete AFTER DELETE ON "user"
BEGIN
  DELETE FROM search_ledger WHERE rowid IN (SELECT entry_number FROM search_entry WHERE source = 'user' AND source_id = OLD.id);
  DELETE FROM search_entry WHERE source = 'user' AND source_id = OLD.id;
  INSERT INTO search_stale (source, source_id) VALUES ('user', OLD.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER command_ledger_insert AFTER INSERT ON "command"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('command', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER command_ledger_update AFTER UPDATE OF name, abbreviation, location, mission, parent_id, echelon ON "command"
WHEN OLD.name IS NOT NEW.name OR OLD.abbreviation IS NOT NEW.abbreviation OR OLD.location IS NOT NEW.location OR OLD.mission IS NOT NEW.mission OR OLD.parent_id IS NOT NEW.parent_id OR OLD.echelon IS NOT NEW.echelon
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('command', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER command_ledger_delete AFTER DELETE ON "command"
BEGIN
  DELETE FROM search_ledger WHERE rowid IN (SELECT entry_number FROM search_entry WHERE source = 'command' AND source_id = OLD.id);
  DELETE FROM search_entry WHERE source = 'command' AND source_id = OLD.id;
  INSERT INTO search_stale (source, source_id) VALUES ('command', OLD.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER preset_tag_ledger_insert AFTER INSERT ON "preset_tag"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('preset_tag', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER preset_tag_ledger_update AFTER UPDATE OF label ON "preset_tag"
WHEN OLD.label IS NOT NEW.label
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('preset_tag', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER preset_tag_ledger_delete AFTER DELETE ON "preset_tag"
BEGIN
  DELETE FROM search_ledger WHERE rowid IN (SELECT entry_number FROM search_entry WHERE source = 'preset_tag' AND source_id = OLD.id);
  DELETE FROM search_entry WHERE source = 'preset_tag' AND source_id = OLD.id;
  INSERT INTO search_stale (source, source_id) VALUES ('preset_tag', OLD.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_note_ledger_insert AFTER INSERT ON "engagement_note"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement_note', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_note_ledger_update AFTER UPDATE OF body, author_id, engagement_id ON "engagement_note"
WHEN OLD.body IS NOT NEW.body OR OLD.author_id IS NOT NEW.author_id OR OLD.engagement_id IS NOT NEW.engagement_id
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement_note', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_note_ledger_delete AFTER DELETE ON "engagement_note"
BEGIN
  DELETE FROM search_ledger WHERE rowid IN (SELECT entry_number FROM search_entry WHERE source = 'engagement_note' AND source_id = OLD.id);
  DELETE FROM search_entry WHERE source = 'engagement_note' AND source_id = OLD.id;
  INSERT INTO search_stale (source, source_id) VALUES ('engagement_note', OLD.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER organization_dialogue_note_ledger_insert AFTER INSERT ON "organization_dialogue_note"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('organization_dialogue_note', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER organization_dialogue_note_ledger_update AFTER UPDATE OF body, author_id, organization_id ON "organization_dialogue_note"
WHEN OLD.body IS NOT NEW.body OR OLD.author_id IS NOT NEW.author_id OR OLD.organization_id IS NOT NEW.organization_id
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('organization_dialogue_note', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER organization_dialogue_note_ledger_delete AFTER DELETE ON "organization_dialogue_note"
BEGIN
  DELETE FROM search_ledger WHERE rowid IN (SELECT entry_number FROM search_entry WHERE source = 'organization_dialogue_note' AND source_id = OLD.id);
  DELETE FROM search_entry WHERE source = 'organization_dialogue_note' AND source_id = OLD.id;
  INSERT INTO search_stale (source, source_id) VALUES ('organization_dialogue_note', OLD.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER review_note_ledger_insert AFTER INSERT ON "review_note"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('review_note', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER review_note_ledger_update AFTER UPDATE OF body, author_id, submission_id ON "review_note"
WHEN OLD.body IS NOT NEW.body OR OLD.author_id IS NOT NEW.author_id OR OLD.submission_id IS NOT NEW.submission_id
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('review_note', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER review_note_ledger_delete AFTER DELETE ON "review_note"
BEGIN
  DELETE FROM search_ledger WHERE rowid IN (SELECT entry_number FROM search_entry WHERE source = 'review_note' AND source_id = OLD.id);
  DELETE FROM search_entry WHERE source = 'review_note' AND source_id = OLD.id;
  INSERT INTO search_stale (source, source_id) VALUES ('review_note', OLD.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER submission_message_ledger_insert AFTER INSERT ON "submission_message"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('submission_message', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER submission_message_ledger_update AFTER UPDATE OF body, author_id, submission_id ON "submission_message"
WHEN OLD.body IS NOT NEW.body OR OLD.author_id IS NOT NEW.author_id OR OLD.submission_id IS NOT NEW.submission_id
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('submission_message', NEW.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER submission_message_ledger_delete AFTER DELETE ON "submission_message"
BEGIN
  DELETE FROM search_ledger WHERE rowid IN (SELECT entry_number FROM search_entry WHERE source = 'submission_message' AND source_id = OLD.id);
  DELETE FROM search_entry WHERE source = 'submission_message' AND source_id = OLD.id;
  INSERT INTO search_stale (source, source_id) VALUES ('submission_message', OLD.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_organization_ledger_insert AFTER INSERT ON "engagement_organization"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', NEW.engagement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_organization_ledger_update AFTER UPDATE OF engagement_id, organization_id ON "engagement_organization"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', NEW.engagement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_organization_ledger_delete AFTER DELETE ON "engagement_organization"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', OLD.engagement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_attendee_ledger_insert AFTER INSERT ON "engagement_attendee"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', NEW.engagement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_attendee_ledger_update AFTER UPDATE OF engagement_id, user_id ON "engagement_attendee"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', NEW.engagement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_attendee_ledger_delete AFTER DELETE ON "engagement_attendee"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', OLD.engagement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_task_ledger_insert AFTER INSERT ON "engagement_task"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', NEW.engagement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_task_ledger_update AFTER UPDATE OF text, owner_id ON "engagement_task"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', NEW.engagement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_task_ledger_delete AFTER DELETE ON "engagement_task"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', OLD.engagement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_attachment_ledger_insert AFTER INSERT ON "engagement_attachment"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', NEW.engagement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_attachment_ledger_update AFTER UPDATE OF file_name ON "engagement_attachment"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', NEW.engagement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER engagement_attachment_ledger_delete AFTER DELETE ON "engagement_attachment"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('engagement', OLD.engagement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER announcement_attachment_ledger_insert AFTER INSERT ON "announcement_attachment"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('announcement', NEW.announcement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER announcement_attachment_ledger_update AFTER UPDATE OF file_name ON "announcement_attachment"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('announcement', NEW.announcement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER announcement_attachment_ledger_delete AFTER DELETE ON "announcement_attachment"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('announcement', OLD.announcement_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER submission_outcome_ledger_insert AFTER INSERT ON "submission_outcome"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('submission', NEW.submission_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER submission_outcome_ledger_update AFTER UPDATE OF body ON "submission_outcome"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('submission', NEW.submission_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER submission_outcome_ledger_delete AFTER DELETE ON "submission_outcome"
BEGIN
  INSERT INTO search_stale (source, source_id) VALUES ('submission', OLD.submission_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'organization', id FROM "organization";
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'submission', id FROM "submission";
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'call', id FROM "call";
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'engagement', id FROM "engagement";
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'announcement', id FROM "announcement";
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'user', id FROM "user";
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'command', id FROM "command";
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'preset_tag', id FROM "preset_tag";
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'engagement_note', id FROM "engagement_note";
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'organization_dialogue_note', id FROM "organization_dialogue_note";
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'review_note', id FROM "review_note";
--> statement-breakpoint
INSERT INTO search_stale (source, source_id) SELECT 'submission_message', id FROM "submission_message";
