import { expect, test } from "vitest";
import { LEFT } from "~/demo/leavers";
import type { Stage } from "~/demo/stage/stage";
import { timesFrom } from "~/demo/stage/timeline";
import { trafficActs } from "~/demo/traffic";

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const START = Date.parse("2026-11-22T09:00:00.000Z");

// The acts are drawn at random by the day, and a different weekday draws others.
test("on no day does the demonstration show someone at work who has left", async () => {
  for (let day = 0; day < 14; day++) {
    const workers = new Set<string | null>();
    const stage = {
      perform: async (_operation: unknown, email: string | null) => workers.add(email),
      performAsVisitor: async () => null,
      idOf: (_kind: string, key: string) => key,
    } as unknown as Stage;
    for (const act of trafficActs(timesFrom(new Date(START + day * DAY_MILLISECONDS)))) await act.perform(stage);
    expect(workers.size).toBeGreaterThan(5);
    expect([...workers].filter((email) => LEFT.has(String(email)))).toEqual([]);
  }
});
