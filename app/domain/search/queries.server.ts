import type { SearchType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { yieldDuringLongTask } from "~/values/event-loop";
import { RATE_LIMITS } from "~/values/limits";
import { tagsOf } from "~/values/tags";
import type { Found } from "../../search/search.server";
import { EFFECTIVE_STATUS } from "../call/effective-status.server";
import type { SearchItem, SearchMeta } from "./responses";
import { SEARCH_TYPE_LABELS } from "./rules";
import { searchSchema } from "./schema";
import { snippetOf } from "./snippet";

interface SearchGroup {
  type: SearchType;
  label: string;
  total: number;
  items: SearchItem[];
}

interface SearchResult extends Pick<Found, "total"> {
  query: string;
  groups: SearchGroup[];
}

/** GET /api/search and its page: records that match the query, grouped by type; if there are none, similar ones. */
export const searchRecords = defineQuery({
  gate: "gov read",
  input: searchSchema,
  limit: RATE_LIMITS.search,
  async run({ db, search, now }, { q, types, limit }): Promise<SearchResult> {
    const { groups, total, marking } = await search.find(q, { types, limit });
    const yieldIfDue = yieldDuringLongTask();
    const shown: SearchGroup[] = [];
    for (const { type, total, recordNumbers } of groups) {
      const { folder } = TYPES[type];
      const records = new Map(readRecords(db, type, recordNumbers, now).map((record) => [record.recordNumber, record]));
      const items: SearchItem[] = [];
      for (const recordNumber of recordNumbers) {
        const record = records.get(recordNumber);
        if (!record) continue;
        const { id, title, texts, meta } = record;
        items.push({ type, id, title, snippet: snippetOf(texts, marking), url: `/gov/${folder}/${id}`, meta });
        // A snippet of a long text takes milliseconds, so yield.
        await yieldIfDue();
      }
      // All of them may have been deleted while the next type was searched.
      if (items.length > 0) shown.push({ type, label: SEARCH_TYPE_LABELS[type], total, items });
    }
    return { total, query: q, groups: shown };
  },
});

interface FoundRecord {
  recordNumber: number;
  id: string;
  title: string;
  /** The texts for the snippet, the most telling first. */
  texts: string[];
  meta: SearchMeta;
}

/** A record as the query of its type selects it, with null in place of what it does not have. */
interface RecordRow {
  recordNumber: number;
  id: string;
  title: string;
  text: string | null;
  location: string | null;
  status: string;
  organization: string | null;
  command: string | null;
  date: string | null;
  techTags: string | null;
}

/** Reads records by number, with a statement that is compiled only once. */
function readRecords(db: Database, type: SearchType, recordNumbers: readonly number[], now: Date): FoundRecord[] {
  return statement<RecordRow>(db, TYPES[type].select)
    .all({ numbers: JSON.stringify(recordNumbers), now: now.toISOString() })
    .map(({ recordNumber, id, title, text, location, status, organization, command, date, techTags }) => ({
      ...{ recordNumber, id, title },
      texts: [text ?? "", location ?? ""],
      meta: {
        status,
        ...(organization === null ? {} : { organization }),
        ...(command === null ? {} : { command }),
        ...(date === null ? {} : { date }),
        ...(techTags === null ? {} : { tags: tagsOf(techTags) }),
      },
    }));
}

/** The records in a JSON array bound to `@numbers`. */
const AMONG = "record_number IN (SELECT value FROM json_each(@numbers))";

/** The folder of each type's pages, and how to read its records. */
const TYPES: Readonly<Record<SearchType, { folder: string; select: string }>> = {
  organization: {
    folder: "organizations",
    select: `SELECT record_number AS recordNumber, id, name AS title, description AS text, NULL AS location, status,
        tech_tags AS techTags, NULL AS date, NULL AS organization, NULL AS command
      FROM organization WHERE ${AMONG}`,
  },
  submission: {
    folder: "submissions",
    // A record may have been archived since the search found it.
    select: `SELECT submission.record_number AS recordNumber, submission.id, submission.title, summary AS text,
        NULL AS location, submission.status, submission.tech_tags AS techTags, submission.created_at AS date,
        organization.name AS organization, NULL AS command
      FROM submission JOIN organization ON organization.id = submission.organization_id
      WHERE submission.${AMONG} AND submission.status <> 'ARCHIVED'`,
  },
  engagement: {
    folder: "engagements",
    select: `SELECT engagement.record_number AS recordNumber, engagement.id, engagement.title, summary AS text,
        engagement.location, engagement.status, NULL AS techTags, date,
        coalesce(organization.name, other_organization) AS organization, command.abbreviation AS command
      FROM engagement JOIN command ON command.id = engagement.command_id
        LEFT JOIN organization ON organization.id = engagement.organization_id
      WHERE engagement.${AMONG}`,
  },
  call: {
    folder: "calls",
    select: `SELECT record_number AS recordNumber, id, title, description AS text, NULL AS location,
        ${EFFECTIVE_STATUS} AS status, tech_tags AS techTags, closes_at AS date, NULL AS organization, NULL AS command
      FROM call WHERE ${AMONG}`,
  },
};
