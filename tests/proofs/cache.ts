import { API_ROUTES, PAGE_ROUTES } from "~/routes.js";
import { LIMITS } from "~/values/limits";
import type { PersonKey } from "../support/cast";
import { startNginx } from "../support/nginx";
import { everyAddress, publicAmong } from "./cache/addresses";
import { keeping, repeating, sendAmbiguous, timesSent } from "./cache/handed-on";
import { type LoadSizes, load } from "./cache/load";
import { startMistakenServer } from "./cache/mistaken";
import { outdated } from "./cache/outdated";
import { findingOf, reportViews, seeWithdrawn, sendFiles, signInAndOut, withdraw } from "./cache/people";
import { fillCache, poison } from "./cache/poison";
import { type Comparison, compareAll } from "./cache/private";
import { makeRecords, type Records, SECRET } from "./cache/records";
import { type RestartSizes, restart, store } from "./cache/restart";
import { openSite, type Site, type Visitor, waysTo } from "./cache/site";
import { faultsOf, storedIn } from "./cache/stored";
import type { Finding } from "./proof";

interface Sizes {
  /** Calls, and as many announcements. */
  publications: number;
  /** The people who ask for addresses, beside a visitor without a cookie. Everyone, if there are none. */
  people: readonly PersonKey[];
  /** They ask for every n-th public address, and for every n-th of the others, and someone tries every n-th attack. */
  every: { open: number; closed: number; attack: number };
  /** How large the file is that someone sends and gets. */
  fileBytes: number;
  restart: RestartSizes;
  /** Null to measure nothing. */
  load: LoadSizes | null;
}

const FULL_SIZE: Sizes = {
  publications: 20,
  people: [],
  every: { open: 1, closed: 1, attack: 1 },
  fileBytes: LIMITS.fileBytes,
  restart: { upMilliseconds: 15_000, stoppedMilliseconds: 20_000, killedMilliseconds: 5_000 },
  load: {
    seconds: 60,
    paces: [
      { connections: 1, pauseMilliseconds: 2 },
      { connections: 64, pauseMilliseconds: 0 },
    ],
  },
};

/** What no stored response may have: private words and the addresses of people. */
const SECRETS = [SECRET, "@example.test"];

/**
 * Puts nginx in front of the server, with the file that operators use (deploy/nginx.conf). Visitors cost the server almost
 * nothing and do not see a restart, and nobody gets what is someone else's.
 */
export async function* proveCache(sizes = FULL_SIZE): AsyncGenerator<Finding> {
  const site = await openSite(sizes.publications);
  try {
    const nobody = site.visitors.at(-1) as Visitor;
    const records = await makeRecords(site);
    const withdrawn = await withdraw(site, nobody);
    // Early, so that all of it is older than ten seconds when the server stops.
    const pages = await visited(site, nobody);
    const expected = await store(site, nobody, [...pages, ...(await assetsOf(site, nobody))]);
    yield* privately(site, records, sizes);
    yield* controls(site, nobody);
    yield* poisoned(site, nobody, sizes);
    yield* handedOn(site);
    yield* outdated();
    yield await signInAndOut(site, nobody);
    yield await sendFiles(site, sizes.fileBytes);
    yield await seeWithdrawn(site, nobody, withdrawn);
    yield* restart(site, nobody, expected, withdrawn.path, sizes.restart);
    if (sizes.load) yield* load(site, pages, sizes.load);
    yield await reportViews(site, nobody);
  } finally {
    await site.close();
  }
}

/** Everyone asks for everything. */
async function* privately(site: Site, records: Records, { people, every }: Sizes): AsyncGenerator<Finding> {
  const all = everyAddress(records);
  const open = publicAmong(all);
  const closed = all.filter((address) => !open.includes(address));
  const someOf = (list: readonly string[], step: number) => list.filter((_address, index) => index % step === 0);
  const addresses = [...someOf(open, every.open), ...someOf(closed, every.closed)];
  const isAsked = ({ name, cookie }: Visitor) =>
    people.length === 0 || cookie === null || people.some((key) => key === name);
  const registering = { name: "who registers", cookie: records.registering, from: "127.0.5.1" };
  const visitors = [registering, ...site.visitors.filter(isAsked)];
  const { requests, hits, problems } = await compareAll(site, visitors, addresses);
  yield findingOf(
    `${addresses.length} addresses as ${visitors.length} visitors, each several times: responses that are not the visitor's own`,
    hits > 0 ? problems : ["nothing came from the cache", ...problems],
    `none of ${requests}, ${hits} of them from the cache`,
    "none",
  );
  const stored = storedIn(site.nginx.cacheFolder);
  const faults = stored.flatMap((response) => faultsOf(response, SECRETS));
  yield findingOf(
    "stored responses that are private, set a cookie or must not be stored",
    stored.length > 0 ? faults : ["nothing is stored"],
    `none of ${stored.length}; ${records.requests} private records made through nginx`,
    "none",
  );
}

/** Public pages that show people who are signed in something of their own. */
const OWN_PAGES = ["/", "/calls", "/login", "/announcements"];

/** An nginx that looks at no cookies. */
const blind = (configuration: string) =>
  configuration.replace("$portal_address:$http_cookie:$http_authorization", "$portal_address::");

/** A server that calls everything public leaks nothing, but for the requests with cookies that nginx keeps from the cache. */
async function* controls(site: Site, nobody: Visitor): AsyncGenerator<Finding> {
  const visitors = [site.visitorOf("systemAdmin"), site.visitorOf("acmeUser"), nobody];
  const server = await startMistakenServer(site.port);
  const compareBehind = async (change?: (configuration: string) => string): Promise<Comparison> => {
    const nginx = await startNginx(server.port, change);
    try {
      return await compareAll(waysTo(nginx.port, server.port), visitors, OWN_PAGES, change ? 1 : undefined);
    } finally {
      await nginx.stop();
    }
  };
  try {
    const guarded = await compareBehind();
    yield findingOf(
      "a server that says of everything that it may be stored: responses that are not the visitor's own",
      guarded.problems,
      `none of ${guarded.requests}`,
      "none",
    );
    const unguarded = await compareBehind(blind);
    yield {
      what: "  the same, and an nginx that looks at no cookies",
      figure: `${unguarded.problems.length} problems in ${unguarded.requests}`,
      bound: "some, or this would find no leak",
      holds: unguarded.problems.some((problem) => problem.includes("instead of")),
    };
  } finally {
    server.close();
  }
}

async function* poisoned(site: Site, nobody: Visitor, { every }: Sizes): AsyncGenerator<Finding> {
  const { attacks, problems } = await poison(site, nobody, every.attack);
  yield findingOf(
    "requests that try to change what others get from the cache",
    problems,
    `${attacks}, none did`,
    "none",
  );
  const { asked, stored } = await fillCache(site, nobody);
  yield findingOf("other spellings and compressions that get into the cache", stored, `none of ${asked}`, "none");
}

const timesShown = (times: Record<string, number>): string =>
  Object.entries(times)
    .map(([method, count]) => `${method} ${count}`)
    .join(", ");

async function* handedOn(site: Site): AsyncGenerator<Finding> {
  for (const [how, change] of Object.entries({ "": undefined, ", on kept connections": keeping })) {
    const times = await timesSent(change);
    yield {
      what: `a server that breaks off instead of responding gets each request${how}`,
      figure: timesShown(times),
      bound: "once",
      holds: Object.values(times).every((count) => count === 1),
    };
  }
  const repeated = await timesSent(repeating);
  yield {
    what: "  the same, and an nginx that may repeat requests",
    figure: timesShown(repeated),
    bound: "some twice, or this would not notice",
    holds: Object.values(repeated).some((count) => count > 1),
  };
  const { sent, responses, got, hidden, mixedUp } = await sendAmbiguous(site);
  yield {
    what: "requests that can be read in two ways",
    figure: `${sent} sent, ${responses} responses, ${got} at the server, ${hidden} from bodies, ${mixedUp} mixed up`,
    bound: "none from bodies or mixed up",
    holds: got > 0 && got <= responses && hidden === 0 && mixedUp === 0,
  };
}

/** The pages and feeds that visitors read: the fixed ones, and each call and announcement. */
async function visited(site: Site, nobody: Visitor): Promise<string[]> {
  const ids = async (list: string): Promise<string[]> =>
    JSON.parse((await site.ask(nobody, { path: `/api/portal/${list}` })).text).data.map(
      ({ id }: { id: string }) => `/${list}/${id}`,
    );
  const fixed = publicAmong([...PAGE_ROUTES, ...API_ROUTES].map(({ path }) => `/${path.replace(/^\//, "")}`)).filter(
    (address) => !address.includes(":"),
  );
  return [...fixed, ...(await ids("calls")), ...(await ids("announcements"))];
}

/** The files of the home page. */
async function assetsOf(site: Site, nobody: Visitor): Promise<string[]> {
  const { text } = await site.ask(nobody, { path: "/" });
  return [...new Set(text.match(/\/assets\/[\w./$-]+/g))];
}
