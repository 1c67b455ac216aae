import { eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { call, documentText, presetTag, reviewNote, savedSearchMatch, submission } from "#db/schema";
import { type Random, seededRandom } from "~/demo/stage/random";
import { notifyOfMatches } from "~/domain/saved-search/notify.server";
import { filtersOf } from "~/domain/saved-search/schema";
import { readerOf, readingOf } from "~/domain/search/reader.server";
import type { FoundEntry } from "~/search/ledger/find.server";
import { packText } from "~/storage/document-text/pages.server";
import {
  insertAnnouncement,
  insertCall,
  insertCommand,
  insertOrganization,
  insertPresetTag,
  insertReviewNote,
  insertSavedSearch,
  insertSubmissionWithFile,
} from "../support/arrange";
import { actorOf, idOf, ORGANIZATIONS } from "../support/cast";
import { openPortal, type Portal } from "../support/portal";

/*
 * Comparing new records with saved searches must find exactly what running every search after every change finds. The
 * searches and records are made from few words, so that they often meet.
 */

const WORDS = (
  "sensor sensors sensing radar quiet rotor rotors Zürich straße naïve DARS-0047 541715 sea-borne 8HAL2 drones counter-uas " +
  "unmanned aircraft aircrafts learning machine ai/ml Huntsville Alabama AL december"
).split(" ");
const PLACES = [
  { city: "Huntsville", state: "AL" },
  { city: "Dayton", state: "OH" },
] as const;
const OWNERS = ["poc", "acmeAdmin", "borealisAdmin", "admin"] as const;
const FILTERS = [
  "{}",
  "{}",
  '{"types":"call,announcement"}',
  '{"tag":"counter-uas"}',
  '{"year":"2026"}',
  '{"status":"OPEN"}',
];
const HOUR = 3_600_000;
const SEARCHES = 150;
const ROUNDS = 4;

const nameOf = ({ source, sourceId }: Pick<FoundEntry, "source" | "sourceId">) => `${source} ${sourceId}`;

function queryOf(random: Random): string {
  const word = () => random.pick(WORDS);
  const shapes = [
    () => word(),
    () => `${word()} ${word()}`,
    () => `${word()} ${word().slice(0, 3)}`,
    () => `"${word()} ${word()}"`,
    () => `${word().slice(0, 3)}*`,
    () => `${word()} -${word()}`,
    () => `${word()} OR ${word()}`,
    () => `-${word()}`,
    () => "unmanned aircraft",
    () => `artificial intelligence ${word()}`,
    () => `${word()} in Alabama`,
    () => "2026",
  ];
  return random.pick(shapes)();
}

/** Records of several kinds with random words. @returns which were written, and when outsiders may read them */
async function writeRecords(portal: Portal, random: Random, round: number): Promise<string[]> {
  const text = (most = 4) => Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(" ");
  const later = new Date(portal.now().getTime() + HOUR).toISOString();
  const tags = { techTags: random.pick(["", "counter-uas", "ai/ml,radar"]) };
  const titled = { title: text(), ...tags };
  const calls = [
    insertCall(portal, { ...titled, description: text(), solicitationNumber: random.pick(WORDS) }),
    insertCall(portal, { title: text(), status: "PENDING", releasesAt: later }),
    insertCall(portal, { title: text(), status: "DRAFT" }),
  ];
  const announcements = [
    insertAnnouncement(portal, { title: text(), body: text() }),
    insertAnnouncement(portal, { title: text(), publishedAt: later }),
  ];
  const organizationId = random.pick(Object.values(ORGANIZATIONS));
  const paper = await insertSubmissionWithFile(portal, {}, { ...titled, organizationId, governmentTags: text(1) });
  // Two parts of a file, and the words of a search may be in either.
  const pages = [`${text()} ${"plain ".repeat(5_500)}`, text(8)].join("\f");
  const read = { status: "READ" as const, text: await packText(pages) };
  portal.db.update(documentText).set(read).where(eq(documentText.sourceId, paper)).run();
  const note = insertReviewNote(portal, paper, { body: text(), authorId: idOf("lead") });
  const company = insertOrganization(portal, { name: `${text()} ${round}`, ...random.pick(PLACES), ...tags });
  const command = insertCommand(portal, { name: `${text()} ${round}` });
  return [
    ...calls.map((id) => `call ${id}`),
    ...announcements.map((id) => `announcement ${id}`),
    ...[
      `submission ${paper}`,
      `file:submission ${paper}`,
      `review_note ${note}`,
      `organization ${company}`,
      `command ${command}`,
    ],
  ];
}

/** Changes calls and submissions that may already have notified. @returns every record that is written again */
function changeRecords(portal: Portal, random: Random): string[] {
  const updatedAt = portal.now().toISOString();
  const draft = portal.db.select().from(call).where(eq(call.status, "DRAFT")).all().at(0);
  const title = `${random.pick(WORDS)} ${random.pick(WORDS)}`;
  if (draft) portal.db.update(call).set({ status: "OPEN", title, updatedAt }).where(eq(call.id, draft.id)).run();
  const papers = portal.db.select({ id: submission.id }).from(submission).all();
  const paper = papers.length > 0 ? random.pick(papers).id : null;
  if (paper !== null) portal.db.update(submission).set({ title, updatedAt }).where(eq(submission.id, paper)).run();
  // The entries of notes repeat the title of their submission.
  const notes = portal.db.select().from(reviewNote).all();
  return [
    ...(draft ? [`call ${draft.id}`] : []),
    ...(paper === null ? [] : [`submission ${paper}`, `file:submission ${paper}`]),
    ...notes.filter(({ submissionId }) => submissionId === paper).map(({ id }) => `review_note ${id}`),
  ];
}

test("every search finds in new and changed records what running it finds, in its owner's reach", async () => {
  const random = seededRandom(11);
  const portal = await openPortal();
  insertPresetTag(portal, "counter-uas", "unmanned aircraft,drones");
  const learning = insertPresetTag(portal, "ai/ml", "artificial intelligence");
  portal.advance(HOUR);
  const searches = Array.from({ length: SEARCHES }, (_, place) => {
    const owner = OWNERS[place % OWNERS.length] ?? "poc";
    const saved = { query: queryOf(random), filters: random.pick(FILTERS) };
    return { id: insertSavedSearch(portal, { ...saved, userId: idOf(owner) }), owner, ...saved };
  });
  const expected = new Map(searches.map(({ id }) => [id, new Set<string>()]));
  const written = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    portal.advance(HOUR);
    if (round === 2)
      portal.db.update(presetTag).set({ aliases: "machine learning" }).where(eq(presetTag.id, learning)).run();
    // Whatever was released since is written by nobody, and compared again.
    const due = [...written].filter((name) => /^(call|announcement)/.test(name));
    const now = [...due, ...changeRecords(portal, random), ...(await writeRecords(portal, random, round))];
    for (const name of now) written.add(name);
    await portal.services.ledger.catchUp();
    await notifyOfMatches(portal.services);
    for (const search of searches) {
      for (const name of await foundBy(portal, search)) if (now.includes(name)) expected.get(search.id)?.add(name);
    }
  }
  const notified = portal.db.select().from(savedSearchMatch).where(isNotNull(savedSearchMatch.notifiedAt)).all();
  for (const { id, query, owner, filters } of searches) {
    const actual = notified.filter((match) => match.savedSearchId === id).map(nameOf);
    expect(actual.sort(), `${query} ${filters} of ${owner}`).toEqual([...(expected.get(id) ?? [])].sort());
  }
  expect(notified.length).toBeGreaterThan(400);
  for (const source of [
    "call",
    "announcement",
    "submission",
    "file:submission",
    "review_note",
    "organization",
    "command",
  ]) {
    expect(
      notified.some((match) => match.source === source),
      source,
    ).toBe(true);
  }
  expect(notified.some(({ part }) => part > 0)).toBe(true);
});

interface Saved {
  query: string;
  filters: string;
  owner: (typeof OWNERS)[number];
}

/** What the search page finds now with all words of a search. */
async function foundBy(portal: Portal, { query, filters, owner }: Saved): Promise<Set<string>> {
  const reader = readerOf(actorOf(owner));
  const request = { text: query, filters: filtersOf(filters), ...readingOf(portal.db, reader, portal.now()) };
  const { match, entries, totals } = await portal.services.ledger.find(request, portal.now());
  expect(totals.size).toBe(0);
  return new Set(match === "ALL" ? entries.map(nameOf) : []);
}
