import { and, eq, inArray, ne } from "drizzle-orm";
import type { SearchType } from "#db/enumerations";
import type { Database } from "#db/open";
import { call, command, engagement, organization, submission } from "#db/schema";
import { defineQuery } from "~/operations/operation.server";
import { yieldDuringLongTask } from "~/values/event-loop";
import { RATE_LIMITS } from "~/values/limits";
import { tagsOf } from "~/values/tags";
import type { Found } from "../../search/search.server";
import { effectiveStatusAt } from "../call/effective-status.server";
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

export interface SearchResult extends Pick<Found, "isApproximate" | "total" | "marking"> {
  query: string;
  groups: SearchGroup[];
}

/** GET /api/search and its page: records that match the query, grouped by type; if there are none, similar ones. */
export const searchRecords = defineQuery({
  gate: "gov read",
  input: searchSchema,
  limit: RATE_LIMITS.search,
  async run({ db, search, now }, { q, types, limit }): Promise<SearchResult> {
    const { groups, ...found } = await search.find(q, { types, limit });
    const yieldIfDue = yieldDuringLongTask();
    const shown: SearchGroup[] = [];
    for (const { type, total, recordNumbers } of groups) {
      const { folder, read } = TYPES[type];
      const records = new Map(read(db, recordNumbers, now).map((record) => [record.recordNumber, record]));
      const items: SearchItem[] = [];
      for (const recordNumber of recordNumbers) {
        const record = records.get(recordNumber);
        if (!record) continue;
        const { id, title, texts, meta } = record;
        items.push({ type, id, title, snippet: snippetOf(texts, found.marking), url: `/gov/${folder}/${id}`, meta });
        // A snippet of a long text takes milliseconds, so yield.
        await yieldIfDue();
      }
      // All of them may have been deleted while the next type was searched.
      if (items.length > 0) shown.push({ type, label: SEARCH_TYPE_LABELS[type], total, items });
    }
    return { ...found, query: q, groups: shown };
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

/** The pages of each type, and the columns of its records, read with one query for all. */
const TYPES: Readonly<
  Record<SearchType, { folder: string; read: (db: Database, recordNumbers: number[], now: Date) => FoundRecord[] }>
> = {
  organization: {
    folder: "organizations",
    read: (db, recordNumbers) =>
      db
        .select({
          recordNumber: organization.recordNumber,
          id: organization.id,
          title: organization.name,
          text: organization.description,
          status: organization.status,
          techTags: organization.techTags,
        })
        .from(organization)
        .where(inArray(organization.recordNumber, recordNumbers))
        .all()
        .map(({ status, techTags, text, ...row }) => ({
          ...row,
          texts: [text ?? ""],
          meta: { status, tags: tagsOf(techTags) },
        })),
  },
  submission: {
    folder: "submissions",
    read: (db, recordNumbers) =>
      db
        .select({
          recordNumber: submission.recordNumber,
          id: submission.id,
          title: submission.title,
          text: submission.summary,
          status: submission.status,
          techTags: submission.techTags,
          date: submission.createdAt,
          organization: organization.name,
        })
        .from(submission)
        .innerJoin(organization, eq(organization.id, submission.organizationId))
        // A record may have been archived since the search found it.
        .where(and(inArray(submission.recordNumber, recordNumbers), ne(submission.status, "ARCHIVED")))
        .all()
        .map(({ status, techTags, date, organization, text, ...row }) => ({
          ...row,
          texts: [text],
          meta: { status, organization, date, tags: tagsOf(techTags) },
        })),
  },
  engagement: {
    folder: "engagements",
    read: (db, recordNumbers) =>
      db
        .select({
          recordNumber: engagement.recordNumber,
          id: engagement.id,
          title: engagement.title,
          text: engagement.summary,
          location: engagement.location,
          status: engagement.status,
          date: engagement.date,
          organization: organization.name,
          otherOrganization: engagement.otherOrganization,
          command: command.abbreviation,
        })
        .from(engagement)
        .innerJoin(command, eq(command.id, engagement.commandId))
        .leftJoin(organization, eq(organization.id, engagement.organizationId))
        .where(inArray(engagement.recordNumber, recordNumbers))
        .all()
        .map(({ status, date, organization, otherOrganization, command, text, location, ...row }) => ({
          ...row,
          texts: [text, location],
          meta: { status, organization: organization ?? otherOrganization, command, date },
        })),
  },
  call: {
    folder: "calls",
    read: (db, recordNumbers, now) =>
      db
        .select({
          recordNumber: call.recordNumber,
          id: call.id,
          title: call.title,
          text: call.description,
          status: effectiveStatusAt(now),
          techTags: call.techTags,
          closesAt: call.closesAt,
        })
        .from(call)
        .where(inArray(call.recordNumber, recordNumbers))
        .all()
        .map(({ status, techTags, closesAt, text, ...row }) => ({
          ...row,
          texts: [text],
          meta: { status, ...(closesAt === null ? {} : { date: closesAt }), tags: tagsOf(techTags) },
        })),
  },
};
