import { fork } from "node:child_process";
import { once } from "node:events";
import { percentile } from "../bench/measure";
import type { Finding } from "./proof";

const ASKED_A_SECOND = 50;
/** How long anybody may wait for a public feed, whatever else the server is about. */
const FEED_MILLISECONDS = 250;

/** Asks for a feed steadily, out of a process of its own, for as long as the work takes. */
export async function feedDuring<Result>(
  address: string,
  what: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; finding: Finding }> {
  const asker = fork("tests/proofs/feed-asker.ts", [address, String(ASKED_A_SECOND)], {
    execArgv: ["--import", "tsx"],
  });
  try {
    await once(asker, "message");
    const result = await work();
    const reply = once(asker, "message");
    asker.send("stop");
    const [{ waits, faults }] = (await reply) as [{ waits: number[]; faults: string[] }];
    const p99 = percentile(waits, 0.99);
    const failed = faults.length > 0 ? `, ${faults.length} failed (${faults[0]})` : "";
    const finding = {
      what: `the feed's p99 during ${what}`,
      figure: `${p99.toFixed(0)} ms (median ${percentile(waits, 0.5).toFixed(0)}, of ${waits.length})${failed}`,
      bound: `at most ${FEED_MILLISECONDS} ms`,
      holds: p99 <= FEED_MILLISECONDS && faults.length === 0,
    };
    return { result, finding };
  } finally {
    asker.kill();
  }
}
