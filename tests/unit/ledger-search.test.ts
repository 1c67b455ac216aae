import { deflateSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { ENTRY_TYPES } from "#db/enumerations";
import { documentText, organization, presetTag, submission } from "#db/schema";
import { expressionOf, type LedgerReader } from "~/search/ledger/request.server";
import { parseQuery } from "~/search/query";
import {
  insertCall,
  insertEngagement,
  insertEngagementNote,
  insertMessage,
  insertOrganization,
  insertPresetTag,
  insertReviewNote,
  insertSubmission,
  insertSubmissionWithFile,
} from "../support/arrange";
import { ORGANIZATIONS } from "../support/cast";
import { openPortal, type Portal } from "../support/portal";

const GOVERNMENT: LedgerReader = { types: ENTRY_TYPES, isGovernment: true, organizationId: null };
const PUBLIC: LedgerReader = { types: ["call", "announcement", "file"], isGovernment: false, organizationId: null };
const ACME: LedgerReader = {
  types: ["submission", "call", "announcement", "file", "note"],
  isGovernment: false,
  organizationId: ORGANIZATIONS.acme,
};

const find = (portal: Portal, text: string, reader = GOVERNMENT) =>
  portal.services.ledger.find(
    { text, reader, filters: {}, readable: (entries) => entries, hidden: () => [] },
    portal.now(),
  );
const idsFound = async (portal: Portal, text: string, reader = GOVERNMENT) =>
  (await find(portal, text, reader)).entries.map(({ sourceId }) => sourceId);

test("identifiers are found whole, without their hyphens, in any case, and by their beginning or last segments", async () => {
  const portal = await openPortal();
  const id = insertCall(portal, {
    title: "Quiet rotors",
    solicitationNumber: "OTP-DARS-RFI-0047",
    naicsCode: "541715",
  });
  insertCall(portal, { title: "About rfi", description: "0047 and 54171 are numbers." });
  for (const typed of [
    "OTP-DARS-RFI-0047",
    "otpdarsrfi0047",
    "otp-dars-rfi-0",
    "rfi0047",
    "OTP DARS RFI 0047",
    "541715",
    "5417",
  ]) {
    expect((await idsFound(portal, typed))[0], typed).toBe(id);
  }
});

test("postal codes are found, also after they changed", async () => {
  const portal = await openPortal();
  const call = insertCall(portal, { officeZip: "22203", popZip: "20375-5320" });
  const company = insertOrganization(portal, { postalCode: "02139" });
  expect(await idsFound(portal, "22203")).toEqual([call]);
  expect(await idsFound(portal, "20375")).toEqual([call]);
  expect(await idsFound(portal, "02139")).toEqual([company]);
  portal.db.update(organization).set({ postalCode: "98105" }).where(eq(organization.id, company)).run();
  expect(await idsFound(portal, "98105")).toEqual([company]);
});

test("an entry follows its record, and the records that its text comes from", async () => {
  const portal = await openPortal();
  const organizationId = insertOrganization(portal, { name: "Fjord Optics" });
  const id = insertSubmission(portal, { title: "Lidar", organizationId });
  const note = insertReviewNote(portal, id, { body: "Promising." });
  expect(await idsFound(portal, "fjord lidar")).toEqual([id, note]);

  portal.db.update(organization).set({ name: "Glacier Optics" }).where(eq(organization.id, organizationId)).run();
  expect(await idsFound(portal, "fjord lidar")).toEqual([]);
  expect(await idsFound(portal, "glacier lidar")).toEqual([id, note]);

  portal.db.update(submission).set({ status: "ARCHIVED" }).where(eq(submission.id, id)).run();
  expect(await idsFound(portal, "glacier lidar")).toEqual([]);
});

test("other forms of a word count, after the word as typed", async () => {
  const portal = await openPortal();
  const other = insertCall(portal, { title: "Sensors at sea" });
  const typed = insertCall(portal, { title: "A sensor at sea" });
  insertCall(portal, { title: "Sensible rules" });
  expect(await idsFound(portal, "sensor sea")).toEqual([typed, other]);
});

test("a word that nothing has is corrected only to words in the reader's reach", async () => {
  const portal = await openPortal();
  const id = insertEngagement(portal, { title: "Gyroscope demonstration" });
  insertCall(portal, { title: "Rotors" });
  expect(await find(portal, "gyrascope")).toMatchObject({
    match: "CORRECTED",
    correction: "gyroscope",
    entries: [{ sourceId: id }],
  });
  expect(await find(portal, "gyrascope", PUBLIC)).toMatchObject({ entries: [], correction: null });
  expect(await find(portal, "qwzxkj")).toMatchObject({ entries: [], correction: null });
});

test("outsiders find public records and their own, by nothing that is only for government", async () => {
  const portal = await openPortal();
  const call = insertCall(portal, { title: "Zeppelin call" });
  insertCall(portal, { title: "Zeppelin draft", status: "DRAFT" });
  const own = insertSubmission(portal, {
    title: "Zeppelin hull",
    organizationId: ORGANIZATIONS.acme,
    governmentTags: "secretive",
  });
  const message = insertMessage(portal, own, { body: "Zeppelin question" });
  insertReviewNote(portal, own, { body: "Zeppelin doubts" });
  insertSubmission(portal, { title: "Zeppelin fins", organizationId: ORGANIZATIONS.borealis });
  insertEngagementNote(portal, insertEngagement(portal, { title: "Zeppelin visit" }), "poc", "Zeppelin note");

  expect(await idsFound(portal, "zeppelin", PUBLIC)).toEqual([call]);
  expect(new Set(await idsFound(portal, "zeppelin", ACME))).toEqual(new Set([call, own, message]));
  expect(await idsFound(portal, "secretive", ACME)).toEqual([]);
  expect(await idsFound(portal, "zeppelin -secretive", ACME)).toContain(own);
  expect(await idsFound(portal, "zeppelin -secretive")).not.toContain(own);
});

test("a file is found by words of any of its parts, and not after it was removed", async () => {
  const portal = await openPortal();
  const id = await insertSubmissionWithFile(portal, { fileName: "rotors.txt", contentType: "text/plain" });
  const filler = "plain words about nothing. ".repeat(1000);
  const text = deflateSync([filler, filler, `${filler} The xylophone hums.`, filler].join("\f"));
  portal.db.update(documentText).set({ status: "READ", text }).run();
  const { entries } = await find(portal, "xylophone hums");
  expect(entries).toMatchObject([{ source: "file:submission", sourceId: id, part: 2 }]);
  expect(await idsFound(portal, "rotors.txt")).toContain(id);

  portal.db.delete(documentText).run();
  expect(await idsFound(portal, "xylophone")).toEqual([]);
});

test("an engagement is found by its day, in every zone of the agency", async () => {
  for (const zone of ["America/New_York", "Asia/Tokyo"]) {
    const portal = await openPortal({ AGENCY_TIME_ZONE: zone });
    const id = insertEngagement(portal, { title: "Rotors", date: "2026-03-10T00:00:00.000Z" });
    expect(await idsFound(portal, "engagement on March 10, 2026"), zone).toEqual([id]);
    expect(await idsFound(portal, "engagement on March 9, 2026"), zone).toEqual([]);
  }
});

test("what a query with operators finds is ordered by relevance, for everyone", async () => {
  const portal = await openPortal();
  const best = insertCall(portal, { title: "Ducted fans", description: "Ducted fans." });
  const other = insertCall(portal, { title: "Quiet rotors", description: "Also ducted fans, and much else besides." });
  for (const reader of [GOVERNMENT, PUBLIC]) {
    expect(await idsFound(portal, '"ducted fans"', reader)).toEqual([best, other]);
    expect(await idsFound(portal, "ducted OR gyroscope", reader)).toEqual([best, other]);
  }
});

test("only few beginnings of a query are looked up as such, because each costs as much as all of its words", () => {
  const expression = expressionOf(parseQuery("aa* bb* cc* dd* ee* f* -gg* OR hh*"), GOVERNMENT) ?? "";
  expect(expression.match(/"\*/g)).toHaveLength(3);
  expect(expressionOf(parseQuery("f*"), GOVERNMENT)).not.toContain("*");
});

test("words that were written apart are joined, and forms of address do not count", async () => {
  const portal = await openPortal();
  const id = insertEngagement(portal, { title: "Plugfest with Kowalczyk" });
  expect(await find(portal, "plug fest")).toMatchObject({ match: "CORRECTED", correction: "plugfest" });
  expect(await idsFound(portal, "Professor Kowalczyk")).toEqual([id]);
});

test("a corrected word has its other forms and names too", async () => {
  const portal = await openPortal();
  insertPresetTag(portal, "counter-uas");
  portal.db.update(presetTag).set({ aliases: "drones" }).run();
  insertCall(portal, { title: "Old drones" });
  const tagged = insertCall(portal, { techTags: "counter-uas" });
  expect(await idsFound(portal, "dronnes")).toContain(tagged);
});

test("the right correction is found among thousands of words that share a beginning", async () => {
  const portal = await openPortal();
  const filler = Array.from(
    { length: 2000 },
    (_unused, index) =>
      `sim${String.fromCharCode(97 + (index % 26), 97 + ((index / 26) % 26), 97 + Math.floor(index / 676))}q`,
  );
  insertCall(portal, { title: "Fillers", description: filler.join(" ") });
  insertCall(portal, { title: "A simulation" });
  expect(await find(portal, "simluation")).toMatchObject({ match: "CORRECTED", correction: "simulation" });
});

test("forms of address say nothing about records", async () => {
  const portal = await openPortal();
  const id = insertCall(portal, { title: "Rotors of Kowalczyk" });
  for (const typed of ["Dr. Kowalczyk", "professor Kowalczyk", "Ms Kowalczyk"]) {
    expect(await find(portal, typed), typed).toMatchObject({ match: "ALL", entries: [{ sourceId: id }] });
  }
});

test.each([
  ["plug fest", "plugfest"],
  ["zero turst", "zero trust"],
  ["zero tryst", "zero trust"],
  ["the lawn", null],
  ["gyrascupe", "gyroscope"],
  ["dyroscupe", null],
  ["galley", null],
])("%j is corrected to %j", async (typed, correction) => {
  const portal = await openPortal();
  insertCall(portal, { title: "Plugfest, gyroscope, zero trust", description: "At dawn a burst in the valley." });
  expect(await find(portal, typed)).toMatchObject({ correction, match: correction === null ? "MOST" : "CORRECTED" });
});

test("another name of a tag finds what its words find apart, too", async () => {
  const portal = await openPortal();
  const apart = insertCall(portal, { title: "Aircraft", description: "For pilots and unmanned flight." });
  expect(await idsFound(portal, "unmanned aircraft")).toEqual([apart]);
  const tag = insertPresetTag(portal, "counter-uas", "unmanned aircraft,drones");
  const tagged = insertCall(portal, { title: "Protect an airfield", techTags: "counter-uas" });
  expect(new Set(await idsFound(portal, "unmanned aircraft"))).toEqual(new Set([apart, tagged, tag]));
});

test("if most words match nothing, records with a tag that the others name are found, but not with any other word", async () => {
  const portal = await openPortal();
  const tag = insertPresetTag(portal, "counter-uas", "drones");
  const tagged = Array.from({ length: 40 }, () => insertCall(portal, { title: "Airfield", techTags: "counter-uas" }));
  const found = await find(portal, "xylophonic drones");
  expect(found.match).toBe("MOST");
  expect(new Set(found.entries.map(({ sourceId }) => sourceId))).toEqual(new Set([tag, ...tagged]));
  expect(await idsFound(portal, "xylophonic airfield")).toEqual([]);
});
