import { expect, test } from "vitest";
import { openDocumentReader, streamOf } from "../support/document-reader";
import { text } from "../support/files";
import { hostileDocuments } from "../support/hostile-documents";

/* `npm run prove:documents` reads all of them, with the limits of the service. */

const ALL = hostileDocuments();
/** For documents that never end. The others have the limits of the service, because the tests' machine may be busy. */
const SHORT = { cpuMilliseconds: 2_000, milliseconds: 10_000 };

test("there are two hundred hostile documents", () => {
  expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length);
  expect(ALL.length).toBeGreaterThanOrEqual(200);
});

/** By name, with what reading them leads to. */
const SOME: readonly [name: string, outcome: { failure: string | null } & Record<string, unknown>][] = [
  ["PDF, bomb: forms that draw ten forms each, ten deep", { failure: "TIME" }],
  ["PDF, loop: pages in themselves", { failure: "DAMAGED" }],
  ["PDF, loop: the same page a million times", { failure: "TIME" }],
  ["PDF, loop: a form in itself", { failure: null }],
  ["PDF, size: 1000 pages", { failure: null, pageCount: 1000, isCut: true }],
  ["PDF, size: arrays 2000000 deep", { failure: "DAMAGED" }],
  ["PDF, size: an inline image of 2000000000 by 2000000000", { failure: null }],
  ["PDF, font: TrueType of 65535 tables of 255", { failure: null, text: "Quiet rotors" }],
  ["PDF, font: a map of all characters to long texts", { failure: "MEMORY" }],
  ["PDF, trailer 1", { failure: "DAMAGED" }],
  ["DOCX, a bomb of 300 MB", { failure: "TOO_LARGE" }],
  ["DOCX, 20,000 parts", { failure: "TOO_LARGE" }],
  ["DOCX, encrypted", { failure: "PASSWORD" }],
  ["DOCX, a billion laughs", { failure: "DAMAGED" }],
  ["DOCX, an entity from a file", { failure: "DAMAGED" }],
  ["DOCX, elements 1000000 deep", { failure: "DAMAGED" }],
  ["PPTX, a slide outside", { failure: null, text: "" }],
  ["PPTX, the same slide 100,000 times", { failure: null, pageCount: 100_000, isCut: true }],
  ["TXT, 15 MB of combining marks", { failure: null }],
  ["TXT, 15 MB of ends of pages", { failure: null, text: "" }],
];

test.each(SOME)(
  "%s",
  async (name, outcome) => {
    const found = ALL.find((document) => document.name === name);
    if (!found) throw new Error(`There is no ${name}`);
    const reader = await openDocumentReader(outcome.failure === "TIME" ? SHORT : {});
    expect(await reader.read(found.kind, streamOf(found.bytes()))).toMatchObject(outcome);
    // The next document is read all the same.
    expect(await reader.read("txt", streamOf(text("short")))).toMatchObject({ text: "short" });
  },
  180_000,
);
