import type { DocumentSource, EntryReach, EntryType } from "#db/enumerations";
import { type Database, statement } from "#db/open";

/** The text of a record as its source reads it. Lists are JSON arrays. */
export interface SourceRow {
  sourceId: string;
  reach: EntryReach;
  organizationId: string | null;
  title: string;
  /** Codes and numbers that people copy, in a list. */
  identifiers: string;
  /** Industry (NAICS) and product (PSC) codes, in a list. The index adds the names of those that it knows. */
  codes: string;
  /** Comma-separated. */
  tags: string;
  /** People, organizations, offices and files. */
  names: string;
  /** Places in a list, each `{city, state, zip, country}` or `{text}`. */
  places: string;
  body: string;
  /** Text that only government reads. */
  internal: string;
  /** Values of enumerations, in a list. People search for their labels. */
  labels: string;
  /** Days and instants in a list. People search for the first one. */
  dates: string;
  date: string | null;
  status: string | null;
  commandId: string | null;
  /** The record that it belongs to: what a note is about, or who sent a submission. */
  parentId: string | null;
  parentTitle: string | null;
}

/** A table whose records are entries of the search. */
export interface EntrySource {
  type: EntryType;
  /** The words for such a record, which people type beside what it is about. */
  nouns: string;
  /** Reads records by id: a JSON array bound to `@ids`. Leaves out those that nobody finds. */
  select: string;
  /** Entries that repeat this record's heading: selects `source` and `sourceId` by `@id`. */
  dependents?: string;
}

const AMONG = "IN (SELECT value FROM json_each(@ids))";
/** Columns that most sources do not have. */
const NOTHING = "'[]' AS identifiers, '[]' AS codes, '[]' AS places, '[]' AS labels";
const UNTAGGED = "'' AS tags";
const KEPT = "submission.status <> 'ARCHIVED'";

/** Names of an engagement's organizations, attendees and command. */
const ENGAGEMENT_NAMES = `concat_ws(' ', engagement.other_organization, command.name, command.abbreviation,
  (SELECT group_concat(organization.name, ' ') FROM engagement_organization
    JOIN organization ON organization.id = engagement_organization.organization_id
    WHERE engagement_organization.engagement_id = engagement.id))`;

/** The records that are searched, by table. The triggers of the migration `ledger_search_triggers` name the same columns. */
export const ENTRY_SOURCES: Readonly<Record<string, EntrySource>> = {
  organization: {
    type: "organization",
    nouns: "organization company vendor UEI CAGE code NAICS DUNS number",
    select: `SELECT id AS sourceId, 'GOVERNMENT' AS reach, id AS organizationId, name AS title,
        json_array(uei, cage_code, duns_number) AS identifiers, naics_codes AS codes, tech_tags AS tags,
        concat_ws(' ', poc_name, poc_email, poc_phone, contracts_poc_name, contracts_poc_email, contracts_poc_phone, website)
          AS names,
        json_array(json_object('city', city, 'state', state, 'zip', postal_code, 'country', country)) AS places,
        coalesce(description, '') AS body, '' AS internal,
        json_insert(set_asides, '$[#]', org_type, '$[#]', status) AS labels,
        '[]' AS dates, created_at AS date, status, NULL AS commandId,
        NULL AS parentId, NULL AS parentTitle
      FROM organization WHERE id ${AMONG}`,
    dependents: `SELECT 'submission' AS source, id AS sourceId FROM submission WHERE organization_id = @id
      UNION ALL SELECT 'engagement', engagement_id FROM engagement_organization WHERE organization_id = @id
      UNION ALL SELECT 'user', id FROM user WHERE organization_id = @id
      UNION ALL SELECT 'organization_dialogue_note', id FROM organization_dialogue_note WHERE organization_id = @id`,
  },
  submission: {
    type: "submission",
    nouns: "submission",
    select: `SELECT submission.id AS sourceId, 'ORGANIZATION' AS reach, submission.organization_id AS organizationId,
        submission.title, '[]' AS identifiers, '[]' AS codes, submission.tech_tags AS tags,
        concat_ws(' ', organization.name, submitter.name, submission.file_name) AS names, '[]' AS places,
        concat_ws(' ', submission.summary, call.title, call.solicitation_number, submission_outcome.body) AS body,
        concat_ws(' ', replace(submission.government_tags, ',', ', '), owner.name) AS internal,
        json_array(submission.type, submission.status) AS labels, '[]' AS dates,
        submission.created_at AS date, submission.status, NULL AS commandId, organization.id AS parentId,
        organization.name AS parentTitle
      FROM submission JOIN organization ON organization.id = submission.organization_id
        JOIN user AS submitter ON submitter.id = submission.submitted_by
        LEFT JOIN user AS owner ON owner.id = submission.owner_id
        LEFT JOIN call ON call.id = submission.call_id
        LEFT JOIN submission_outcome ON submission_outcome.id = submission.outcome_id
      WHERE submission.id ${AMONG} AND ${KEPT}`,
    dependents: `SELECT 'review_note' AS source, id AS sourceId FROM review_note WHERE submission_id = @id
      UNION ALL SELECT 'submission_message', id FROM submission_message WHERE submission_id = @id
      UNION ALL SELECT 'file:' || source, source_id FROM document_text WHERE source = 'submission' AND source_id = @id
      UNION ALL SELECT 'file:submission_message_file', file.id FROM submission_message_file AS file
        JOIN submission_message AS message ON message.id = file.message_id WHERE message.submission_id = @id`,
  },
  engagement: {
    type: "engagement",
    nouns: "engagement meeting visit event",
    // Its date is a day, stored as midnight in UTC. As an instant it would be the day before in the agency's zone.
    select: `SELECT engagement.id AS sourceId, 'GOVERNMENT' AS reach, engagement.organization_id AS organizationId,
        engagement.title, '[]' AS identifiers, '[]' AS codes, ${UNTAGGED},
        concat_ws(' ', ${ENGAGEMENT_NAMES}, creator.name,
          (SELECT group_concat(user.name, ' ') FROM engagement_attendee JOIN user ON user.id = engagement_attendee.user_id
            WHERE engagement_attendee.engagement_id = engagement.id),
          (SELECT group_concat(file_name, ' ') FROM engagement_attachment WHERE engagement_id = engagement.id)) AS names,
        json_array(json_object('text', engagement.location)) AS places, engagement.summary AS body,
        coalesce((SELECT group_concat(text, ' ') FROM engagement_task WHERE engagement_id = engagement.id), '') AS internal,
        json_array(engagement.type, engagement.status) AS labels, json_array(substr(engagement.date, 1, 10)) AS dates,
        engagement.date, engagement.status, engagement.command_id AS commandId,
        engagement.organization_id AS parentId, coalesce(organization.name, engagement.other_organization) AS parentTitle
      FROM engagement JOIN command ON command.id = engagement.command_id
        JOIN user AS creator ON creator.id = engagement.created_by
        LEFT JOIN organization ON organization.id = engagement.organization_id
      WHERE engagement.id ${AMONG}`,
    dependents: `SELECT 'engagement_note' AS source, id AS sourceId FROM engagement_note WHERE engagement_id = @id
      UNION ALL SELECT 'file:engagement_attachment', id FROM engagement_attachment WHERE engagement_id = @id`,
  },
  call: {
    type: "call",
    nouns: "call opportunity solicitation number NAICS PSC code closes closing closed deadline due set-aside",
    select: `SELECT call.id AS sourceId, CASE call.status WHEN 'DRAFT' THEN 'GOVERNMENT' ELSE 'PUBLIC' END AS reach,
        NULL AS organizationId, call.title, json_array(solicitation_number) AS identifiers,
        json_array(naics_code, classification_code) AS codes, tech_tags AS tags,
        concat_ws(' ', office_name, poc_name, poc_title, poc_email, poc_phone, secondary_poc_name, secondary_poc_email,
          secondary_poc_phone) AS names,
        json_array(json_object('city', pop_city, 'state', pop_state, 'zip', pop_zip, 'country', pop_country),
          json_object('city', office_city, 'state', office_state, 'zip', office_zip, 'country', office_country)) AS places,
        description AS body, author.name AS internal, json_array(notice_type, set_aside) AS labels,
        json_array(closes_at, releases_at) AS dates, coalesce(closes_at, call.created_at) AS date,
        call.status, NULL AS commandId, NULL AS parentId, NULL AS parentTitle
      FROM call JOIN user AS author ON author.id = call.author_id WHERE call.id ${AMONG}`,
    dependents: "SELECT 'submission' AS source, id AS sourceId FROM submission WHERE call_id = @id",
  },
  announcement: {
    type: "announcement",
    nouns: "announcement news",
    select: `SELECT announcement.id AS sourceId, CASE published WHEN 1 THEN 'PUBLIC' ELSE 'GOVERNMENT' END AS reach,
        NULL AS organizationId, announcement.title, ${NOTHING}, ${UNTAGGED},
        concat_ws(' ', author.name,
          (SELECT group_concat(file_name, ' ') FROM announcement_attachment WHERE announcement_id = announcement.id)) AS names,
        body, replace(audience_tags, ',', ', ') AS internal, json_array(published_at) AS dates,
        coalesce(published_at, announcement.created_at) AS date, NULL AS status, NULL AS commandId,
        NULL AS parentId, NULL AS parentTitle
      FROM announcement JOIN user AS author ON author.id = announcement.author_id
      WHERE announcement.id ${AMONG} AND deleted_at IS NULL`,
    dependents: `SELECT 'file:announcement_attachment' AS source, id AS sourceId FROM announcement_attachment
      WHERE announcement_id = @id`,
  },
  user: {
    type: "person",
    nouns: "person contact",
    // Only administrators see the sign-in addresses of government.
    select: `SELECT user.id AS sourceId, 'GOVERNMENT' AS reach, user.organization_id AS organizationId, user.name AS title,
        '[]' AS identifiers, '[]' AS codes, '[]' AS places, ${UNTAGGED},
        concat_ws(' ', user.title, organization.name, command.name, command.abbreviation,
          CASE user.role WHEN 'INDUSTRY' THEN user.email END) AS names,
        '' AS body, '' AS internal, json_array(coalesce(user.industry_role, user.role)) AS labels, '[]' AS dates,
        NULL AS date, CASE user.active WHEN 1 THEN 'ACTIVE' ELSE 'INACTIVE' END AS status, user.command_id AS commandId,
        user.organization_id AS parentId, coalesce(organization.name, command.name) AS parentTitle
      FROM user LEFT JOIN organization ON organization.id = user.organization_id
        LEFT JOIN command ON command.id = user.command_id
      WHERE user.id ${AMONG}`,
    dependents: "SELECT 'engagement' AS source, engagement_id AS sourceId FROM engagement_attendee WHERE user_id = @id",
  },
  command: {
    type: "command",
    nouns: "command office",
    select: `SELECT command.id AS sourceId, 'GOVERNMENT' AS reach, NULL AS organizationId, command.name AS title,
        json_array(command.abbreviation) AS identifiers, '[]' AS codes, ${UNTAGGED},
        concat_ws(' ', command.abbreviation, parent.name) AS names,
        json_array(json_object('text', command.location)) AS places, coalesce(command.mission, '') AS body, '' AS internal,
        json_array(command.echelon) AS labels, '[]' AS dates, NULL AS date, NULL AS status, command.id AS commandId,
        parent.id AS parentId, parent.name AS parentTitle
      FROM command LEFT JOIN command AS parent ON parent.id = command.parent_id WHERE command.id ${AMONG}`,
    dependents: `SELECT 'engagement' AS source, id AS sourceId FROM engagement WHERE command_id = @id
      UNION ALL SELECT 'user', id FROM user WHERE command_id = @id
      UNION ALL SELECT 'command', id FROM command WHERE parent_id = @id`,
  },
  preset_tag: {
    type: "tag",
    nouns: "tag",
    select: `SELECT id AS sourceId, 'GOVERNMENT' AS reach, NULL AS organizationId, label AS title, ${NOTHING},
        label AS tags, replace(aliases, ',', ', ') AS names, '' AS body, '' AS internal, '[]' AS dates, NULL AS date,
        NULL AS status,
        NULL AS commandId, NULL AS parentId, NULL AS parentTitle
      FROM preset_tag WHERE id ${AMONG}`,
  },
  engagement_note: {
    type: "note",
    nouns: "note",
    select: `SELECT engagement_note.id AS sourceId, 'GOVERNMENT' AS reach, engagement.organization_id AS organizationId,
        '' AS title, ${NOTHING}, ${UNTAGGED}, concat_ws(' ', engagement.title, ${ENGAGEMENT_NAMES}, author.name) AS names,
        engagement_note.body, '' AS internal, '[]' AS dates,
        engagement_note.created_at AS date, NULL AS status, engagement.command_id AS commandId,
        engagement.id AS parentId, engagement.title AS parentTitle
      FROM engagement_note JOIN engagement ON engagement.id = engagement_note.engagement_id
        JOIN command ON command.id = engagement.command_id JOIN user AS author ON author.id = engagement_note.author_id
      WHERE engagement_note.id ${AMONG}`,
  },
  organization_dialogue_note: {
    type: "note",
    nouns: "note dialogue",
    select: `SELECT note.id AS sourceId, 'GOVERNMENT' AS reach, note.organization_id AS organizationId, '' AS title,
        ${NOTHING}, ${UNTAGGED}, concat_ws(' ', organization.name, author.name) AS names, note.body, '' AS internal,
        '[]' AS dates, note.created_at AS date, NULL AS status, NULL AS commandId,
        organization.id AS parentId, organization.name AS parentTitle
      FROM organization_dialogue_note AS note JOIN organization ON organization.id = note.organization_id
        JOIN user AS author ON author.id = note.author_id
      WHERE note.id ${AMONG}`,
  },
  review_note: {
    type: "note",
    nouns: "note review",
    select: `SELECT note.id AS sourceId, 'GOVERNMENT' AS reach, submission.organization_id AS organizationId, '' AS title,
        ${NOTHING}, ${UNTAGGED}, concat_ws(' ', submission.title, organization.name, author.name) AS names, note.body,
        '' AS internal, '[]' AS dates, note.created_at AS date, NULL AS status, NULL AS commandId,
        submission.id AS parentId, submission.title AS parentTitle
      FROM review_note AS note JOIN submission ON submission.id = note.submission_id
        JOIN organization ON organization.id = submission.organization_id JOIN user AS author ON author.id = note.author_id
      WHERE note.id ${AMONG} AND ${KEPT}`,
  },
  submission_message: {
    type: "note",
    nouns: "message",
    // An organization sees messages of government without the names of their authors.
    select: `SELECT message.id AS sourceId, 'ORGANIZATION' AS reach, submission.organization_id AS organizationId,
        '' AS title, ${NOTHING}, ${UNTAGGED}, concat_ws(' ', submission.title, organization.name) AS names, message.body,
        author.name AS internal, '[]' AS dates, message.created_at AS date, NULL AS status,
        NULL AS commandId,
        submission.id AS parentId, submission.title AS parentTitle
      FROM submission_message AS message JOIN submission ON submission.id = message.submission_id
        JOIN organization ON organization.id = submission.organization_id JOIN user AS author ON author.id = message.author_id
      WHERE message.id ${AMONG} AND ${KEPT}`,
  },
  "file:submission": {
    type: "file",
    nouns: "file document",
    select: `SELECT submission.id AS sourceId, 'ORGANIZATION' AS reach, submission.organization_id AS organizationId,
        submission.file_name AS title, ${NOTHING}, ${UNTAGGED}, concat_ws(' ', submission.title, organization.name) AS names,
        '' AS body, '' AS internal, '[]' AS dates, submission.created_at AS date,
        NULL AS status, NULL AS commandId, submission.id AS parentId, submission.title AS parentTitle
      FROM submission JOIN organization ON organization.id = submission.organization_id
      WHERE submission.id ${AMONG} AND ${KEPT} AND submission.file_name IS NOT NULL`,
  },
  "file:submission_message_file": {
    type: "file",
    nouns: "file document",
    select: `SELECT file.id AS sourceId, 'ORGANIZATION' AS reach, submission.organization_id AS organizationId,
        file.file_name AS title, ${NOTHING}, ${UNTAGGED}, concat_ws(' ', submission.title, organization.name) AS names,
        '' AS body, '' AS internal, '[]' AS dates, message.created_at AS date,
        NULL AS status, NULL AS commandId, submission.id AS parentId, submission.title AS parentTitle
      FROM submission_message_file AS file JOIN submission_message AS message ON message.id = file.message_id
        JOIN submission ON submission.id = message.submission_id
        JOIN organization ON organization.id = submission.organization_id
      WHERE file.id ${AMONG} AND ${KEPT}`,
  },
  "file:announcement_attachment": {
    type: "file",
    nouns: "file document",
    select: `SELECT file.id AS sourceId, CASE published WHEN 1 THEN 'PUBLIC' ELSE 'GOVERNMENT' END AS reach,
        NULL AS organizationId, file.file_name AS title, ${NOTHING}, ${UNTAGGED}, announcement.title AS names,
        '' AS body, '' AS internal, '[]' AS dates, file.created_at AS date,
        NULL AS status, NULL AS commandId, announcement.id AS parentId, announcement.title AS parentTitle
      FROM announcement_attachment AS file JOIN announcement ON announcement.id = file.announcement_id
      WHERE file.id ${AMONG} AND deleted_at IS NULL`,
  },
  "file:engagement_attachment": {
    type: "file",
    nouns: "file document",
    select: `SELECT file.id AS sourceId, 'GOVERNMENT' AS reach, engagement.organization_id AS organizationId,
        file.file_name AS title, ${NOTHING}, ${UNTAGGED}, concat_ws(' ', engagement.title, ${ENGAGEMENT_NAMES}) AS names,
        '' AS body, '' AS internal, '[]' AS dates, file.created_at AS date,
        NULL AS status, engagement.command_id AS commandId, engagement.id AS parentId, engagement.title AS parentTitle
      FROM engagement_attachment AS file JOIN engagement ON engagement.id = file.engagement_id
        JOIN command ON command.id = engagement.command_id
      WHERE file.id ${AMONG}`,
  },
};

/** Marks the sources of files. The rest of the name is the file's own source (app/storage/document-text). */
const FILE = "file:";
/** The source of a file's text, or null if the entry is no file. */
export const documentSourceOf = (source: string): DocumentSource | null =>
  source.startsWith(FILE) ? (source.slice(FILE.length) as DocumentSource) : null;

/** Reads the current text of a source's records. Leaves out those that nobody finds. */
export function readSource(db: Database, source: string, ids: readonly string[]): SourceRow[] {
  const select = ENTRY_SOURCES[source]?.select;
  return select === undefined ? [] : statement<SourceRow>(db, select).all({ ids: JSON.stringify(ids) });
}
