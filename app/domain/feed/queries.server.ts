import { linkedPage } from "~/lists/feed/pages";
import { feedSchema } from "~/lists/feed/schema";
import { type FeedKind, versionedFeed } from "~/lists/feed/state.server";
import type { Paged } from "~/lists/paging";
import { defineVersionedQuery, type ReadContext } from "~/operations/operation.server";
import type { Linked, Versioned, WrittenText } from "~/operations/versioned";
import { ANY_ORIGIN, cutAtOrigin, type OriginPiece } from "~/values/any-origin";
import { SERVICE_NAME } from "~/values/labels";
import { LIMITS } from "~/values/limits";
import { tagsOf } from "~/values/tags";
import { type ListedAnnouncement, readPublished } from "../announcement/queries.server";
import { HAS_DEADLINE, type ListedCall, readOpenCalls } from "../call/queries.server";
import { atomText } from "./atom";
import { cutAtAddresses, deadlinesText } from "./deadlines";
import { type Feed, type FeedEntry, permanentId } from "./feed";
import { jsonFeedText } from "./json-feed";

/** A format of a feed. */
interface Format {
  extension: string;
  contentType: string;
  write: (feed: Feed) => string | Promise<string>;
}

const ATOM: Format = { extension: "atom", contentType: "application/atom+xml; charset=utf-8", write: atomText };
const JSON_FEED: Format = {
  extension: "json",
  contentType: "application/feed+json; charset=utf-8",
  write: jsonFeedText,
};

type Context = Pick<ReadContext, "db" | "now" | "caller">;

const size = (page: number) => ({ page, pageSize: LIMITS.feedPageRows });

/** The path of a feed's page. The first page's path has no number, because people subscribe to it. */
const pathIn = (feed: string) => (page: number) => (page === 1 ? feed : `${feed}?page=${page}`);

/** GET /api/feeds/announcements.atom. */
export const announcementsAtom = defineVersionedQuery({
  gate: "public",
  input: feedSchema,
  run: (context, { page }) => announcementsFeed(context, page, ATOM),
});

/** GET /api/feeds/announcements.json. */
export const announcementsJson = defineVersionedQuery({
  gate: "public",
  input: feedSchema,
  run: (context, { page }) => announcementsFeed(context, page, JSON_FEED),
});

/** GET /api/feeds/calls.atom. */
export const callsAtom = defineVersionedQuery({
  gate: "public",
  input: feedSchema,
  run: (context, { page }) => callsFeed(context, page, ATOM),
});

/** GET /api/feeds/calls.json. */
export const callsJson = defineVersionedQuery({
  gate: "public",
  input: feedSchema,
  run: (context, { page }) => callsFeed(context, page, JSON_FEED),
});

/** GET /api/feeds/calls.ics: the last days of open calls. */
export const callsCalendar = defineVersionedQuery({
  gate: "public",
  input: feedSchema,
  run(context, { page }) {
    const { db, now } = context;
    const pathOf = pathIn("/api/feeds/calls.ics");
    const addressOf = (number: number) => ANY_ORIGIN + pathOf(number);
    return versionedFeed(context, "calls", pathOf(page), async () => {
      const { value, links } = linkedPage(readOpenCalls(db, now, size(page), { fits: HAS_DEADLINE }), addressOf);
      const deadlines = value.flatMap(({ closesAt, ...call }) =>
        closesAt === null
          ? []
          : [
              {
                ...call,
                tags: tagsOf(call.techTags),
                url: urlOf("calls", call.id),
                day: closesAt.slice(0, 10),
                updatedAt: lastChangeOf(call),
              },
            ],
      );
      return written(cutAtAddresses(await deadlinesText(deadlines)), "text/calendar; charset=utf-8", links);
    });
  },
});

function announcementsFeed(context: Context, page: number, format: Format): Versioned<WrittenText> {
  const { db, now } = context;
  return writtenFeed(context, page, format, {
    kind: "announcements",
    title: `Announcements | ${SERVICE_NAME}`,
    description: "News from the agency for industry, newest first.",
    read: () => readPublished(db, now, size(page)),
    entryOf: announcementEntry,
  });
}

function callsFeed(context: Context, page: number, format: Format): Versioned<WrittenText> {
  const { db, now } = context;
  return writtenFeed(context, page, format, {
    kind: "calls",
    title: `Open calls for technology | ${SERVICE_NAME}`,
    description: "Calls that take submissions now, earliest deadline first.",
    read: () => readOpenCalls(db, now, size(page)),
    entryOf: callEntry,
  });
}

interface Source<Row> {
  kind: FeedKind;
  title: string;
  description: string;
  read: () => Paged<Row>;
  entryOf: (row: Row) => FeedEntry;
}

function writtenFeed<Row>(
  context: Context,
  page: number,
  { extension, contentType, write }: Format,
  { kind, title, description, read, entryOf }: Source<Row>,
): Versioned<WrittenText> {
  const pathOf = pathIn(`/api/feeds/${kind}.${extension}`);
  const addressOf = (number: number) => ANY_ORIGIN + pathOf(number);
  return versionedFeed(context, kind, pathOf(page), async (updatedAt) => {
    const { value, links } = linkedPage(read(), addressOf);
    const text = await write({
      id: permanentId(ANY_ORIGIN, `/feeds/${kind}`),
      title,
      description,
      author: SERVICE_NAME,
      homeUrl: `${ANY_ORIGIN}/${kind}`,
      selfUrl: addressOf(page),
      links,
      updatedAt,
      entries: value.map(entryOf),
    });
    return written(cutAtOrigin(text), contentType, links);
  });
}

const written = (
  pieces: readonly OriginPiece[],
  contentType: string,
  links: Linked<unknown>["links"],
): Linked<WrittenText> => ({ value: { pieces, contentType }, links });

const urlOf = (kind: FeedKind, id: string) => `${ANY_ORIGIN}/${kind}/${encodeURIComponent(id)}`;

function announcementEntry(announcement: ListedAnnouncement): FeedEntry {
  const { id, title, body, publishedAt, updatedAt, authorName } = announcement;
  return {
    id: permanentId(ANY_ORIGIN, "/announcements", id),
    url: urlOf("announcements", id),
    title,
    text: body,
    tags: [],
    publishedAt,
    // A scheduled announcement was last written before it was published.
    updatedAt: lastChangeOf({ updatedAt, releasedAt: publishedAt }),
    author: authorName,
  };
}

function callEntry(call: ListedCall): FeedEntry {
  const { id, title, description, techTags, closesAt, updatedAt, releasedAt } = call;
  const deadline = closesAt === null ? "" : `\n\nCloses on ${closesAt.slice(0, 10)} (UTC).`;
  return {
    id: permanentId(ANY_ORIGIN, "/calls", id),
    url: urlOf("calls", id),
    title,
    text: description + deadline,
    tags: tagsOf(techTags),
    // A scheduled call was last written before it opened.
    publishedAt: releasedAt ?? updatedAt,
    updatedAt: lastChangeOf(call),
  };
}

/** A call or announcement that was published on schedule changed then, after its last write. */
function lastChangeOf({ updatedAt, releasedAt }: Pick<ListedCall, "updatedAt" | "releasedAt">): string {
  return releasedAt !== null && releasedAt > updatedAt ? releasedAt : updatedAt;
}
