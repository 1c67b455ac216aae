import autocannon from "autocannon";
import type { RunningServer } from "../support/server-process";
import { addAnnouncements, addOpenCalls, addPublisher } from "./data";
import { median, report } from "./measure";
import { makeFilledPlace, startBareServer, startPortal } from "./portal-process";

const ROUNDS = 3;
const WARM_UP_ROUNDS = 2;
const ROUND_SECONDS = 2;
const CONNECTIONS = 16;
const ROWS = 20;

export interface Target {
  what: string;
  path: string;
  headers: Record<string, string>;
  status: number;
  least: number;
  /** What to request of the other server; its root by default. */
  other?: Pick<Target, "path" | "headers">;
}

/**
 * Compares the requests per second of addresses with those of another server, in alternating rounds. The load comes from this
 * process.
 * @param bare the other server
 */
export async function compareRequests(
  portal: RunningServer,
  bare: RunningServer,
  targets: readonly Target[],
): Promise<void> {
  const rate = async (url: string, headers: Record<string, string>, status: number) => {
    const { requests, statusCodeStats } = await autocannon({
      url,
      headers,
      connections: CONNECTIONS,
      duration: ROUND_SECONDS,
    });
    if (statusCodeStats?.[`${status}`]?.count !== requests.total)
      throw new Error(`${url}: not every response was ${status}: ${JSON.stringify(statusCodeStats)}`);
    return requests.average;
  };
  for (const { what, path, headers, status, least, other = { path: "", headers: {} } } of targets) {
    const portalRate = () => rate(portal.origin + path, headers, status);
    const bareRate = () => rate(bare.origin + other.path, other.headers, 200);
    // Pages run much code, which V8 compiles only after some hundred requests.
    for (let time = 0; time < WARM_UP_ROUNDS; time += 1) await portalRate();
    for (let time = 0; time < WARM_UP_ROUNDS; time += 1) await bareRate();
    const rounds: { portal: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ portal: await portalRate(), bare: await bareRate() });
    const ratio = median(rounds.map((round) => round.portal / round.bare));
    const middle = (which: "portal" | "bare") => Math.round(median(rounds.map((round) => round[which])));
    const figure = `${ratio.toFixed(3)} (${middle("portal")}/s to ${middle("bare")}/s)`;
    report(what, figure, `at least ${least}`, ratio >= least);
  }
}

/** The pages that visitors without a session see. */
const PAGES = ["/", "/calls", "/announcements", "/help", "/developers", "/privacy", "/login", "/register"];
const FEEDS = {
  "public feed of 20 calls": "/api/portal/calls",
  "feed of 20 announcements": "/api/portal/announcements",
};
const OWN = { session: "/api/session", "unread count": "/api/notifications/unread-count" };

/** Measures what everyone reads, and the two requests that programs and pages of signed-in people repeat most often. */
export async function benchRequests(): Promise<void> {
  let token = "";
  const place = makeFilledPlace((db) => {
    addOpenCalls(db, ROWS);
    addAnnouncements(db, ROWS);
    token = addPublisher(db);
  });
  const portal = await startPortal(place);
  const bare = await startBareServer("tests/bench/bare-rows.ts", place);
  const targets = (paths: Record<string, string>, headers: Record<string, string>, least: number): Target[] =>
    Object.entries(paths).map(([what, path]) => ({ what, path, headers, status: 200, least }));
  const unchanged = async (path: string): Promise<Target> => {
    const plain = await fetch(portal.origin + path, { headers: { "accept-encoding": "identity" } });
    const headers = { "if-none-match": plain.headers.get("etag") ?? "" };
    return { what: `304 of ${path}`, path, headers, status: 304, least: 1 };
  };
  try {
    const text = await (await fetch(`${portal.origin}/calls`)).text();
    const [call = ""] = text.match(/\/calls\/[\w-]+/) ?? [];
    const pages = Object.fromEntries([...PAGES, call].map((path) => [`page ${path}, no session`, path]));
    await compareRequests(portal, bare, [
      ...targets(FEEDS, {}, 1),
      ...targets(OWN, { cookie: `session=${token}` }, 0.95),
      ...targets(pages, {}, 0.5),
      await unchanged("/api/portal/calls"),
      await unchanged("/calls"),
    ]);
  } finally {
    await portal.stop();
    await bare.stop();
    place.remove();
  }
}
