import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/open";
import { announcement, announcementAttachment, call, presetTag } from "#db/schema";
import { publicTurns } from "~/lists/feed/public-turns.server";
import { formatTimeUntil } from "~/values/format";
import { createFetchHandler } from "~/web/fetch-handler.server";
import { insertAnnouncement, insertCall, insertPresetTag } from "../support/arrange";
import { emailOf, idOf, PEOPLE, type PersonKey } from "../support/cast";
import { dispatchers } from "../support/dispatchers";
import { CLIENT_IP, DAY, HOST, HOUR, MINUTE, openPortal, type Portal, readResponse } from "../support/portal";
import { property, timeoutOf, times } from "../support/properties";

/*
 * What everyone without a session reads is kept as bytes. Random writes, releases and steps of the clock, also backward, must
 * never make a kept response differ from one that is made from the database, and no response may be someone else's.
 */

const SEQUENCES = 50;
const READS = 200;
const SECONDS = 300;

const ADDRESSES = [
  ...["/api/portal/calls", "/api/portal/calls?page=1", "/api/portal/announcements", "/api/feeds/announcements.atom"],
  ...["/api/feeds/announcements.json", "/api/feeds/calls.atom", "/api/feeds/calls.ics", "/api/feeds/calls.json"],
  ...["/", "/calls", "/announcements", "/register", "/login"],
];
const RECORD_PAGES = ["/calls/", "/announcements/"] as const;

interface World {
  portal: Portal;
  /** Writes to the same file, as maintenance programs do. */
  other: Database;
  calls: string[];
  announcements: string[];
  random: () => number;
  /**
   * The latest time so far. A feed's version takes an announcement that was deleted before its time for one that was never
   * public (docs/decisions/0011-feed-versions.md). So its deletion has no earlier time, even after the clock was set back.
   */
  latest: number;
}

const oneOf = <T>({ random }: Pick<World, "random">, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;

/** An instant near the present: often exactly that of another step. */
function instantNear(world: World): string {
  const distance = oneOf(world, [0, 1, 999, MINUTE / 2, MINUTE, HOUR, 5 * HOUR, DAY, 3 * DAY, 40 * DAY]);
  return new Date(world.portal.now().getTime() + oneOf(world, [-1, 1, 1]) * distance).toISOString();
}

const anyDeadline = (world: World) => oneOf(world, [null, instantNear(world), instantNear(world)]);

/** Changes of what is public, as SQL: faster than the API, and no path of the server's own code can be forgotten. */
const WRITES: readonly ((world: World, db: Database) => void)[] = [
  (world) => {
    const status = oneOf(world, ["DRAFT", "OPEN", "OPEN", "PENDING", "CLOSED"] as const);
    const releasesAt = status === "PENDING" ? instantNear(world) : null;
    world.calls.push(insertCall(world.portal, { status, releasesAt, closesAt: anyDeadline(world) }));
  },
  (world) => {
    const publishedAt = oneOf(world, [null, instantNear(world)]);
    world.announcements.push(
      insertAnnouncement(world.portal, {
        published: publishedAt !== null && oneOf(world, [true, true, false]),
        publishedAt,
      }),
    );
  },
  (world, db) => update(world, db, { title: `Title ${world.random()}` }),
  (world, db) => update(world, db, { closesAt: anyDeadline(world) }),
  (world, db) => update(world, db, { status: oneOf(world, ["OPEN", "CLOSED"] as const), releasesAt: null }),
  (world, db) => {
    db.update(announcement)
      .set({ body: `Body ${world.random()}` })
      .where(eq(announcement.id, oneOf(world, [...world.announcements, ""])))
      .run();
  },
  (world, db) => {
    db.update(announcement)
      .set({ deletedAt: new Date(world.latest).toISOString() })
      .where(eq(announcement.id, oneOf(world, [...world.announcements, ""])))
      .run();
  },
  (world, db) => {
    const announcementId = oneOf(world, world.announcements);
    if (announcementId === undefined) return;
    const id = `attachment-${world.random()}`;
    const file = { storageKey: id, fileName: "plan.pdf", contentType: "application/pdf", sizeBytes: 9, sha256: "0" };
    const createdAt = world.portal.now().toISOString();
    db.insert(announcementAttachment)
      .values({ id, announcementId, uploadedBy: idOf("lead"), ...file, createdAt })
      .run();
  },
  (world) => insertPresetTag(world.portal, `tag ${world.random()}`),
  (_world, db) => db.delete(presetTag).run(),
];

function update(world: World, db: Database, values: Partial<typeof call.$inferInsert>): void {
  db.update(call)
    .set(values)
    .where(eq(call.id, oneOf(world, [...world.calls, ""])))
    .run();
}

/** Evenly distributed numbers from 0 to 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class RolledBack extends Error {}

const STEPS: readonly ((world: World) => void)[] = [
  (world) => void oneOf(world, WRITES)(world, world.portal.db),
  (world) => void oneOf(world, WRITES)(world, world.other),
  (world) => {
    const { calls, announcements } = world;
    Object.assign(world, { calls: [...calls], announcements: [...announcements] });
    try {
      world.portal.db.transaction(() => {
        oneOf(world, WRITES)(world, world.portal.db);
        throw new RolledBack();
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
    Object.assign(world, { calls, announcements });
  },
  (world) => world.portal.advance(oneOf(world, [1, 500, MINUTE / 2, MINUTE, 20 * MINUTE, HOUR, DAY])),
  (world) => world.portal.advance(-oneOf(world, [1, 500, MINUTE, HOUR])),
  (world) => {
    // To the instant of a record, or a millisecond before or after.
    const [row] = world.portal.db.$client
      .prepare<[], { at: string }>(
        `SELECT at FROM (SELECT closes_at AS at FROM call UNION ALL SELECT releases_at FROM call
           UNION ALL SELECT published_at FROM announcement) WHERE at IS NOT NULL ORDER BY at DESC LIMIT 1 OFFSET ${Math.floor(world.random() * 5)}`,
      )
      .all();
    if (row) world.portal.advance(Date.parse(row.at) - world.portal.now().getTime() + oneOf(world, [-1, 0, 1]));
  },
];

/** Responds without anything that was kept: from another connection, with a database object that nothing is kept for. */
function freshHandler({ portal, other }: World) {
  const services = { ...portal.services, db: Object.create(other) as Database };
  return createFetchHandler(dispatchers, services, { keptResponses: { bytes: 0, count: 0 } });
}

const visit = async (handler: Portal["handler"], path: string, headers: Record<string, string> = {}) =>
  readResponse(
    await handler(
      Object.assign(new Request(`http://${HOST}${path}`, { headers: { host: HOST, ...headers } }), { ip: CLIENT_IP }),
    ),
  );

function anyAddress(world: World): string {
  const prefix = oneOf(world, RECORD_PAGES);
  const ids = prefix === "/calls/" ? world.calls : world.announcements;
  return oneOf(world, [...ADDRESSES, ...ADDRESSES, ...ids.slice(-2).map((id) => prefix + id)]);
}

/** A page that is not for everyone, such as that of an unknown call, has a nonce. */
const withoutNonce = (text: string) => text.replace(/ nonce="[^"]*"/g, "");

async function compare(world: World): Promise<void> {
  const path = anyAddress(world);
  const found = await visit(world.portal.handler, path);
  const expected = await visit(freshHandler(world), path);
  expect([found.status, withoutNonce(found.text)], path).toEqual([expected.status, withoutNonce(expected.text)]);
  for (const name of ["etag", "content-type", "content-security-policy", "cache-control", "link"]) {
    const given = found.headers.get(name);
    if (!given?.includes("nonce-")) expect([name, given], path).toEqual([name, expected.headers.get(name)]);
  }
  expect(emailsIn(found.text), path).toEqual([]);
}

/** The people whose addresses a page shows. */
const emailsIn = (text: string) => [...new Set(text.match(/\w+@example\.test/g))];

const OWN_ADDRESSES = ["/", "/calls", "/announcements", "/help", "/privacy", "/account", "/notifications"];

/** A signed-in person gets their own page, and no cache may store it. */
async function visitAs(world: World, person: PersonKey): Promise<void> {
  const path = oneOf(world, OWN_ADDRESSES);
  // The clock's steps end older sessions.
  world.portal.newSessions();
  const { status, text, headers } = await visit(world.portal.handler, path, { cookie: world.portal.cookieOf(person) });
  expect([status, headers.get("cache-control"), headers.get("etag")], path).toEqual([200, "private, no-store", null]);
  expect(emailsIn(text), path).toEqual([emailOf(person)]);
}

property(
  "what everyone reads is never older than the database, and never someone else's",
  SEQUENCES,
  fc.asyncProperty(fc.integer(), async (seed) => {
    const cleanUps: (() => void)[] = [];
    const portal = await openPortal({}, (cleanUp) => cleanUps.push(cleanUp));
    const other = openDatabase(portal.services.settings.databasePath);
    cleanUps.unshift(() => closeDatabase(other));
    const world: World = {
      portal,
      other,
      calls: [],
      announcements: [],
      random: numbersFrom(seed),
      latest: portal.now().getTime(),
    };
    try {
      for (let read = 0; read < READS; read += 1) {
        for (let step = Math.floor(world.random() * 3); step > 0; step -= 1) {
          oneOf(world, STEPS)(world);
          world.latest = Math.max(world.latest, portal.now().getTime());
        }
        await compare(world);
        if (world.random() < 0.1) await visitAs(world, oneOf(world, PEOPLE));
      }
    } finally {
      for (const cleanUp of cleanUps) cleanUp();
    }
  }),
  SECONDS,
);

test("texts about the time left change only at the turns", { timeout: timeoutOf(60) }, async () => {
  const portal = await openPortal();
  const zone = portal.services.settings.timeZone.id;
  const deadline = new Date(portal.now().getTime() + 2 * DAY + 17 * MINUTE + 12_345);
  insertCall(portal, { closesAt: deadline.toISOString() });
  const textAt = (time: number) => [formatTimeUntil(deadline, new Date(time), zone), time > deadline.getTime()];
  let turns = 0;
  for (let time = portal.now().getTime(); time < deadline.getTime() + HOUR; turns += 1) {
    const { last, next } = publicTurns(portal.db, zone, new Date(time));
    expect(textAt(last.getTime())).toEqual(textAt(time));
    expect(textAt(next.getTime() - 1)).toEqual(textAt(time));
    expect(last.getTime()).toBeLessThanOrEqual(time);
    expect(publicTurns(portal.db, zone, new Date(next.getTime() - 1))).toEqual({ last, next });
    time = next.getTime();
  }
  expect(turns).toBeGreaterThan(100);
  expect(turns).toBeLessThan(300 * times(1));
});
