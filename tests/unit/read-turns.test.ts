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

test("searches take no place of other reads", () => {
  for (const path of ["/gov/search", "/search"]) expect(queueFor(path)).not.toBe(queueFor("/gov"));
});

test.each([
  "/calls",
  "/searches",
  "/gov/searchers",
  "/api/search/suggestions",
  "/api/search/recent",
  "/api/saved-searches",
])("%s takes a place of other reads", (path) => expect(queueFor(path)).toBe(queueFor("/gov")));
