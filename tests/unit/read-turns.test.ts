import { expect, test } from "vitest";
import { createReadTurns } from "~/web/transport/read-turns";

const queueFor = createReadTurns();

test.each(["/gov/search", "/GOV/Search.data", "/gov/%73earch", "/gov/search/", "/api/search/ledger"])(
  "%s takes a place of the searches of government",
  (path) => expect(queueFor(path)).toBe(queueFor("/api/search")),
);

test.each(["/search.data", "/SEARCH", "/search/"])("%s takes a place of everyone's searches", (path) => {
  expect(queueFor(path)).toBe(queueFor("/search"));
  expect(queueFor(path)).not.toBe(queueFor("/gov/search"));
});

test("searches, and pages that threads may read, take no place of other reads or of each other", () => {
  expect(new Set(["/gov/search", "/search", "/gov", "/api/session"].map(queueFor)).size).toBe(4);
  expect(queueFor("/portal/submissions")).toBe(queueFor("/gov"));
});

test.each([
  "/calls",
  "/gov/submissions/one",
  "/gov/searchers",
  "/api/search/suggestions",
  "/api/search/recent",
  "/api/saved-searches",
])("%s takes a place of other reads", (path) => expect(queueFor(path)).toBe(queueFor("/api/session")));
