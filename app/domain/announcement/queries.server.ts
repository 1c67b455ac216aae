import { and, asc, eq, isNull, or, type SQL } from "drizzle-orm";
import { z } from "zod";
import { type Database, statement } from "#db/open";
import { announcement, announcementAttachment, user } from "#db/schema";
import { viewAttachment } from "~/domain/attachment/attachment.server";
import { portalFeedSchema } from "~/lists/feed/schema";
import { portalFeed } from "~/lists/feed/state.server";
import { listInPieces, PIECE_ROWS } from "~/lists/list-in-pieces";
import { contains, countRows, orderedBy, readPage, withoutCase } from "~/lists/listing.server";
import { type Paged, pageOf } from "~/lists/paging";
import { readList } from "~/lists/read-list.server";
import { defineQuery, defineVersionedQuery } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { formattedExcerpt } from "~/values/formatted-text/parse.server";
import { recordSchema } from "~/values/text";
import { countIndustryReached } from "../../routing/deliver.server";
import type { Announcement } from "./responses";
import { EXCERPT_CHARACTERS } from "./rules";
import { announcementListSchema, publishedListSchema } from "./schema";

interface PublishedRow {
  id: string;
  title: string;
  body: string;
  createdAt: string;
  authorName: string;
}

/**
 * The published announcements after one, newest first. Both conditions are the leading columns of announcement_public, so
 * the index gives the rows in this order.
 */
const SELECT_PUBLISHED_AFTER = `
  SELECT announcement.id, announcement.title, body, announcement.created_at AS createdAt, user.name AS authorName
  FROM announcement JOIN user ON user.id = announcement.author_id
  WHERE published = 1 AND deleted_at IS NULL AND (announcement.created_at, announcement.id) < (@createdAt, @id)
  ORDER BY announcement.created_at DESC, announcement.id DESC
  LIMIT ${PIECE_ROWS}`;

/** Sorts after every announcement. */
const NEWEST = { createdAt: "~", id: "" };

const isPublished = and(eq(announcement.published, true), isNull(announcement.deletedAt));

type PublishedSort = z.output<typeof publishedListSchema>["sort"]["by"];

/** An announcement as public lists show it. */
export type ListedAnnouncement = PublishedRow & { updatedAt: string };

const SORT_COLUMNS = {
  createdAt: announcement.createdAt,
  updatedAt: announcement.updatedAt,
  title: withoutCase(announcement.title),
  published: [announcement.published, announcement.createdAt],
} as const;

/** One page of the published announcements that meet a condition; newest first by default. */
export function readPublished(
  db: Database,
  size: { page: number; pageSize: number },
  { fits, sort = "-createdAt" }: { fits?: SQL | undefined; sort?: PublishedSort | undefined } = {},
): Paged<ListedAnnouncement> {
  const { id, title, body, createdAt, updatedAt } = announcement;
  const order = orderedBy(sort, SORT_COLUMNS, id);
  return readPage(db, size, { key: id, where: and(isPublished, fits), order }, (onPage) =>
    db
      .select({ id, title, body, createdAt, updatedAt, authorName: user.name })
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
    const { db } = context;
    return portalFeed(context, "announcements", page, {
      list: listInPieces((last: PublishedRow | null) => {
        const { createdAt, id } = last ?? NEWEST;
        return statement<PublishedRow>(db, SELECT_PUBLISHED_AFTER).all({ createdAt, id });
      }, inPortalFeed),
      count: () => countRows(db, announcement, isPublished),
      readPage: (size) => pageOf(readPublished(db, size), inPortalFeed),
    });
  },
});

const inPortalFeed = ({ id, title, body, createdAt, authorName }: PublishedRow) => ({
  id,
  title,
  body,
  published: true,
  createdAt,
  author: { name: authorName },
});

/** The same in pages and with only the beginning of each text, for the public pages. */
export const browseAnnouncements = defineQuery({
  gate: "public",
  input: publishedListSchema,
  run({ db }, { q, sort, ...size }) {
    const fits = q ? or(contains(announcement.title, q), contains(announcement.body, q)) : undefined;
    return pageOf(readPublished(db, size, { fits, sort: sort.by }), ({ id, title, body, createdAt, authorName }) => ({
      id,
      title,
      createdAt,
      author: { name: authorName },
      excerpt: formattedExcerpt(body, EXCERPT_CHARACTERS),
    }));
  },
});

/** An announcement as its public page shows it. One that is not published is not found. */
export const publicAnnouncement = defineQuery({
  gate: "public",
  input: recordSchema,
  run({ db }, { id }) {
    const { title, body, published, createdAt, author, attachments } = readAnnouncement(db, id);
    if (!published) throw notFound();
    return { id, title, body, createdAt, author: { name: author.name }, attachments };
  },
});

const listColumns = {
  id: announcement.id,
  title: announcement.title,
  body: announcement.body,
  published: announcement.published,
  createdAt: announcement.createdAt,
  updatedAt: announcement.updatedAt,
  author: { id: user.id, name: user.name },
};

/** GET /api/gov/announcements: published or not, with filters; never a deleted one. */
export const listAnnouncements = defineQuery({
  gate: "gov read",
  input: announcementListSchema,
  run({ db }, { page, pageSize, sort, updatedSince, ...filter }): Paged<Announcement> {
    const where = and(
      isNull(announcement.deletedAt),
      filter.published === undefined ? undefined : eq(announcement.published, filter.published),
      filter.authorId ? eq(announcement.authorId, filter.authorId) : undefined,
      filter.q ? contains(announcement.title, filter.q) : undefined,
    );
    const { id, updatedAt } = announcement;
    const order = orderedBy(sort.by, SORT_COLUMNS, id);
    const list = { type: "announcement", id, key: id, updatedAt, where, order } as const;
    return readList(db, { page, pageSize, sort, updatedSince }, list, (chosen) =>
      db
        .select(listColumns)
        .from(announcement)
        .innerJoin(user, eq(user.id, announcement.authorId))
        .where(chosen)
        .orderBy(...order)
        .all(),
    );
  },
});

/** GET /api/gov/announcements/<id>: the record with its attachments. */
export const announcementRecord = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run: ({ db }, { id }) => readAnnouncement(db, id),
});

/** How many industry users an announcement would notify now. */
export const announcementAudience = defineQuery({
  gate: "publisher",
  input: z.object({}),
  run: ({ db }) => countIndustryReached(db, { kind: "ANNOUNCEMENT", tags: [] }),
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
export function readAnnouncement(db: Database, id: string) {
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
  return { ...found, attachments: attachments.map(viewAttachment) };
}

/** How many files an announcement has. */
export function countAttachments(db: Database, id: string): number {
  return countRows(db, announcementAttachment, eq(announcementAttachment.announcementId, id));
}
