import { readSettings } from "~/settings.server";
import { ORGANIZATIONS } from "../../app/demo/organizations";
import { PEOPLE } from "../../app/demo/people";
import { seedDemonstration } from "../../app/demo/seed";
import { FIRST_ADMIN } from "../../app/demo/stage/credentials";
import { makePlace } from "../support/server-process";
import { addOpenCalls } from "./data";
import { signIn } from "./pages";
import { makeFilledPlace, startBareServer, startPortal } from "./portal-process";
import { compareRequests, type Target } from "./requests";

const ROWS = 20;
const LEAST = 0.06;
/** How many times as many pages a server must read with threads. */
const LEAST_WITH_THREADS = 1.6;

const ADMINISTRATOR = FIRST_ADMIN.email;
const REVIEWER = PEOPLE.find(({ role }) => role === "GOV_POC")?.email ?? "";
const COMPANY = ORGANIZATIONS[0]?.email ?? "";

/** The dashboard and the lists that people who are signed in open most, with someone who sees a long list there. */
const PAGES: readonly (readonly [path: string, email: string])[] = [
  ["/gov", REVIEWER],
  ["/gov/submissions", ADMINISTRATOR],
  ["/gov/organizations", ADMINISTRATOR],
  ["/gov/engagements", ADMINISTRATOR],
  ["/gov/calls", ADMINISTRATOR],
  ["/gov/announcements", ADMINISTRATOR],
  ["/gov/admin/users", ADMINISTRATOR],
  ["/notifications", REVIEWER],
  ["/portal/submissions", COMPANY],
];

async function makeDemonstration() {
  const place = makePlace();
  await seedDemonstration(readSettings({ ...place.settings, NODE_ENV: "production", LOG_LEVEL: "error" }), new Date());
  return place;
}

/** Signs in once for each person. */
function signingIn(origin: string): (email: string) => Promise<{ cookie: string }> {
  const cookies = new Map<string, string>();
  return async (email) => {
    const cookie = cookies.get(email) ?? (await signIn(origin, email));
    cookies.set(email, cookie);
    return { cookie };
  };
}

/**
 * Compares the requests per second of pages for people who are signed in, on the demonstration's data, with those of a bare
 * server that reads 20 rows. Each page alternates with the bare server.
 */
export async function benchSignedIn(): Promise<void> {
  const place = await makeDemonstration();
  const rows = makeFilledPlace((db) => addOpenCalls(db, ROWS));
  const portal = await startPortal(place);
  const bare = await startBareServer("tests/bench/bare-rows.ts", rows);
  const headersOf = signingIn(portal.origin);
  try {
    const targets: Target[] = [];
    for (const [path, email] of PAGES) {
      targets.push({ what: `${path}, signed in`, path, headers: await headersOf(email), status: 200, least: LEAST });
    }
    await compareRequests(portal, bare, targets);
  } finally {
    await portal.stop();
    await bare.stop();
    place.remove();
    rows.remove();
  }
}

/** Compares the pages that a server with threads reads per second with those of one without. Both have the same records. */
export async function benchPageThreads(): Promise<void> {
  const places = await Promise.all([makeDemonstration(), makeDemonstration()]);
  const [withThreads, without] = await Promise.all([
    startPortal(places[0]),
    startPortal(places[1], { PAGE_THREADS: "0" }),
  ]);
  const [headersWith, headersWithout] = [signingIn(withThreads.origin), signingIn(without.origin)];
  try {
    const targets: Target[] = [];
    for (const [path, email] of PAGES) {
      const other = { path, headers: await headersWithout(email) };
      const headers = await headersWith(email);
      targets.push({ what: `${path}, in threads`, path, headers, status: 200, least: LEAST_WITH_THREADS, other });
    }
    await compareRequests(withThreads, without, targets);
  } finally {
    await withThreads.stop();
    await without.stop();
    for (const place of places) place.remove();
  }
}
