import type { Random } from "~/demo/stage/random";
import { pdfOfSize, submissionForm } from "../bench/data";
import { PASSWORD } from "../support/cast";

/** Who sends requests, and the records they may request. */
export interface Clients {
  industry: readonly string[];
  government: readonly string[];
  emails: readonly string[];
  /** Submissions with a file. The mix adds new ones. */
  submissions: string[];
}

/** One request of the mix. */
interface MixedRequest extends RequestInit {
  path: string;
  /** The expected statuses. */
  expected: readonly number[];
  /** Gets the body of a successful response. */
  onBody?: (text: string) => void;
}

interface Kind {
  name: string;
  /** The number in about ten thousand requests. */
  share: number;
  make: (random: Random, clients: Clients) => MixedRequest;
}

const WORDS = ["autonomy", "sensing", "paper", "bench", '"edge computing"', "autnomy", "radar OR sensing", "tech*"];
const FILE = pdfOfSize(20_000);
const JSON_TYPE = { "content-type": "application/json" };

const as = (token: string) => ({ cookie: `session=${token}` });
const read = (name: string, share: number, paths: readonly string[]): Kind => ({
  name,
  share,
  make: (random) => ({ path: random.pick(paths), expected: [200] }),
});
const readAs = (name: string, share: number, who: "industry" | "government", paths: readonly string[]): Kind => ({
  name,
  share,
  make: (random, clients) => ({
    path: random.pick(paths),
    headers: as(random.pick(clients[who])),
    expected: [200],
  }),
});
const refused = (share: number, status: number, path: string, init: RequestInit = {}): Kind => ({
  name: `refused with ${status}`,
  share,
  make: () => ({ path, ...init, expected: [status] }),
});

/** The requests of a day in realistic proportions, some of them more frequent. */
export const MIX: readonly Kind[] = [
  read("public pages", 1_500, ["/", "/calls", "/announcements", "/login", "/help", "/register", "/developers"]),
  read("public data", 2_000, [
    "/api/portal/calls",
    "/api/portal/announcements",
    "/api/feeds/calls.atom",
    "/api/feeds/calls.ics",
    "/api/feeds/announcements.json",
    "/healthz",
  ]),
  readAs("industry pages", 400, "industry", ["/portal", "/portal/submissions", "/portal/profile", "/notifications"]),
  readAs("government pages", 400, "government", ["/gov", "/gov/submissions", "/gov/organizations", "/gov/engagements"]),
  readAs("industry data", 1_500, "industry", ["/api/session", "/api/portal/submissions", "/api/notifications"]),
  readAs("government data", 1_300, "government", [
    "/api/gov/submissions",
    "/api/gov/organizations",
    "/api/gov/engagements",
    "/api/gov/calls",
    "/api/notifications/unread-count",
  ]),
  {
    name: "searches",
    share: 700,
    make: (random, { government }) => ({
      path: `/api/search?q=${encodeURIComponent(random.pick(WORDS))}`,
      headers: as(random.pick(government)),
      expected: [200],
    }),
  },
  {
    name: "submissions with a file",
    share: 300,
    make: (random, { industry, submissions }) => ({
      path: "/api/portal/submissions",
      method: "POST",
      headers: as(random.pick(industry)),
      body: submissionForm(FILE),
      // Each user may send 20 an hour.
      expected: [201, 429],
      onBody: (text) => submissions.push((JSON.parse(text) as { data: { id: string } }).data.id),
    }),
  },
  {
    name: "downloads",
    share: 600,
    make: (random, { government, submissions }) => ({
      path: submissions.length > 0 ? `/api/portal/submissions/${random.pick(submissions)}/file` : "/healthz",
      headers: as(random.pick(government)),
      expected: [200],
    }),
  },
  {
    name: "exports",
    share: 40,
    make: (random, { government }) => ({
      path: random.pick(["/api/export/csv?entity=organizations", "/api/export/all", "/api/export/engagements.ics"]),
      headers: as(random.pick(government)),
      expected: [200, 429],
    }),
  },
  {
    name: "sign-ins",
    share: 160,
    make: (random, { emails }) => ({
      path: "/api/session",
      method: "POST",
      headers: JSON_TYPE,
      body: JSON.stringify({
        email: random.pick(emails),
        password: random.below(4) === 0 ? "Not-This-One-1!" : PASSWORD,
      }),
      expected: [200, 401, 429],
    }),
  },
  {
    name: "visits",
    share: 400,
    make: (random) => ({
      path: "/api/analytics/pageview",
      method: "POST",
      headers: JSON_TYPE,
      body: JSON.stringify({ path: random.pick(["/", "/calls", "/login"]) }),
      expected: [201, 429],
    }),
  },
  refused(150, 401, "/api/notifications"),
  refused(100, 404, "/no/such/page"),
  refused(100, 404, "/api/nothing"),
  refused(50, 405, "/api/portal/calls", { method: "PUT", headers: JSON_TYPE, body: "{}" }),
  refused(100, 400, "/api/session", { method: "POST", headers: JSON_TYPE, body: '{"email": ' }),
  refused(100, 403, "/logout", { method: "POST", headers: { origin: "https://evil.test" } }),
  refused(50, 413, "/api/session", { method: "POST", headers: JSON_TYPE, body: `{"email": "${"a".repeat(300_000)}"}` }),
  refused(50, 401, "/api/portal/submissions", { method: "POST", body: new URLSearchParams({ title: "a" }) }),
];

const SHARES = MIX.reduce((sum, { share }) => sum + share, 0);

/** Picks a request. Each kind is as frequent as its share. */
export function pickRequest(random: Random, clients: Clients): MixedRequest & { kind: string } {
  let place = random.below(SHARES);
  const kind = MIX.find(({ share }) => {
    place -= share;
    return place < 0;
  }) as Kind;
  return { kind: kind.name, ...kind.make(random, clients) };
}
