import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { announcement } from "#db/schema";
import { readingOf } from "~/domain/search/reader.server";
import type { SearchThread } from "~/search/ledger/search-thread.server";
import { insertAnnouncement, instant } from "../support/arrange";
import { openPortal, type Portal } from "../support/portal";

/*
 * A thread finds entries while others write. What someone withdraws and rewrites before the server reads the rows must not
 * show.
 */

/** Has the portal search as its thread would, and something happen before the thread's answer arrives. */
function searchThen(portal: Portal, happens: () => void): void {
  const { ledger } = portal.services;
  const answers: { [Task in "find" | "suggest"]: (question: never, now: Date) => Promise<unknown> } = {
    find: (question: { reader: never }, now) =>
      ledger.find({ ...question, ...readingOf(portal.db, question.reader, now) } as never, now),
    suggest: (question: { reader: never }, now) =>
      ledger.suggest({ ...question, ...readingOf(portal.db, question.reader, now) } as never),
  };
  const ask = async (task: "find" | "suggest", question: never, now: Date) => {
    const answer = await answers[task](question, now);
    happens();
    return answer;
  };
  Object.assign(ledger, { inThread: ask as unknown as SearchThread["ask"] });
}

test.each([
  ["/api/search/ledger?q=zircon", 1],
  ["/api/search/suggestions?q=zirc", 1],
  ["/search?q=zircon", 1],
])("%s does not show what was withdrawn and rewritten since it was found", async (path) => {
  const portal = await openPortal();
  const id = insertAnnouncement(portal, {
    title: "Harmless zircon",
    body: "Zircon.",
    published: true,
    publishedAt: instant(portal, -1),
  });
  searchThen(portal, () => {});
  const before = await portal.request(null, "GET", path);
  expect(before.status).toBe(200);
  expect(before.text).toContain("Harmless");

  searchThen(portal, () => {
    portal.db
      .update(announcement)
      .set({ published: false, title: "INTERNAL zircon", body: "INTERNAL zircon" })
      .where(eq(announcement.id, id))
      .run();
  });
  const after = await portal.request(null, "GET", path);
  expect(after.status).toBe(200);
  expect(after.text).not.toMatch(/INTERNAL|Harmless/);
});
