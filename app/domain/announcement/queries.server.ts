import { and, asc, eq, gt, isNotNull, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { AnnouncementStatus } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { announcement, announcementAttachment, user } from "#db/schema";
import { viewAttachment } from "~/domain/attachment/attachment.server";
import { portalFeedSchema } from "~/lists/feed/schema";
import { portalFeed } from "~/lists/feed/state.server";
import { listInPieces, PIECE_ROWS } from "~/lists/list-in-pieces";
import {
  contains,
  countRows,
  orderedBy,
  type RowsOfKeys,
  readPage,
  rowsByKey,
  withoutCase,
} from "~/lists/listing.server";
import { type Paged, pageOf } from "~/lists/paging";
import { readList } from "~/lists/read-list.server";
import { defineQuery, defineVersionedQuery } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { formattedExcerpt } from "~/values/formatted-text/parse.server";
import { recordSchema } from "~/values/text";
import { countIndustryReached } from "../../routing/deliver.server";
import { audienceOf } from "./notification.server";
import type { Announcement } from "./responses";
import { announcementStatus, audienceFrom, EXCERPT_CHARACTERS } from "./rules";
import { announcementListSchema, audienceSchema, publishedListSchema } from "./schema";

interface PublishedRow {
  id: string;
  title: string;
  body: string;
  publishedAt: string;
  authorName: string;
}

/**
 * The published announcements after one, newest first. Both conditions are the leading columns of announcement_public, so
 * the index gives the rows in this order.
 */
const SELECT_PUBLISHED_AFTER = `
  SELECT announcement.id, announcement.title, body, published_at AS publishedAt, user.name AS authorName
  FROM announcement JOIN user ON user.id = announcement.author_id
  WHERE published = 1 AND deleted_at IS NULL AND (published_at, announcement.id) < (@publishedAt, @id)
  ORDER BY published_at DESC, announcement.id DESC
  LIMIT ${PIECE_ROWS}`;

/** Sorts after the newest of them, and before those that are scheduled. */
const newestAt = (now: Date) => ({ publishedAt: now.toISOString(), id: "~" });

const hasTimeComeAt = (now: Date) => lte(announcement.publishedAt, now.toISOString());

/** Each status as a condition; `announcementStatus` in rules.ts is the same rule for one row, and a test compares them. */
export const IS_STATUS: { readonly [Status in AnnouncementStatus]: (now: Date) => SQL | undefined } = {
  DRAFT: () => isNull(announcement.publishedAt),
  SCHEDULED: (now) => and(eq(announcement.published, true), gt(announcement.publishedAt, now.toISOString())),
  PUBLISHED: (now) => and(eq(announcement.published, true), hasTimeComeAt(now)),
  UNPUBLISHED: () => and(eq(announcement.published, false), isNotNull(announcement.publishedAt)),
};

const isPublicAt = (now: Date) => and(IS_STATUS.PUBLISHED(now), isNull(announcement.deletedAt));

type PublishedSort = z.output<typeof publishedListSchema>["sort"]["by"];

/** An announcement as public lists show it. */
export type ListedAnnouncement = PublishedRow & { updatedAt: string };

const SORT_COLUMNS = {
  createdAt: announcement.createdAt,
  publishedAt: announcement.publishedAt,
  updatedAt: announcement.updatedAt,
  title: withoutCase(announcement.title),
  published: [announcement.published, announcement.publishedAt],
} as const;

/** For the public, an announcement begins when it is published. */
const PUBLIC_SORT_COLUMNS = { ...SORT_COLUMNS, createdAt: announcement.publishedAt } as const;

/** One page of the published announcements that meet a condition; newest first by default. */
export function readPublished(
  db: Database,
  now: Date,
  size: { page: number; pageSize: number },
  { fits, sort = "-createdAt" }: { fits?: SQL | undefined; sort?: PublishedSort | undefined } = {},
): Paged<ListedAnnouncement> {
  const { id, title, body, publishedAt, updatedAt } = announcement;
  const order = orderedBy(sort, PUBLIC_SORT_COLUMNS, id);
  return readPage(db, size, { key: id, where: and(isPublicAt(now), fits), order }, (onPage) =>
    db
      .select({ id, title, body, publishedAt: sql<string>`${publishedAt}`, updatedAt, authorName: user.name })
      .from(announcement)
      .innerJoin(user, eq(user.id, announcement.authorId))
      .where(onPage)
      .orderBy(...order)
      .all(),
  );
}

/** GET /api/portal/announcements: what is published, newest first. */
export const listPublishedAnnouncements = defineVersionedQuery({
  gate: "public",
  input: portalFeedSchema,
  run(context, { page }) {
    const { db, now } = context;
    return portalFeed(context, "announcements", page, {
      list: listInPieces((last: PublishedRow | null) => {
        const { publishedAt, id } = last ?? newestAt(now);
        return statement<PublishedRow>(db, SELECT_PUBLISHED_AFTER).all({ publishedAt, id });
      }, inPortalFeed),
      count: () => countRows(db, announcement, isPublicAt(now)),
      readPage: (size) => pageOf(readPublished(db, now, size), inPortalFeed),
    });
  },
});

const inPortalFeed = ({ id, title, body, publishedAt, authorName }: PublishedRow) => ({
  id,
  title,
  body,
  published: true,
  createdAt: publishedAt,
  author: { name: authorName },
});

/** The same in pages and with only the beginning of each text, for the public pages. */
export const browseAnnouncements = defineQuery({
  gate: "public",
  input: publishedListSchema,
  run({ db, now }, { q, sort, ...size }) {
    const fits = q ? or(contains(announcement.title, q), contains(announcement.body, q)) : undefined;
    return pageOf(
      readPublished(db, now, size, { fits, sort: sort.by }),
      ({ id, title, body, publishedAt, authorName }) => ({
        id,
        title,
        createdAt: publishedAt,
        author: { name: authorName },
        excerpt: formattedExcerpt(body, EXCERPT_CHARACTERS),
      }),
    );
  },
});

/** An announcement as its public page shows it. One that is not published is not found. */
export const publicAnnouncement = defineQuery({
  gate: "public",
  input: recordSchema,
  run({ db, now }, { id }) {
    const { title, body, publishedAt, status, author, attachments } = readAnnouncement(db, id, now);
    if (status !== "PUBLISHED" || publishedAt === null) throw notFound();
    return { id, title, body, createdAt: publishedAt, author: { name: author.name }, attachments };
  },
});

const listColumns = {
  id: announcement.id,
  title: announcement.title,
  body: announcement.body,
  published: announcement.published,
  publishedAt: announcement.publishedAt,
  audience: announcement.audience,
  audienceTags: announcement.audienceTags,
  audienceSetAsides: announcement.audienceSetAsides,
  createdAt: announcement.createdAt,
  updatedAt: announcement.updatedAt,
  author: { id: user.id, name: user.name },
};

/** A row as government reads it, with its effective status. */
function shownAt<Row extends { published: boolean; publishedAt: string | null }>(row: Row, now: Date) {
  const status = announcementStatus(row, now);
  const isScheduled = status === "SCHEDULED";
  return {
    ...row,
    status,
    published: status === "PUBLISHED",
    publishedAt: isScheduled ? null : row.publishedAt,
    publishesAt: isScheduled ? row.publishedAt : null,
  };
}

const selectListed = (db: Database) =>
  db.select(listColumns).from(announcement).innerJoin(user, eq(user.id, announcement.authorId));
const listedRows = rowsByKey(announcement.id, selectListed);

/** GET /api/gov/announcements: published or not, with filters; never a deleted one. */
export const listAnnouncements = defineQuery({
  gate: "gov read",
  input: announcementListSchema,
  run({ db, clock }, { page, pageSize, sort, updatedSince, ...filter }): Paged<Announcement> {
    // Not the time when the request arrived: a later read must not see an earlier state of an announcement.
    const now = clock();
    const isPublished = IS_STATUS.PUBLISHED(now);
    const where = and(
      isNull(announcement.deletedAt),
      filter.published === undefined || !isPublished ? undefined : filter.published ? isPublished : not(isPublished),
      filter.status ? IS_STATUS[filter.status](now) : undefined,
      filter.authorId ? eq(announcement.authorId, filter.authorId) : undefined,
      filter.q ? contains(announcement.title, filter.q) : undefined,
    );
    const { id, updatedAt } = announcement;
    const order = orderedBy(sort.by, SORT_COLUMNS, id);
    const clockChange = { where: IS_STATUS.PUBLISHED(now), at: announcement.publishedAt };
    const rows: RowsOfKeys<Announcement> = (source, keys) => listedRows(source, keys).map((row) => shownAt(row, now));
    const list = { type: "announcement", id, key: id, updatedAt, where, order, clockChange, rows } as const;
    return readList(db, { page, pageSize, sort, updatedSince }, list, (chosen) =>
      selectListed(db)
        .where(chosen)
        .orderBy(...order)
        .all()
        .map((row) => shownAt(row, now)),
    );
  },
});

/** GET /api/gov/announcements/<id>: the record with its attachments. */
export const announcementRecord = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run: ({ db, now }, { id }) => readAnnouncement(db, id, now),
});

/** How many industry users an announcement would notify now. */
export const announcementAudience = defineQuery({
  gate: "publisher",
  input: audienceSchema,
  run: ({ db }, sent) => countIndustryReached(db, audienceOf(audienceFrom(sent))),
});

/**
 * The row of an announcement that is not deleted.
 * @throws DomainError not_found
 */
export function findAnnouncement(db: Database, id: string): typeof announcement.$inferSelect {
  const found = db
    .select()
    .from(announcement)
    .where(and(eq(announcement.id, id), isNull(announcement.deletedAt)))
    .get();
  if (!found) throw notFound();
  return found;
}

/**
 * An announcement as government reads it.
 * @throws DomainError not_found
 */
export function readAnnouncement(db: Database, id: string, now: Date) {
  const found = db
    .select(listColumns)
    .from(announcement)
    .innerJoin(user, eq(user.id, announcement.authorId))
    .where(and(eq(announcement.id, id), isNull(announcement.deletedAt)))
    .get();
  if (!found) throw notFound();
  const attachments = db
    .select()
    .from(announcementAttachment)
    .where(eq(announcementAttachment.announcementId, id))
    .orderBy(asc(announcementAttachment.createdAt), asc(announcementAttachment.id))
    .all();
  return { ...shownAt(found, now), attachments: attachments.map(viewAttachment) };
}

/** How many files an announcement has. */
export function countAttachments(db: Database, id: string): number {
  return countRows(db, announcementAttachment, eq(announcementAttachment.announcementId, id));
}
