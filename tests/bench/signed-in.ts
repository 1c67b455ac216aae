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
  const cookies = new Map<string, string>();
  try {
    const targets: Target[] = [];
    for (const [path, email] of PAGES) {
      const cookie = cookies.get(email) ?? (await signIn(portal.origin, email));
      cookies.set(email, cookie);
      targets.push({ what: `${path}, signed in`, path, headers: { cookie }, status: 200, least: LEAST });
    }
    await compareRequests(portal, bare, targets);
  } finally {
    await portal.stop();
    await bare.stop();
    place.remove();
    rows.remove();
  }
}
