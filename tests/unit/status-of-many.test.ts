import { expect, test } from "vitest";
import { readerOf, readingOf } from "~/domain/search/reader.server";
import { insertCall, instant } from "../support/arrange";
import { actorOf, type PersonKey } from "../support/cast";
import { DAY, openPortal } from "../support/portal";

test.each<PersonKey | null>(["readonly", null])(
  "the open calls are found among thousands whose deadline passed, by %s",
  async (person) => {
    const portal = await openPortal();
    const open = portal.db.transaction(() => {
      const ids = Array.from({ length: 5 }, () => insertCall(portal, { title: "Radar" }));
      for (let number = 0; number < 2_001; number += 1) {
        insertCall(portal, { title: "Radar", closesAt: instant(portal, -DAY) });
      }
      return ids;
    });
    await portal.services.ledger.catchUp(true);
    const reader = readerOf(person && actorOf(person));
    const request = { text: "radar", filters: { status: "OPEN" }, ...readingOf(portal.db, reader, portal.now()) };
    const found = await portal.services.ledger.find(request, portal.now());
    expect(new Set(found.entries.map(({ sourceId }) => sourceId))).toEqual(new Set(open));
    expect([...found.totals]).toEqual([]);
  },
);
