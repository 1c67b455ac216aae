import { and, eq, lte, ne } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  announcement,
  auditEvent,
  call,
  command,
  engagement,
  notification,
  organization,
  presetTag,
  submission,
  user,
} from "#db/schema";
import {
  calendarDay,
  insertAnnouncement,
  insertAudit,
  insertCall,
  insertCommand,
  insertEngagement,
  insertNotification,
  insertOrganization,
  insertPresetTag,
  insertSubmission,
  instant,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { unescaped, withoutScripts, wordsOf } from "../support/markup";
import { DAY, HOUR, MINUTE, openPortal, type Portal } from "../support/portal";

/* Every list page: its orders, filters and pages, in its address and in its text. */

// biome-ignore lint/suspicious/noExplicitAny: a row of any table
type Row = any;
type Keys = (row: Row) => readonly (string | number | boolean | null)[];

interface ListPage {
  path: string;
  as: PersonKey | null;
  fill: (portal: Portal) => void;
  /** Every row that the list has without a filter. */
  rows: (portal: Portal) => Row[];
  /** What identifies the rows on the page, in order: the first group. */
  shown: RegExp;
  /** The same for a row. */
  nameOf?: (row: Row) => string;
  /** What each order compares, first to last. The id breaks ties. */
  orders: Record<string, Keys>;
  defaultOrder: string;
  /** The value of each filter, and whether a row matches it. */
  filters: Record<string, (row: Row) => boolean>;
  /** Whether its orders are in the headers of a table. */
  hasTable: boolean;
}

const ROWS = 25;
const numbers = Array.from({ length: ROWS }, (_unused, number) => number);
const WORDS = ["Quiet rotors", "quiet rotors", "Other hulls"];
const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length] as Item;
/** Times, many of them equal. */
const at = (portal: Portal, number: number) => instant(portal, (number % 4) * MINUTE);
const idNumber = (number: number) => String((number * 7) % ROWS).padStart(2, "0");
const lower = (text: string) => text.toLowerCase();
const has = (text: string, part: string) => lower(text).includes(lower(part));
const hasTag = (tags: string, tag: string) => tags.split(",").includes(tag);
const LAST = "\u{10ffff}";

const times = (portal: Portal, number: number) => ({
  createdAt: at(portal, number),
  updatedAt: at(portal, number + 1),
});
const byTimes: Record<string, Keys> = {
  createdAt: (row) => [row.createdAt],
  updatedAt: (row) => [row.updatedAt],
};
const byTitle: Keys = (row) => [lower(row.title)];

type NewPerson = typeof user.$inferInsert;
/** Inserts people. Some are inactive, and some have never signed in. @param kindOf what differs between the lists */
const fillPeople =
  (kindOf: (number: number) => Pick<NewPerson, "role"> & Partial<NewPerson>) =>
  (portal: Portal): void => {
    for (const number of numbers) {
      const id = `row-${idNumber(number)}`;
      const person = {
        ...{ id, email: `${id}@example.test`, name: `${pick(WORDS, number)} ${idNumber(number)}` },
        active: number % 5 !== 0,
        lastSignInAt: number % 3 === 0 ? null : at(portal, number),
        passwordHash: "none",
        ...times(portal, number),
      };
      portal.db
        .insert(user)
        .values({ ...person, ...kindOf(number) })
        .run();
    }
  };
/** What lists of people have in common. */
const PEOPLE = {
  shown: /<th scope="row" data-label="Name">(?:<a [^>]*>)?([^<]+)</g,
  nameOf: ({ name }: Row) => name,
  orders: {
    name: (row) => [lower(row.name)],
    lastSignInAt: (row) => [row.lastSignInAt ?? "", lower(row.name)],
  } satisfies Record<string, Keys>,
  filters: {
    "state=INACTIVE": (row: Row) => !row.active,
    "q=QUIET": (row: Row) => has(row.name, "quiet"),
  },
  hasTable: true,
};

const fillSubmissions = (portal: Portal) => {
  const callId = insertCall(portal, { id: "asked" });
  for (const number of numbers) {
    insertSubmission(portal, {
      id: `row-${idNumber(number)}`,
      title: pick(WORDS, number),
      type: pick(["WHITE_PAPER", "PITCH_MATERIAL"] as const, number),
      status: pick(["SUBMITTED", "ROUTED", "REVIEWED", "ARCHIVED", "ROUTED"] as const, number),
      techTags: pick(["rotors,hulls", "hulls", ""], number),
      organizationId: number % 4 === 0 ? ORGANIZATIONS.borealis : ORGANIZATIONS.acme,
      callId: number % 3 === 0 ? callId : null,
      ownerId: pick([null, idOf("readonly"), idOf("poc")], number),
      governmentTags: number % 6 === 4 ? "rotors" : "",
      answerBy: pick(["2026-02-27", null, "2026-03-02", "2026-12-31"], number),
      ...times(portal, number),
      ...(number % 6 === 5 && { createdAt: instant(portal, -8 * DAY) }),
    });
  }
};

const LISTS: ListPage[] = [
  {
    path: "/gov/submissions",
    as: "readonly",
    fill: fillSubmissions,
    rows: ({ db }) => db.select().from(submission).where(ne(submission.status, "ARCHIVED")).all(),
    shown: /href="\/gov\/submissions\/(row[^"?]+)\?/g,
    orders: {
      ...byTimes,
      title: byTitle,
      status: (row) => [row.status, row.createdAt],
      answerBy: (row) => [row.answerBy],
    },
    defaultOrder: "-createdAt",
    filters: {
      "status=ROUTED": (row) => row.status === "ROUTED",
      "type=PITCH_MATERIAL": (row) => row.type === "PITCH_MATERIAL",
      "tag=rotors": (row) => hasTag(row.techTags, "rotors") || hasTag(row.governmentTags, "rotors"),
      "olderThan=7": (row) => row.createdAt < "2026-02-23",
      "q=QUIET": (row) => has(row.title, "quiet"),
      "callId=asked": (row) => row.callId === "asked",
      [`organizationId=${ORGANIZATIONS.borealis}`]: (row) => row.organizationId === ORGANIZATIONS.borealis,
      "view=unrouted": (row) => row.status === "SUBMITTED",
      "view=unassigned": (row) => row.ownerId === null && ["SUBMITTED", "ROUTED"].includes(row.status),
      "view=due": (row) => row.ownerId === idOf("readonly") && (row.answerBy ?? "9") < "2026-03-06",
      "view=owned": (row) => row.ownerId === idOf("readonly"),
    },
    hasTable: true,
  },
  {
    path: "/portal/submissions",
    as: "acmeUser",
    fill: fillSubmissions,
    rows: ({ db }) =>
      db
        .select()
        .from(submission)
        .where(eq(submission.organizationId, ORGANIZATIONS.acme))
        .all()
        .filter(({ status }) => status !== "ARCHIVED"),
    shown: /href="\/portal\/submissions\/(row[^"?]+)"/g,
    orders: { ...byTimes, title: byTitle, status: (row) => [row.status, row.createdAt] },
    defaultOrder: "-createdAt",
    filters: {
      "status=ROUTED": (row) => row.status === "ROUTED",
      "type=PITCH_MATERIAL": (row) => row.type === "PITCH_MATERIAL",
      "tag=rotors": (row) => hasTag(row.techTags, "rotors"),
      "q=other": (row) => has(row.title, "other"),
    },
    hasTable: true,
  },
  {
    path: "/gov/organizations",
    as: "readonly",
    fill(portal) {
      for (const number of numbers) {
        insertOrganization(portal, {
          id: `row-${idNumber(number)}`,
          name: `${pick(WORDS, number)} ${number}`,
          orgType: pick(["COMPANY", "FFRDC"] as const, number),
          status: pick(["ACTIVE", "NEW", "WATCHLIST"] as const, number),
          techTags: pick(["rotors,hulls", "hulls"], number),
          setAsides: number % 5 === 0 ? ["HUBZONE"] : [],
          smallBusiness: number % 5 === 0,
          samRegistrationStatus: pick(["ACTIVE", null, "EXPIRED"] as const, number),
          ...times(portal, number),
        });
      }
    },
    rows: ({ db }) => db.select().from(organization).all(),
    shown: /href="\/gov\/organizations\/([^"?]+)"/g,
    orders: { ...byTimes, name: (row) => [row.nameKey], status: (row) => [row.status, row.nameKey] },
    defaultOrder: "name",
    filters: {
      "status=WATCHLIST": (row) => row.status === "WATCHLIST",
      "orgType=FFRDC": (row) => row.orgType === "FFRDC",
      "setAside=HUBZONE": (row) => row.setAsides.includes("HUBZONE"),
      "samRegistrationStatus=EXPIRED": (row) => row.samRegistrationStatus === "EXPIRED",
      "tag=rotors": (row) => hasTag(row.techTags, "rotors"),
      "q=QUIET": (row) => has(row.name, "quiet"),
    },
    hasTable: true,
  },
  {
    path: "/gov/engagements",
    as: "readonly",
    fill(portal) {
      for (const number of numbers) {
        insertEngagement(
          portal,
          {
            id: `row-${idNumber(number)}`,
            title: pick(WORDS, number),
            type: pick(["DEMO", "SITE_VISIT"] as const, number),
            status: pick(["PLANNED", "CLOSED", "FOLLOW_UP"] as const, number),
            commandId: pick([COMMANDS.alpha, COMMANDS.bravo], number),
            date: `2026-0${3 + (number % 3)}-10T00:00:00.000Z`,
            ...times(portal, number),
          },
          [pick([ORGANIZATIONS.acme, ORGANIZATIONS.borealis], number)],
        );
      }
    },
    rows: ({ db }) => db.select().from(engagement).all(),
    shown: /href="\/gov\/engagements\/(row[^"?]+)"/g,
    orders: { ...byTimes, title: byTitle, date: (row) => [row.date] },
    defaultOrder: "-date",
    filters: {
      "status=CLOSED": (row) => row.status === "CLOSED",
      "type=SITE_VISIT": (row) => row.type === "SITE_VISIT",
      [`commandId=${COMMANDS.bravo}`]: (row) => row.commandId === COMMANDS.bravo,
      "from=2026-04-10": (row) => row.date >= "2026-04-10",
      "to=2026-04-10": (row) => row.date <= "2026-04-10T00:00:00.000Z",
      "q=QUIET": (row) => has(row.title, "quiet"),
      [`organizationId=${ORGANIZATIONS.borealis}`]: (row) => row.organizationId === ORGANIZATIONS.borealis,
    },
    hasTable: true,
  },
  {
    path: "/gov/calls",
    as: "readonly",
    fill: fillCalls,
    rows: ({ db }) => db.select().from(call).all(),
    shown: /href="\/gov\/calls\/(row[^"?]+)"/g,
    orders: { ...byTimes, title: byTitle, closesAt: (row) => [row.closesAt] },
    defaultOrder: "-updatedAt",
    filters: {
      "status=DRAFT": (row) => row.status === "DRAFT",
      "noticeType=SOURCES_SOUGHT": (row) => row.noticeType === "SOURCES_SOUGHT",
      "setAside=HUBZONE": (row) => row.setAside === "HUBZONE",
      "tag=rotors": (row) => hasTag(row.techTags, "rotors"),
      "q=QUIET": (row) => has(row.title, "quiet"),
    },
    hasTable: true,
  },
  {
    path: "/calls",
    as: null,
    fill: fillCalls,
    rows: ({ db }) => db.select().from(call).where(eq(call.status, "OPEN")).all(),
    shown: /href="\/calls\/(row[^"?]+)"/g,
    orders: {
      createdAt: (row) => [row.createdAt],
      title: byTitle,
      // The order of the feed.
      closesAt: (row) => [row.closesAt, row.createdAt],
    },
    defaultOrder: "closesAt",
    filters: {
      "setAside=HUBZONE": (row) => row.setAside === "HUBZONE",
      "tag=rotors": (row) => hasTag(row.techTags, "rotors"),
      "q=DEEP": (row) => has(row.description, "deep"),
    },
    hasTable: false,
  },
  {
    path: "/gov/announcements",
    as: "readonly",
    fill: fillAnnouncements,
    rows: ({ db }) => db.select().from(announcement).all(),
    shown: /href="\/gov\/announcements\/(row[^"?]+)"/g,
    orders: {
      ...byTimes,
      title: byTitle,
      publishedAt: (row) => [row.publishedAt ?? ""],
      published: (row) => [row.published, row.publishedAt ?? ""],
    },
    defaultOrder: "-createdAt",
    filters: {
      "status=DRAFT": (row) => row.publishedAt === null,
      "status=SCHEDULED": (row) => row.published && row.publishedAt > row.updatedAt,
      "status=UNPUBLISHED": (row) => !row.published && row.publishedAt !== null,
      "published=false": (row) => !row.published || row.publishedAt > row.updatedAt,
      "q=QUIET": (row) => has(row.title, "quiet"),
    },
    hasTable: true,
  },
  {
    path: "/announcements",
    as: null,
    fill: fillAnnouncements,
    rows: ({ db, now }) =>
      db
        .select()
        .from(announcement)
        .where(and(eq(announcement.published, true), lte(announcement.publishedAt, now().toISOString())))
        .all(),
    shown: /href="\/announcements\/(row[^"?]+)"/g,
    orders: { createdAt: (row) => [row.publishedAt], title: byTitle },
    defaultOrder: "-createdAt",
    filters: { "q=deep": (row) => has(row.body, "deep") || has(row.title, "deep") },
    hasTable: false,
  },
  {
    path: "/gov/admin/users",
    as: "admin",
    fill(portal) {
      insertCommand(portal, { id: "command-zulu", abbreviation: "ZULU" });
      fillPeople((number) => ({
        role: pick(["GOV_POC", "GOV_READONLY", "GOV_ADMIN"] as const, number),
        commandId: pick([COMMANDS.alpha, null, "command-zulu", COMMANDS.bravo], number),
        title: pick(["analyst", null, "Buyer"], number),
      }))(portal);
    },
    rows({ db }) {
      const abbreviations = new Map(
        db
          .select()
          .from(command)
          .all()
          .map(({ id, abbreviationKey }) => [id, abbreviationKey]),
      );
      return db
        .select()
        .from(user)
        .where(ne(user.role, "INDUSTRY"))
        .all()
        .map((row) => ({ ...row, command: abbreviations.get(row.commandId ?? "") ?? LAST }));
    },
    ...PEOPLE,
    orders: {
      ...PEOPLE.orders,
      role: (row) => [row.role, lower(row.name)],
      command: (row) => [row.command, lower(row.name)],
      title: (row) => [lower(row.title ?? LAST), lower(row.name)],
    },
    defaultOrder: "name",
    filters: {
      ...PEOPLE.filters,
      "withRole=GOV_READONLY": (row) => row.role === "GOV_READONLY",
      "inCommand=command-zulu": (row) => row.commandId === "command-zulu",
    },
  },
  {
    path: "/gov/admin/tags",
    as: "systemAdmin",
    fill(portal) {
      for (const number of numbers) {
        const id = insertPresetTag(portal, `${pick(["rotor", "hull"], number)} ${idNumber(number)}`);
        portal.db
          .update(presetTag)
          .set({ createdAt: at(portal, number) })
          .where(eq(presetTag.id, id))
          .run();
      }
    },
    rows: ({ db }) => db.select().from(presetTag).all(),
    shown: /<th scope="row" data-label="Tag">([^<]+)</g,
    nameOf: ({ label }) => label,
    orders: { label: (row) => [row.label], createdAt: (row) => [row.createdAt] },
    defaultOrder: "label",
    filters: { "q=HULL": (row) => has(row.label, "hull") },
    hasTable: true,
  },
  {
    path: "/gov/admin/audit",
    as: "systemAdmin",
    fill(portal) {
      for (const number of numbers) {
        insertAudit(portal, pick(["sign_out", "call_created"], number), { as: pick(["admin", "lead"], number) });
        if (number % 3 === 0) portal.advance(MINUTE);
      }
    },
    rows: ({ db }) => db.select().from(auditEvent).all(),
    shown: /href="\/gov\/admin\/audit\/([^"?]+)"/g,
    orders: { createdAt: (row) => [row.createdAt, row.seq] },
    defaultOrder: "-createdAt",
    filters: {
      "event=call_created": (row) => row.event === "call_created",
      "outcome=SUCCESS": (row) => row.outcome === "SUCCESS",
      [`actor=${idOf("lead")}`]: (row) => row.actorId === idOf("lead"),
    },
    hasTable: true,
  },
  {
    path: "/portal/users",
    as: "acmeAdmin",
    fill: fillPeople((number) => ({
      role: "INDUSTRY",
      industryRole: pick(["INDUSTRY_USER", "INDUSTRY_ADMIN"] as const, number),
      organizationId: ORGANIZATIONS.acme,
    })),
    rows: ({ db }) => db.select().from(user).where(eq(user.organizationId, ORGANIZATIONS.acme)).all(),
    ...PEOPLE,
    orders: { ...PEOPLE.orders, role: (row) => [row.industryRole, lower(row.name)] },
    defaultOrder: "name",
    filters: { ...PEOPLE.filters, "withRole=INDUSTRY_ADMIN": (row) => row.industryRole === "INDUSTRY_ADMIN" },
  },
  {
    path: "/gov/admin/industry-users",
    as: "systemAdmin",
    fill: fillPeople((number) => ({
      role: "INDUSTRY",
      industryRole: "INDUSTRY_USER",
      organizationId: pick(Object.values(ORGANIZATIONS), number),
    })),
    rows({ db }) {
      const names = new Map(
        db
          .select()
          .from(organization)
          .all()
          .map(({ id, nameKey }) => [id, nameKey]),
      );
      return db
        .select()
        .from(user)
        .where(eq(user.role, "INDUSTRY"))
        .all()
        .map((row) => ({ ...row, organization: names.get(row.organizationId ?? "") ?? "" }));
    },
    ...PEOPLE,
    orders: { ...PEOPLE.orders, organization: (row) => [row.organization, lower(row.name)] },
    defaultOrder: "organization",
    filters: {
      ...PEOPLE.filters,
      [`organizationId=${ORGANIZATIONS.acme}`]: (row) => row.organizationId === ORGANIZATIONS.acme,
    },
  },
  {
    path: "/notifications",
    as: "poc",
    fill(portal) {
      insertNotification(portal, "lead", { title: "Someone else's" });
      for (const number of numbers) {
        insertNotification(portal, "poc", {
          id: `row-${idNumber(number)}`,
          title: `Told ${number}`,
          kind: pick(["SYSTEM", "SUBMISSION_MATCH", "ANNOUNCEMENT"] as const, number),
          read: number % 2 === 0,
          createdAt: at(portal, number),
        });
      }
    },
    rows: ({ db }) =>
      db
        .select()
        .from(notification)
        .where(eq(notification.userId, idOf("poc")))
        .all(),
    shown: /(Told \d+)<\/span><p /g,
    nameOf: ({ title }) => title,
    orders: { createdAt: (row) => [row.createdAt] },
    defaultOrder: "-createdAt",
    filters: {
      "unread=true": (row) => !row.read,
      "unread=false": (row) => row.read,
      "kind=SUBMISSION_MATCH": (row) => row.kind === "SUBMISSION_MATCH",
    },
    hasTable: false,
  },
];

function fillCalls(portal: Portal): void {
  for (const number of numbers) {
    insertCall(portal, {
      id: `row-${idNumber(number)}`,
      title: pick(WORDS, number),
      description: pick(["Down in the deep.", "On land."], number),
      techTags: pick(["rotors,hulls", "hulls"], number),
      status: number % 6 === 5 ? "DRAFT" : "OPEN",
      noticeType: pick(["SOURCES_SOUGHT", null] as const, number),
      setAside: number % 4 === 0 ? "HUBZONE" : null,
      closesAt: number % 5 === 0 ? null : instant(portal, (1 + (number % 3)) * DAY),
      ...times(portal, number),
    });
  }
}

/** Every fifth is a draft, and every seventh scheduled. */
function fillAnnouncements(portal: Portal): void {
  for (const number of numbers) {
    const createdAt = instant(portal, (number % 4) * MINUTE - HOUR);
    const isDraft = number % 5 === 4;
    insertAnnouncement(portal, {
      id: `row-${idNumber(number)}`,
      title: pick(WORDS, number),
      body: pick(["Down in the deep.", "On land."], number),
      published: !isDraft && number % 6 !== 5,
      createdAt,
      publishedAt: isDraft ? null : number % 7 === 3 ? instant(portal, DAY) : createdAt,
      updatedAt: at(portal, number + 1),
    });
  }
}

async function visit(portal: Portal, { as }: Pick<ListPage, "as">, address: string): Promise<string> {
  const { status, text } = await portal.request(as, "GET", address);
  expect(status, `${address}: ${text.slice(0, 300)}`).toBe(200);
  return text;
}

const namesOn = (html: string, { shown }: ListPage) => [
  ...new Set(Array.from(withoutScripts(html).matchAll(shown), ([, name]) => unescaped(name ?? "").trim())),
];

/** The names of the whole list, by the links from page to page. */
async function walk(portal: Portal, list: ListPage, query: string): Promise<string[]> {
  const names: string[] = [];
  let address: string | undefined = `${list.path}?${query}`;
  while (address !== undefined) {
    const html: string = withoutScripts(await visit(portal, list, address));
    names.push(...namesOn(html, list));
    const next: string | undefined = html.match(/usa-pagination__next-page"[^>]* href="([^"#]+)#list"/)?.[1];
    address = next && unescaped(next);
    expect(names.length, address).toBeLessThanOrEqual(2 * ROWS);
  }
  return names;
}

const nameOf = ({ nameOf: of = ({ id }) => id }: ListPage, row: Row) => of(row);

/** Missing values come last. The id breaks ties. */
function inOrder(list: ListPage, rows: readonly Row[], order: string): string[] {
  const direction = order.startsWith("-") ? -1 : 1;
  const keysOf = (row: Row) => [...(list.orders[order.replace("-", "")]?.(row) ?? []), row.id];
  const compare = (one: Row, other: Row) => {
    const [left, right] = [keysOf(one), keysOf(other)];
    for (const [index, key] of left.entries()) {
      const against = right[index];
      if (key === against) continue;
      if (key === null || against === null) return key === null ? 1 : -1;
      return key < against ? -direction : direction;
    }
    return 0;
  };
  return [...rows].sort(compare).map((row) => nameOf(list, row));
}

describe.each(LISTS)("the list at $path", (list) => {
  // These tests only read, so one portal is enough for all of them.
  let portal: Portal;
  let clear = () => {};
  beforeAll(async () => {
    portal = await openPortal({}, (clearing) => {
      clear = clearing;
    });
    list.fill(portal);
  });
  afterAll(() => clear());

  test.each(Object.keys(list.orders).flatMap((order) => [order, `-${order}`]))(
    "sorted by %s keeps that order from page to page, even with many equal values",
    async (order) => {
      const expected = inOrder(list, list.rows(portal), order);
      expect(expected.length).toBeGreaterThan(10);
      expect(await walk(portal, list, `sort=${order}&pageSize=10`)).toEqual(expected);
    },
  );

  test(`is sorted by ${list.defaultOrder} by default, and offers its orders in a form`, async () => {
    expect(await walk(portal, list, "pageSize=10")).toEqual(inOrder(list, list.rows(portal), list.defaultOrder));
    const form = (await visit(portal, list, list.path)).match(/<form method="get"[\s\S]*?<\/form>/g)?.join() ?? "";
    const offered = [...(form.match(/<select id="sort"[\s\S]*?<\/select>/)?.[0] ?? "").matchAll(/value="([^"]*)"/g)];
    const all = Object.keys(list.orders).flatMap((order) => [order, `-${order}`]);
    expect(offered.map(([, order]) => order || list.defaultOrder).sort()).toEqual(all.sort());
  });

  test.each(Object.entries(list.filters))(
    "filtered by %s shows that in words and in its title, and offers to clear it",
    async (query, fits) => {
      const fitting = list.rows(portal).filter(fits);
      expect(fitting.length).toBeGreaterThan(0);
      expect((await walk(portal, list, `${query}&pageSize=10`)).sort()).toEqual(
        fitting.map((row) => nameOf(list, row)).sort(),
      );
      const html = withoutScripts(await visit(portal, list, `${list.path}?${query}&sort=${list.defaultOrder}`));
      expect(wordsOf(html.match(/<p[^>]* role="status">([^<]*)</)?.[0] ?? "")).toMatch(
        new RegExp(`>?\\s*${fitting.length} [a-z ]+(, page 1 of \\d)?`),
      );
      if (query.startsWith("view=")) return;
      expect(wordsOf(html)).toMatch(/Filtered by [A-Z]/);
      expect(html.match(/<title>[^<]+, [^<]+: [^<]+ \|/)).not.toBeNull();
      const removed = html.match(/glip-filter-on__remove"[^>]* href="([^"]*)"/)?.[1];
      expect(removed).toBe(`${list.path}?sort=${list.defaultOrder}`);
      const cleared = html.match(/href="([^"]*)">Clear filters</)?.[1];
      expect(cleared).toBe(`${list.path}?sort=${list.defaultOrder}`);
    },
  );

  test("has as many rows on a page as requested, from the offered sizes", async () => {
    const total = list.rows(portal).length;
    const plain = withoutScripts(await visit(portal, list, list.path));
    const offered = [...plain.matchAll(/\?pageSize=(\d+)#list/g)].map(([, size]) => Number(size));
    expect(offered).toEqual(list.path === "/notifications" ? [10, 20, 50] : [10, 20, 50, 100]);
    for (const size of [1, ...offered]) {
      const html = await visit(portal, list, `${list.path}?pageSize=${size}`);
      expect(namesOn(html, list)).toHaveLength(Math.min(size, total));
      expect(wordsOf(html)).toContain(`Showing 1 to ${Math.min(size, total)} of ${total}`);
    }
    const most = offered.at(-1) ?? 0;
    for (const size of [0, most + 1, "many"]) {
      const html = await visit(portal, list, `${list.path}?pageSize=${size}`);
      expect(html).toContain("We did not understand part of this address");
      expect(namesOn(html, list)).toHaveLength(Math.min(20, total));
    }
  });

  if (list.hasTable) {
    test("has headers that link to the orders by their columns, and back", async () => {
      const headersOf = (html: string) =>
        [...withoutScripts(html).matchAll(/<th scope="col" abbr="[^"]*"([^>]*)><a[^>]* href="([^"]*)"/g)].map(
          ([, marks = "", to = ""]) => ({ sorted: marks.match(/aria-sort="(\w+)"/)?.[1], to: unescaped(to) }),
        );
      const [kept] = Object.keys(list.filters);
      const start = `${list.path}?${kept}&pageSize=50&page=1`;
      const headers = headersOf(await visit(portal, list, start));
      expect(headers.length).toBeGreaterThan(0);
      expect(headers.filter(({ sorted }) => sorted)).toHaveLength(1);
      for (const [index, { to }] of headers.entries()) {
        const asked = new URLSearchParams(to.split("?")[1]);
        expect(`${asked}`).toContain(new URLSearchParams(kept).toString());
        expect([asked.get("pageSize"), asked.get("page")]).toEqual(["50", null]);
        const order = asked.get("sort") ?? list.defaultOrder;
        const there = await visit(portal, list, to);
        const fitting = list.rows(portal).filter(list.filters[kept ?? ""] ?? (() => true));
        expect(namesOn(there, list)).toEqual(inOrder(list, fitting, order));
        const header = headersOf(there)[index];
        expect(header?.sorted).toBe(order.startsWith("-") ? "descending" : "ascending");
        const back = new URLSearchParams(header?.to.split("?")[1]).get("sort") ?? list.defaultOrder;
        expect(back).toBe(order.startsWith("-") ? order.slice(1) : `-${order}`);
      }
    });
  }
});

test("an address shows the same list to every reader", async () => {
  const portal = await openPortal();
  const list = LISTS[0] as ListPage;
  list.fill(portal);
  const address = `${list.path}?q=quiet&tag=hulls&sort=title&pageSize=5&page=2`;
  const [first, ...others] = await Promise.all(
    (["readonly", "poc", "systemAdmin"] as const).map(async (as) =>
      namesOn(await visit(portal, { as }, address), list),
    ),
  );
  expect(first).toHaveLength(5);
  for (const other of others) expect(other).toEqual(first);
});

test("a filter from a link names its record, and stays when other filters are applied", async () => {
  const portal = await openPortal();
  fillSubmissions(portal);
  const html = await visit(portal, { as: "poc" }, `/gov/submissions?organizationId=${ORGANIZATIONS.acme}&pageSize=50`);
  expect(wordsOf(html)).toContain("Filtered by Organization: acme industries");
  expect(html).toContain(`<input type="hidden" name="organizationId" value="${ORGANIZATIONS.acme}"/>`);
  expect(html).toContain('<input type="hidden" name="pageSize" value="50"/>');
  expect(html).not.toContain('type="hidden" name="page"');
});

test.each<[path: string, as: PersonKey | null, none: string, filtered: string, filter: string]>([
  ["/calls", null, "No open calls right now", "No matching open calls", "q=none"],
  ["/announcements", null, "No announcements yet", "No matching announcements", "q=none"],
  ["/notifications", "acmeUser", "No notifications yet", "No matching notifications", "unread=true"],
  ["/gov/calls", "poc", "No calls yet", "No matching calls", "q=none"],
  ["/gov/announcements", "poc", "No announcements yet", "No matching announcements", "q=none"],
  ["/gov/engagements", "poc", "No engagements yet", "No matching engagements", "q=none"],
  ["/gov/submissions", "poc", "No submissions", "No matching submissions", "q=none"],
  ["/gov/submissions?view=unrouted", "poc", "No unrouted submissions", "No matching submissions", "q=none"],
  ["/gov/admin/tags", "systemAdmin", "No suggested tags yet", "No matching tags", "q=none"],
])("%s without records says so, and mentions filters if there is one", async (path, as, none, filtered, filter) => {
  const portal = await openPortal();
  const empty = wordsOf(await visit(portal, { as }, path));
  expect(empty).toContain(none);
  expect(empty).not.toMatch(/No matching|clear the filter/);
  const asked = `${path}${path.includes("?") ? "&" : "?"}${filter}`;
  const narrowed = await visit(portal, { as }, asked);
  expect(wordsOf(narrowed)).toContain(`${filtered} Try something else, or clear the filter`);
  expect(unescaped(withoutScripts(narrowed))).toContain(`href="${path}">clear the filter</a>`);
  expect(wordsOf(await visit(portal, { as }, `${asked}&page=2`))).toContain(filtered);
});

test("the commands can be searched by name, and are shown with the commands above them", async () => {
  const portal = await openPortal();
  const wing = insertCommand(portal, { name: "First wing", abbreviation: "1W", parentId: COMMANDS.bravo });
  insertCommand(portal, { name: "Rotor branch", abbreviation: "RB", parentId: wing });
  const html = await visit(portal, { as: "systemAdmin" }, "/gov/admin/commands?q=ROTOR");
  expect(wordsOf(html)).toMatch(/1 command .*Filtered by Name or abbreviation contains: ROTOR/);
  expect(wordsOf(html)).toMatch(/Command bravo \(BRAVO\).*First wing \(1W\).*Rotor branch \(RB\)/);
  expect(html).not.toContain(`href="/gov/admin/commands/${COMMANDS.alpha}"`);
  expect(wordsOf(await visit(portal, { as: "lead" }, "/gov/admin/commands?q=nothing"))).toContain(
    "No matching commands",
  );
  const long = await visit(portal, { as: "lead" }, `/gov/admin/commands?q=${"a".repeat(256)}`);
  expect(long).toContain("We did not understand part of this address");
  expect(wordsOf(long)).toContain("Command alpha (ALPHA)");
});

test("pages show and read times in the agency's zone, and calendar days are the same everywhere", async () => {
  const portal = await openPortal({ AGENCY_TIME_ZONE: "Asia/Tokyo" });
  const id = insertCall(portal, {
    status: "PENDING",
    releasesAt: "2026-03-03T15:30:00.000Z",
    closesAt: "2026-03-06T23:59:59.999Z",
    questionsDueAt: "2026-03-03T23:59:59.999Z",
  });
  const html = await visit(portal, { as: "lead" }, `/gov/calls/${id}`);
  expect(wordsOf(html)).toMatch(
    /Opens at Mar 4, 12:30 AM GMT\+9 .*Closes Mar 7, 8:59 AM GMT\+9 .*Mar 3, 2026 ?, today/,
  );
  expect(html).toContain('<time dateTime="2026-03-03T15:30:00.000Z"');
  expect(html).toContain('value="2026-03-04T00:30"');
  expect(wordsOf(html)).toContain("In Japan Standard Time.");
  expect(wordsOf(await visit(portal, { as: "lead" }, `/gov/calls/${id}/edit`))).toContain(
    "until 8:59 AM GMT+9 on the next day.",
  );
});

test("days and times have their zone, and future ones say how far away they are", async () => {
  const portal = await openPortal();
  insertCall(portal, { id: "soon", status: "PENDING", releasesAt: instant(portal, 3 * DAY + MINUTE) });
  insertCall(portal, {
    id: "open",
    closesAt: `${calendarDay(portal, 4)}T23:59:59.999Z`,
    questionsDueAt: `${calendarDay(portal, 1)}T23:59:59.999Z`,
  });
  const list = await visit(portal, { as: "poc" }, "/gov/calls");
  // A row has one line, so the time of a day is in its tooltip.
  expect(wordsOf(list)).toMatch(/Closes.*Mar 6 4 days left/);
  expect(list).toContain('title="Mar 6, 2026, 6:59 PM EST">Mar 6<');
  expect(list).toMatch(/Opens <[^>]*title="Mar 5, 2026, 10:01 AM EST">Mar 5</);
  expect(wordsOf(await visit(portal, { as: null }, "/calls/open"))).toMatch(
    /Closes Mar 6, 6:59 PM EST ?, in 4 days.*Mar 3, 2026 ?, in 1 day/,
  );
  insertCall(portal, { id: "over", status: "CLOSED", closesAt: `${calendarDay(portal, -4)}T23:59:59.999Z` });
  const over = wordsOf(await visit(portal, { as: "poc" }, "/gov/calls/over"));
  expect(over).toContain("Deadline Feb 26, 2026, 6:59 PM EST");
  expect(over).not.toContain("Closes at");
  insertCall(portal, { id: "late", closesAt: `${calendarDay(portal, -4)}T23:59:59.999Z` });
  expect(wordsOf(await visit(portal, { as: "poc" }, "/gov/calls/late"))).toContain(
    "Its deadline was Feb 26, 6:59 PM EST",
  );
  expect(wordsOf(await visit(portal, { as: "poc" }, "/gov/calls/soon"))).toMatch(
    /Opens at Mar 5, 10:01 AM EST ?, in 3 days/,
  );
});
