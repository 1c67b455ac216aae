import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { ensureProgram } from "../../support/debian.mjs";
import type { Finding } from "../proof";
import type { Site } from "./site";

/* What many visitors cost the server. */

export interface LoadSizes {
  seconds: number;
  /** wrk's connections, and the pause after each response on them. */
  paces: readonly Pace[];
}

interface Pace {
  connections: number;
  pauseMilliseconds: number;
}

/** Linux counts a process's time in hundredths of a second, that of all its threads together. */
const TICKS_A_SECOND = 100;
/** The promised rate, and the share of a core that it may cost the server. */
const PROMISED = { perSecond: 20_000, share: 0.01 };
/** After this, all addresses are stored and the server has compiled what it needs. */
const WARM_UP_SECONDS = 15;

interface Load {
  perSecond: number;
  failed: number;
  /** The server's share of a core, and the requests that reached it each second. */
  share: number;
  reachedPerSecond: number;
}

/** @param addresses asked for in turn. Most visitors accept Brotli; programs that read feeds accept gzip */
export async function* load(site: Site, addresses: readonly string[], sizes: LoadSizes): AsyncGenerator<Finding> {
  const wrk = ensureProgram("wrk", "wrk");
  const asked = addresses.flatMap((path) => [
    { path, accepted: "gzip, deflate, br, zstd" },
    ...(path.startsWith("/api/feeds/") ? [{ path, accepted: "gzip" }] : []),
  ]);
  const script = join(site.place.folder, "visitors.lua");
  const send = async ({ connections, pauseMilliseconds }: Pace, seconds: number): Promise<Load> => {
    writeFileSync(script, scriptFor(asked, pauseMilliseconds));
    const before = usageOf(site);
    const parameters = ["-t1", `-c${connections}`, `-d${seconds}s`, "-s", script, site.nginx.origin];
    const { stdout } = await promisify(execFile)(wrk, parameters);
    const after = usageOf(site);
    const [, requests = 0, failed = 0, microseconds = 0] = (stdout.match(/RESULT (\d+) (\d+) (\d+)/) ?? []).map(Number);
    const took = microseconds / 1e6;
    return {
      perSecond: requests / took,
      failed,
      share: (after.ticks - before.ticks) / TICKS_A_SECOND / took,
      reachedPerSecond: (after.requests - before.requests) / took,
    };
  };
  try {
    await send({ connections: 64, pauseMilliseconds: 0 }, WARM_UP_SECONDS);
    const before = usageOf(site);
    await pause(sizes.seconds * 1000);
    const idle = (usageOf(site).ticks - before.ticks) / TICKS_A_SECOND / sizes.seconds;
    const loads: Load[] = [];
    for (const [index, pace] of sizes.paces.entries()) {
      const run = await send(pace, sizes.seconds);
      loads.push(run);
      // A server with little to do works more slowly. The promise is about many visitors.
      const most = index === sizes.paces.length - 1 ? PROMISED.share : Number.POSITIVE_INFINITY;
      yield findingFor(run, idle, asked.length, most);
    }
    yield extrapolation(loads);
  } finally {
    rmSync(script, { force: true });
  }
}

function findingFor(run: Load, idle: number, forms: number, most: number): Finding {
  const { perSecond, failed, share, reachedPerSecond } = run;
  const cost = share - idle;
  return {
    what: `${Math.round(perSecond).toLocaleString("en-US")} visitors' requests a second for ${forms} responses`,
    figure: `${percent(cost)} of a core (and ${percent(idle)} without visitors), ${reachedPerSecond.toFixed(1)}/s reached the server${failed > 0 ? `, ${failed} failed` : ""}`,
    bound: most < 1 ? `less than ${percent(most)}, none failed` : "none failed",
    holds: cost < most && failed === 0,
  };
}

/** The cost does not grow with the visitors: nginx asks for each response once in ten seconds, however many ask nginx. */
function extrapolation(loads: readonly Load[]): Finding {
  const [fewest, most] = [loads[0], loads.at(-1)];
  const [reached = 0, reachedByMost = 0] = [fewest?.reachedPerSecond, most?.reachedPerSecond];
  const times = (most?.perSecond ?? 0) / (fewest?.perSecond ?? 1);
  return {
    what: `${times.toFixed(1)} times as many visitors: requests that reach the server, so also at ${PROMISED.perSecond.toLocaleString("en-US")}/s`,
    figure: `${(reachedByMost / reached).toFixed(2)} times as many`,
    bound: "no more than 1.2 times",
    holds: times > 1.2 && reachedByMost <= 1.2 * reached,
  };
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

/** The processor time of a server so far, and the requests in its log. */
function usageOf({ server, place }: Site): { ticks: number; requests: number } {
  // The name in parentheses may have spaces. The 14th and 15th field of the line are user and system time.
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return {
    ticks: Number(fields[11]) + Number(fields[12]),
    requests: readFileSync(join(place.folder, "log"), "utf8").split('"msg":"request"').length,
  };
}

/** A script for wrk that asks for these in turn, and prints the requests, the failures and the microseconds. */
const scriptFor = (asked: readonly { path: string; accepted: string }[], pauseMilliseconds: number) => `
local requests, turn = {}, 0
function init()
${asked.map(({ path, accepted }) => `  table.insert(requests, wrk.format("GET", "${path}", { ["Accept-Encoding"] = "${accepted}" }))`).join("\n")}
end
function request()
  turn = turn + 1
  return requests[turn % #requests + 1]
end
function delay()
  return ${pauseMilliseconds}
end
function done(summary)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format("RESULT %d %d %d", summary.requests, failed, summary.duration))
end
`;
