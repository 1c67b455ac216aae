import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { announcement } from "#db/schema";
import { insertAnnouncement, instant } from "../support/arrange";
import { openPortal, type Portal } from "../support/portal";

/* Others write while a search runs, in a thread above all. What someone withdraws and rewrites before the server reads the rows
   must not show. */

/** Has something happen between what the portal's next searches find and what the server reads of it. */
function afterSearches(portal: Portal, happens: () => void): void {
  const { ledger } = portal.services;
  const { find, suggest } = ledger;
  ledger.find = async (...request) => {
    const found = await find(...request);
    happens();
    return found;
  };
  ledger.suggest = async (...request) => {
    const found = await suggest(...request);
    happens();
    return found;
  };
}

test.each(["/api/search/ledger?q=zircon", "/api/search/suggestions?q=zirc", "/search?q=zircon"])(
  "%s does not show what was withdrawn and rewritten since it was found",
  async (path) => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal, {
      title: "Harmless zircon",
      body: "Zircon.",
      published: true,
      publishedAt: instant(portal, -1),
    });
    const before = await portal.request(null, "GET", path);
    expect(before.status).toBe(200);
    expect(before.text).toContain("Harmless");

    afterSearches(portal, () => {
      portal.db
        .update(announcement)
        .set({ published: false, title: "INTERNAL zircon", body: "INTERNAL zircon" })
        .where(eq(announcement.id, id))
        .run();
    });
    const after = await portal.request(null, "GET", path);
    expect(after.status).toBe(200);
    expect(after.text).not.toMatch(/INTERNAL|Harmless/);
  },
);
