import autocannon from "autocannon";
import { readSettings } from "~/settings.server";
import { ORGANIZATIONS } from "../../app/demo/organizations";
import { PEOPLE } from "../../app/demo/people";
import { seedDemonstration } from "../../app/demo/seed";
import { FIRST_ADMIN } from "../../app/demo/stage/credentials";
import { makePlace } from "../support/server-process";
import { addOpenCalls } from "./data";
import { median, report } from "./measure";
import { signIn } from "./pages";
import { makeFilledPlace, startBareServer, startPortal } from "./portal-process";

const ROUNDS = 5;
const WARM_UP_SECONDS = 6;
const ROUND_SECONDS = 2;
const CONNECTIONS = 16;
const ROWS = 20;
const LEAST = 0.06;

const ADMINISTRATOR = FIRST_ADMIN.email;
const REVIEWER = PEOPLE.find(({ role }) => role === "GOV_POC")?.email ?? "";
const COMPANY = ORGANIZATIONS[0]?.email ?? "";

/** The dashboard and the lists that people who are signed in open most, with someone who sees a long list there. */
const PAGES: readonly (readonly [path: string, email: string])[] = [
  ["/gov", ADMINISTRATOR],
  ["/gov/submissions", ADMINISTRATOR],
  ["/gov/organizations", ADMINISTRATOR],
  ["/gov/engagements", ADMINISTRATOR],
  ["/gov/calls", ADMINISTRATOR],
  ["/gov/announcements", ADMINISTRATOR],
  ["/gov/admin/users", ADMINISTRATOR],
  ["/notifications", REVIEWER],
  ["/portal/submissions", COMPANY],
];

/**
 * Compares the requests per second of pages for people who are signed in, on the demonstration's data, with those of a bare
 * server that reads 20 rows. Each page alternates with the bare server.
 */
export async function benchSignedIn(): Promise<void> {
  const place = makePlace();
  await seedDemonstration(readSettings({ ...place.settings, NODE_ENV: "production", LOG_LEVEL: "error" }), new Date());
  const rows = makeFilledPlace((db) => addOpenCalls(db, ROWS));
  const portal = await startPortal(place);
  const bare = await startBareServer("tests/bench/bare-rows.ts", rows);
  try {
    await requestsPerSecond(bare.origin, {}, WARM_UP_SECONDS);
    const cookies = new Map<string, string>();
    for (const [path, email] of PAGES) {
      const cookie = cookies.get(email) ?? (await signIn(portal.origin, email));
      cookies.set(email, cookie);
      await requestsPerSecond(portal.origin + path, { cookie }, WARM_UP_SECONDS);
      const rounds: { portal: number; bare: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push({
          portal: await requestsPerSecond(portal.origin + path, { cookie }),
          bare: await requestsPerSecond(bare.origin, {}),
        });
      }
      const ratio = median(rounds.map((round) => round.portal / round.bare));
      const rate = (which: "portal" | "bare") => Math.round(median(rounds.map((round) => round[which])));
      const figure = `${ratio.toFixed(3)} (${rate("portal")}/s to ${rate("bare")}/s)`;
      report(`(k) ${path}, compared with bare node:http and ${ROWS} rows`, figure, `at least ${LEAST}`, ratio >= LEAST);
    }
  } finally {
    await portal.stop();
    await bare.stop();
    place.remove();
    rows.remove();
  }
}

/** @throws Error unless every response is 200 */
async function requestsPerSecond(
  url: string,
  headers: Record<string, string>,
  duration = ROUND_SECONDS,
): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration });
  const shown = result.statusCodeStats?.["200"]?.count ?? 0;
  if (shown === 0 || shown !== result.requests.total || result.errors > 0) {
    throw new Error(`${url} returned ${JSON.stringify(result.statusCodeStats)} and ${result.errors} errors`);
  }
  return shown / result.duration;
}
