import { fork } from "node:child_process";
import { once } from "node:events";
import { percentile } from "../bench/measure";
import type { Finding } from "./proof";

const REQUESTS_PER_SECOND = 50;
/** The longest that a public feed may take, whatever else the server does. */
const FEED_MILLISECONDS = 250;

/** Requests a feed steadily from a separate process while the work runs. */
export async function feedDuring<Result>(
  address: string,
  what: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; finding: Finding }> {
  const asker = fork("tests/proofs/feed-asker.ts", [address, String(REQUESTS_PER_SECOND)], {
    execArgv: ["--import", "tsx"],
  });
  try {
    await once(asker, "message");
    const result = await work();
    const reply = once(asker, "message");
    asker.send("stop");
    const [{ waits, errors }] = (await reply) as [{ waits: number[]; errors: string[] }];
    const p99 = percentile(waits, 0.99);
    const failed = errors.length > 0 ? `, ${errors.length} failed (${errors[0]})` : "";
    const finding = {
      what: `the feed's p99 during ${what}`,
      figure: `${p99.toFixed(0)} ms (median ${percentile(waits, 0.5).toFixed(0)}, of ${waits.length})${failed}`,
      bound: `at most ${FEED_MILLISECONDS} ms`,
      holds: p99 <= FEED_MILLISECONDS && errors.length === 0,
    };
    return { result, finding };
  } finally {
    asker.kill();
  }
}
