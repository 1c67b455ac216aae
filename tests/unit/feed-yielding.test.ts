import { expect, test } from "vitest";
import { atomText } from "~/domain/feed/atom";
import { deadlinesText } from "~/domain/feed/deadlines";
import { slowClock, turnsDuring } from "../support/event-loop";

/** A page of a feed whose texts have the maximum length and are the slowest to write. */
const entries = (text: string) =>
  Array.from({ length: 100 }, (_unused, index) => ({
    id: `entry-${index}`,
    url: `https://portal.example.gov/calls/${index}`,
    title: text.slice(0, 200),
    text,
    description: text,
    tags: [],
    day: "2026-05-05",
    createdAt: "2026-03-02T15:00:00.000Z",
    publishedAt: "2026-03-02T15:00:00.000Z",
    updatedAt: "2026-03-02T15:00:00.000Z",
  }));

const atom = (text: string) =>
  atomText({
    id: "feed",
    title: "Calls",
    description: "Open calls",
    author: "The agency",
    homeUrl: "https://portal.example.gov",
    selfUrl: "https://portal.example.gov/api/feeds/calls.atom",
    links: {},
    updatedAt: "2026-03-02T15:00:00.000Z",
    entries: entries(text),
  });

test.each([
  ["an Atom feed with much markup", () => atom("<&>".repeat(2_666))],
  ["a calendar with many line breaks", () => deadlinesText(entries("\n".repeat(8_000)))],
])("the server pauses for other requests while it writes %s", async (_what, work) => {
  slowClock();
  // One turn is only the end of the stream.
  expect(await turnsDuring(work)).toBeGreaterThan(2);
});
