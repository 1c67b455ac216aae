import { expect, test } from "vitest";
import { createReadTurns } from "~/web/transport/read-turns";

const queueFor = createReadTurns();

test.each([
  "/search",
  "/search.data",
  "/gov/search",
  "/GOV/Search.data",
  "/gov/%73earch",
  "/gov/search/",
  "/api/search/ledger",
])("%s takes a place of searches", (path) => {
  expect(queueFor(path)).toBe(queueFor("/api/search"));
  expect(queueFor(path)).not.toBe(queueFor("/gov"));
});

test.each([
  "/calls",
  "/searches",
  "/gov/searchers",
  "/api/search/suggestions",
  "/api/search/recent",
  "/api/saved-searches",
])("%s takes a place of other reads", (path) => expect(queueFor(path)).toBe(queueFor("/gov")));
