import autocannon from "autocannon";
import { addOpenCalls } from "./data";
import { median, report } from "./measure";
import { makeFilledPlace, startBareServer, startPortal } from "./portal-process";

const ROUNDS = 5;
const ROUND_SECONDS = 3;
const CONNECTIONS = 32;
const CALLS = 20;

/** Compares the requests per second of GET /api/portal/calls with those of a bare server with the same query. */
export async function benchFeed(): Promise<void> {
  const place = makeFilledPlace((db) => addOpenCalls(db, CALLS));
  const portal = await startPortal(place);
  const bare = await startBareServer("tests/bench/bare-feed.ts", place);
  try {
    const measure = async (url: string) =>
      (await autocannon({ url, connections: CONNECTIONS, duration: ROUND_SECONDS })).requests.average;
    const feed = `${portal.origin}/api/portal/calls`;
    await measure(feed);
    await measure(bare.origin);
    const rounds: { portal: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ portal: await measure(feed), bare: await measure(bare.origin) });
    }
    const ratio = median(rounds.map((round) => round.portal / round.bare));
    const rate = (which: "portal" | "bare") => Math.round(median(rounds.map((round) => round[which])));
    const figure = `${ratio.toFixed(2)} (${rate("portal")}/s to ${rate("bare")}/s)`;
    report(`(a) public feed of ${CALLS} calls, compared with bare node:http`, figure, "at least 0.50", ratio >= 0.5);
  } finally {
    await portal.stop();
    await bare.stop();
    place.remove();
  }
}
