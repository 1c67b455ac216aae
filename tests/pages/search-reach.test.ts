import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { documentText, notification, user } from "#db/schema";
import { notifyOfMatches } from "~/domain/saved-search/notify.server";
import {
  insertAnnouncement,
  insertCall,
  insertCommand,
  insertDialogueNote,
  insertEngagement,
  insertEngagementAttachment,
  insertEngagementNote,
  insertMessage,
  insertMessageFile,
  insertOrganization,
  insertPresetTag,
  insertReviewNote,
  insertSavedSearch,
  insertSubmission,
  insertSubmissionWithFile,
  instant,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { DAY, dataOf, openPortal, type Portal } from "../support/portal";
import { insertSecondFactor } from "../support/second-factor";

/*
 * Who finds which record. Every record has a word of its own, in each text that it can have, and everyone searches for each
 * word: whole, misspelled, excluded and with a filter. Nobody out of reach may see the word, its record or a number of it.
 */

type Finder = PersonKey | "nobody";
const GOVERNMENT: Finder[] = ["readonly", "poc", "lead", "admin", "systemAdmin", "bravoPoc"];
const ADMINISTRATORS: Finder[] = ["lead", "admin", "systemAdmin"];
const ACME: Finder[] = ["acmeAdmin", "acmeUser"];
const EVERYONE: Finder[] = [...GOVERNMENT, ...ACME, "borealisAdmin", "nobody"];

const acme = { organizationId: ORGANIZATIONS.acme };

/** The word of each record, who may find it, and how to insert it. No two words are similar. */
const RECORDS: readonly (readonly [
  word: string,
  finders: Finder[],
  insert: (portal: Portal, word: string) => unknown,
])[] = [
  ["aardvark", EVERYONE, (portal, word) => insertCall(portal, { title: `The ${word}`, status: "OPEN" })],
  ["bumblebee", EVERYONE, (portal, word) => insertCall(portal, { title: word, status: "CLOSED" })],
  ["chinchilla", GOVERNMENT, (portal, word) => insertCall(portal, { title: word, status: "DRAFT" })],
  [
    "dromedary",
    GOVERNMENT,
    (portal, word) => insertCall(portal, { title: word, status: "PENDING", releasesAt: instant(portal, DAY) }),
  ],
  [
    "elephant",
    EVERYONE,
    (portal, word) => insertCall(portal, { title: word, status: "PENDING", releasesAt: instant(portal, -DAY) }),
  ],
  ["flamingo", EVERYONE, (portal, word) => insertAnnouncement(portal, { title: word })],
  ["grasshopper", GOVERNMENT, (portal, word) => insertAnnouncement(portal, { body: word, published: false })],
  [
    "hedgehog",
    GOVERNMENT,
    (portal, word) => insertAnnouncement(portal, { title: word, publishedAt: instant(portal, DAY) }),
  ],
  ["iguanodon", [], (portal, word) => insertAnnouncement(portal, { title: word, deletedAt: instant(portal) })],
  ["jellyfish", GOVERNMENT, (portal, word) => insertOrganization(portal, { name: "Fish", description: word })],
  ["kingfisher", [...GOVERNMENT, ...ACME], (portal, word) => insertSubmission(portal, { ...acme, summary: word })],
  ["lobster", GOVERNMENT, (portal, word) => insertSubmission(portal, { ...acme, governmentTags: word })],
  ["mosquito", [], (portal, word) => insertSubmission(portal, { ...acme, title: word, status: "ARCHIVED" })],
  [
    "nightingale",
    [...GOVERNMENT, "borealisAdmin"],
    (portal, word) => insertSubmission(portal, { organizationId: ORGANIZATIONS.borealis, title: word }),
  ],
  ["octopus", GOVERNMENT, (portal, word) => insertReviewNote(portal, insertSubmission(portal, acme), { body: word })],
  [
    "porcupine",
    [...GOVERNMENT, ...ACME],
    (portal, word) => insertMessage(portal, insertSubmission(portal, acme), { body: word }),
  ],
  ["quetzal", GOVERNMENT, (portal, word) => insertEngagement(portal, { summary: word })],
  ["rattlesnake", GOVERNMENT, (portal, word) => insertEngagementNote(portal, insertEngagement(portal), "poc", word)],
  ["salamander", GOVERNMENT, (portal, word) => insertDialogueNote(portal, { ...acme, body: word })],
  [
    "tarantula",
    ADMINISTRATORS,
    (portal, word) => insertCommand(portal, { name: "T", abbreviation: "T", mission: word }),
  ],
  ["umbrellabird", GOVERNMENT, (portal, word) => insertPresetTag(portal, word)],
  ["yellowhammer", GOVERNMENT, (portal, word) => insertOrganization(portal, { name: word, status: "INACTIVE" })],
  ["zebrafish", GOVERNMENT, (portal, word) => insertEngagement(portal, { title: word })],
  ["cassowary", ADMINISTRATORS, (portal, word) => insertCommand(portal, { name: word, abbreviation: "C" })],
  [
    "vulture",
    [...GOVERNMENT, ...ACME],
    async (portal, word) => readText(portal, await insertSubmissionWithFile(portal, undefined, acme), word),
  ],
  [
    "wolverine",
    [...GOVERNMENT, ...ACME],
    async (portal, word) =>
      readText(portal, await insertMessageFile(portal, insertMessage(portal, insertSubmission(portal, acme))), word),
  ],
  [
    "xenops",
    GOVERNMENT,
    (portal, word) => readText(portal, insertEngagementAttachment(portal, insertEngagement(portal)), word),
  ],
  [
    "leopard",
    GOVERNMENT,
    (portal, word) => insertPerson(portal, `Lee ${word}`, { role: "INDUSTRY", industryRole: "INDUSTRY_USER", ...acme }),
  ],
  ["dolphin", GOVERNMENT, (portal, word) => insertPerson(portal, `${word} Smith`, { commandId: COMMANDS.alpha })],
];

/** Inserts someone with a name: a colleague of Acme's users, or of command Alpha's. */
function insertPerson(portal: Portal, name: string, works: Partial<typeof user.$inferInsert>): void {
  const times = { createdAt: instant(portal), updatedAt: instant(portal) };
  const values = { id: "new-person", email: "new-person@example.test", passwordHash: "none", name };
  portal.db
    .insert(user)
    .values({ ...values, role: "GOV_POC", ...works, ...times })
    .run();
}

/** Gives the document that still waits the text that the reader would find. */
function readText(portal: Portal, _id: unknown, word: string): void {
  const text = deflateSync(`A page.\fThe second page has a ${word}.`);
  portal.db.update(documentText).set({ status: "READ", text }).run();
}

/** What the page and the API say. Both must find as many. */
async function search(portal: Portal, finder: Finder, query: Record<string, string>) {
  const parameters = new URLSearchParams(query);
  const path = `${GOVERNMENT.includes(finder) ? "/gov" : ""}/search?${parameters}`;
  const { status, text } = await portal.request(finder === "nobody" ? null : finder, "GET", path);
  expect(status, `${finder} ${path}`).toBe(200);
  const main = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
  const results = main.split('class="usa-collection__item"').length - 1;
  const answer = await portal.request(finder === "nobody" ? null : finder, "GET", `/api/search/ledger?${parameters}`);
  const { best, groups } = dataOf<{ best: unknown[]; groups: { items: unknown[] }[] }>(answer);
  expect(best.length + groups.flatMap(({ items }) => items).length, `${finder} ${parameters}`).toBe(results);
  // Without the query, which the caller knows.
  return { results, text: `${text}${answer.text.replace(/"query":"[^"]*"/, "")}` };
}

/** Of titles. Suggestions look at nothing else. */
const TITLES = [
  "aardvark",
  "bumblebee",
  "chinchilla",
  "dromedary",
  "elephant",
  "flamingo",
  "hedgehog",
  "nightingale",
  "umbrellabird",
  "yellowhammer",
  "zebrafish",
  "cassowary",
  "leopard",
  "dolphin",
];
const NOTHING_SUGGESTED = '{"data":{"suggestions":[]}}';

/** Everything that someone gets suggested for a text. */
async function suggested(portal: Portal, finder: Finder, q: string): Promise<string> {
  const path = `/api/search/suggestions?${new URLSearchParams({ q })}`;
  const answer = await portal.request(finder === "nobody" ? null : finder, "GET", path);
  expect(answer.status, `${finder} ${path}`).toBe(200);
  return answer.text.toLowerCase();
}

describe("everyone finds only what they may read", () => {
  test.each(RECORDS)("%s", async (word, finders, insert) => {
    const portal = await openPortal();
    await insert(portal, word);
    // A letter too many, which a correction removes. Nobody else gets the word itself.
    const misspelled = `${word.slice(0, 3)}${word[2]}${word.slice(3)}`;
    for (const finder of EVERYONE) {
      const isFinder = finders.includes(finder);
      const found = await search(portal, finder, { q: word });
      expect(found.results > 0, `${finder} ${word}`).toBe(isFinder);
      const corrected = await search(portal, finder, { q: misspelled });
      expect(corrected.results > 0, `${finder} ${misspelled}`).toBe(isFinder);
      if (!isFinder) expect(corrected.text.toLowerCase(), finder).not.toContain(word);
      const begun = await search(portal, finder, { q: `${word.slice(0, 4)}*` });
      expect(begun.text.toLowerCase().includes(word), `${finder} ${word.slice(0, 4)}*`).toBe(isFinder);
      for (const typed of [word, word.slice(0, 4), word.toUpperCase().slice(0, 6)]) {
        const suggestions = await suggested(portal, finder, typed);
        if (isFinder && TITLES.includes(word)) expect(suggestions, `${finder} ${typed}`).toContain(word);
        else expect(suggestions, `${finder} ${typed}`).toBe(NOTHING_SUGGESTED);
      }
    }
  });

  test.each(RECORDS)("%s, and a saved search notifies only them", async (word, finders, insert) => {
    const portal = await openPortal();
    const owners = EVERYONE.filter((finder) => finder !== "nobody");
    for (const owner of owners) insertSavedSearch(portal, { userId: idOf(owner), query: word });
    await insert(portal, word);
    await portal.services.ledger.catchUp();
    await notifyOfMatches(portal.services);
    const people = new Set(
      portal.db
        .select({ id: notification.userId })
        .from(notification)
        .all()
        .map(({ id }) => id),
    );
    const notified = owners.filter((owner) => people.has(idOf(owner)));
    expect(finders).toEqual(expect.arrayContaining(notified));
    // Nobody is notified about a record of their own.
    expect(owners.filter((owner) => finders.includes(owner) && !notified.includes(owner)).length).toBeLessThanOrEqual(
      1,
    );
  });

  test.each<[PersonKey, string]>([
    ["acmeUser", "submission"],
    ["readonly", "organization"],
  ])("and %s, who must do something else first, finds what visitors find", async (person, type) => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false", REQUIRE_SECOND_FACTOR: "everyone" });
    if (type === "submission") insertSubmission(portal, { ...acme, title: "Zeppelin" });
    else insertOrganization(portal, { name: "Zeppelin" });
    insertCall(portal, { title: "Zeppelin", status: "OPEN" });
    const typesFound = async () => {
      const answer = await portal.request(person, "GET", "/api/search/ledger?q=zeppelin");
      return dataOf<{ groups: { type: string }[] }>(answer).groups.map((group) => group.type);
    };
    expect(await typesFound()).toEqual(["call"]);
    if (person === "acmeUser") expect((await search(portal, person, { q: "zeppelin" })).results).toBe(1);
    insertSecondFactor(portal, person);
    expect(await typesFound()).toEqual([type, "call"]);
  });

  test("and a type out of reach has no results", async () => {
    const portal = await openPortal();
    insertOrganization(portal, { name: "Zeppelin" });
    expect((await search(portal, "nobody", { q: "zeppelin", types: "organization" })).results).toBe(0);
    expect((await search(portal, "readonly", { q: "alpha", types: "command" })).results).toBe(0);
  });

  test("and nothing out of reach shows by what it excludes, or by the filters", async () => {
    const portal = await openPortal();
    const own = insertSubmission(portal, { ...acme, title: "Zeppelin", governmentTags: "secretive" });
    insertReviewNote(portal, own, { body: "Zeppelin doubts" });
    insertSubmission(portal, { organizationId: ORGANIZATIONS.borealis, title: "Zeppelin", techTags: "balsa" });
    const excluded = await search(portal, "acmeUser", { q: "zeppelin -secretive" });
    expect(excluded.results).toBe(1);
    const { text, results } = await search(portal, "acmeUser", { q: "zeppelin" });
    expect(results).toBe(1);
    for (const hidden of ["balsa", "secretive", "doubts"]) expect(text).not.toContain(hidden);
    expect((await search(portal, "acmeUser", { q: "zeppelin", tag: "balsa" })).results).toBe(0);
  });
});
