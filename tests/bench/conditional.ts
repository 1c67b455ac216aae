import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import { addOpenCalls } from "./data";
import { median, report } from "./measure";
import { makeFilledPlace, startPortal } from "./portal-process";

const ROUNDS = 7;
const ROUND_SECONDS = 2;
const CONNECTIONS = 32;
const CALLS = 20;
const MICROSECONDS_PER_TICK = 10_000;

/**
 * Measures the cost of answering a client that already has the feed, as a share of the cost of sending it. Cost is the
 * server's processor time per request, in alternating rounds.
 */
export async function benchConditional(): Promise<void> {
  const place = makeFilledPlace((db) => addOpenCalls(db, CALLS));
  const portal = await startPortal(place);
  try {
    const url = `${portal.origin}/api/portal/calls`;
    const etag = (await fetch(url)).headers.get("etag") ?? "";
    const cost = async (status: 200 | 304) => {
      const headers = status === 304 ? { "if-none-match": etag } : {};
      const before = processorMicroseconds(portal.pid);
      const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: ROUND_SECONDS });
      const responses = result.statusCodeStats?.[`${status}`]?.count ?? 0;
      if (responses !== result.requests.total) throw new Error(`Not every response was ${status}`);
      return (processorMicroseconds(portal.pid) - before) / responses;
    };
    await cost(200);
    await cost(304);
    const rounds: { unchanged: number; full: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ unchanged: await cost(304), full: await cost(200) });
    }
    const ratio = median(rounds.map(({ unchanged, full }) => unchanged / full));
    const middle = (which: "unchanged" | "full") => Math.round(median(rounds.map((round) => round[which])));
    const figure = `${ratio.toFixed(2)} (${middle("unchanged")} to ${middle("full")} µs of processor)`;
    report(`(h) 304 of the feed of ${CALLS} calls, compared with its 200`, figure, "at most 0.50", ratio <= 0.5);
  } finally {
    await portal.stop();
    place.remove();
  }
}

/** The user and system time of a process (proc(5): utime and stime). */
function processorMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_TICK;
}
