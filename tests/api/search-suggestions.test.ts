import { describe, expect, test } from "vitest";
import { presetTag } from "#db/schema";
import { LIMITS, RATE_LIMITS } from "~/values/limits";
import {
  insertAnnouncement,
  insertCall,
  insertOrganization,
  insertPresetTag,
  insertReviewNote,
  insertSubmission,
} from "../support/arrange";
import type { PersonKey } from "../support/cast";
import { ORGANIZATIONS } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { contents } from "../support/scenario";

/* GET /api/search/suggestions. Its reach has tests in tests/pages/search-reach. */

interface Suggestion {
  kind: string;
  type: string;
  label: string;
  detail: string | null;
  url: string;
}

const ask = (portal: Portal, person: PersonKey | null, q: string) =>
  portal.request(person, "GET", `/api/search/suggestions?${new URLSearchParams({ q })}`);
const suggest = async (portal: Portal, person: PersonKey | null, q: string) =>
  dataOf<{ suggestions: Suggestion[] }>(await ask(portal, person, q)).suggestions;
const labels = async (portal: Portal, q: string) => (await suggest(portal, "readonly", q)).map(({ label }) => label);

describe("GET /api/search/suggestions", () => {
  test("finds records, tags and people, and says where each leads", async () => {
    const portal = await openPortal();
    const call = insertCall(portal, { title: "Kestrel optics", status: "OPEN" });
    insertPresetTag(portal, "kestrel/ir");
    const submission = insertSubmission(portal, { organizationId: ORGANIZATIONS.acme, title: "A kestrel" });
    const found = await suggest(portal, "readonly", "kestr");
    expect(found).toEqual([
      { kind: "RECORD", type: "call", label: "Kestrel optics", detail: null, url: `/gov/calls/${call}` },
      {
        kind: "TAG",
        type: "tag",
        label: "kestrel/ir",
        detail: null,
        url: "/gov/search?q=kestrel%2Fir&tag=kestrel%2Fir",
      },
      {
        kind: "RECORD",
        type: "submission",
        label: "A kestrel",
        detail: expect.any(String),
        url: `/gov/submissions/${submission}`,
      },
    ]);
    const [person] = (await suggest(portal, "lead", "poc")).filter(({ kind }) => kind === "PERSON");
    expect(person).toMatchObject({ type: "person", url: expect.stringMatching(/^\/gov\//) });
    expect(await suggest(portal, null, "kestr")).toEqual([{ ...found[0], url: `/calls/${call}` }]);
  });

  test("finds identifiers whole, by their beginning and without hyphens", async () => {
    const portal = await openPortal();
    insertCall(portal, { title: "Quiet rotors", solicitationNumber: "OTP-DARS-RFI-0047", status: "OPEN" });
    insertOrganization(portal, { name: "Borealis Optics", cageCode: "8HAL2" });
    for (const typed of ["OTP-DARS-RFI-00", "otpdarsrfi004", "rfi0047", "rfi 00"]) {
      expect(await labels(portal, typed), typed).toEqual(["Quiet rotors"]);
    }
    expect(await labels(portal, "8ha")).toEqual(["Borealis Optics"]);
  });

  test("finds a tag by its other names", async () => {
    const portal = await openPortal();
    insertPresetTag(portal, "counter-uas");
    portal.db.update(presetTag).set({ aliases: "drones,unmanned aircraft" }).run();
    for (const typed of ["counter", "uas", "dron", "unmanned air", "aircraft"]) {
      expect(await labels(portal, typed), typed).toEqual(["counter-uas"]);
    }
  });

  test("has titles that begin with the text before others, and then the newest", async () => {
    const portal = await openPortal();
    for (const title of ["Kestrel one", "The kestrel", "Kestrel two", "Old kestrel"])
      insertAnnouncement(portal, { title });
    expect(await labels(portal, "kestrel")).toEqual(["Kestrel two", "Kestrel one", "Old kestrel", "The kestrel"]);
    expect(await labels(portal, "kestrel t")).toHaveLength(4);
    expect(await labels(portal, "kestrel tw")).toEqual(["Kestrel two"]);
    expect(await labels(portal, "kes ")).toEqual([]);
    expect(await labels(portal, "one kestrel")).toEqual(["Kestrel one"]);
  });

  test("looks at titles and identifiers only, and reads operators as text", async () => {
    const portal = await openPortal();
    const submission = insertSubmission(portal, { title: "Kestrel optics", summary: "About an albatross" });
    insertReviewNote(portal, submission, { body: "albatross" });
    expect(await labels(portal, "albatross")).toEqual([]);
    for (const typed of [
      "k",
      "*",
      '"',
      "  ",
      "kestrel optics -optics nothing",
      'title : "kestrel"',
      "\u0000kes\ue000",
    ]) {
      expect((await ask(portal, "readonly", typed)).status, typed).toBe(200);
    }
    expect(await labels(portal, "k")).toEqual([]);
    expect(await labels(portal, '"kestrel op')).toEqual(["Kestrel optics"]);
  });

  test("has at most eight, with room for tags and people", async () => {
    const portal = await openPortal();
    for (let count = 0; count < 20; count += 1) insertAnnouncement(portal, { title: `Kestrel ${count}` });
    for (const name of ["kestrel", "kestrel a", "kestrel b"]) insertPresetTag(portal, name);
    const found = await suggest(portal, "readonly", "kestrel");
    expect(found).toHaveLength(LIMITS.searchSuggestions);
    expect(found.filter(({ kind }) => kind === "TAG")).toHaveLength(2);
  });

  test.each(["", "a".repeat(LIMITS.searchQueryCharacters + 1)])("refuses a text of a wrong length", async (q) => {
    const portal = await openPortal();
    const answer = await ask(portal, "readonly", q);
    expect(answer.status).toBe(400);
  });

  test("keeps nothing of what people type, and is limited", async () => {
    const portal = await openPortal();
    insertAnnouncement(portal, { title: "Kestrel" });
    await suggest(portal, "readonly", "warm up");
    const before = contents(portal);
    await suggest(portal, "readonly", "kestrel");
    expect(contents(portal)).toEqual(before);
    expect(portal.auditRows()).toEqual([]);
    for (let count = 2; count < RATE_LIMITS.suggestions.max; count += 1) await ask(portal, null, "k");
    expect((await ask(portal, null, "k")).status).toBe(429);
  });
});
