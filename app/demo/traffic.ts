import type { Random } from "~/demo/stage/random";
import { chanceOf, type Stage, type StageAct } from "~/demo/stage/stage";
import type { Times } from "~/demo/stage/timeline";
import { OPEN_CALLS } from "~/demo/tables/open-calls";
import { recordPageview } from "~/domain/traffic/record-pageview.server";
import { LEFT } from "./leavers";
import { ORGANIZATIONS } from "./organizations";
import { PEOPLE } from "./people";

const DAYS = 60;
/** The fewest visits by visitors and by signed-in people, and the most to add at random, for each weekday from Sunday. */
const VISITS = [
  { unknown: 1, known: 0, more: 2 },
  { unknown: 3, known: 1, more: 2 },
  { unknown: 4, known: 1, more: 3 },
  { unknown: 4, known: 1, more: 3 },
  { unknown: 3, known: 1, more: 3 },
  { unknown: 2, known: 1, more: 2 },
  { unknown: 0, known: 0, more: 2 },
] as const;
const VISITORS = 90;
const FIRST_HOUR = 12;
const HOURS = 10;
const MORE_PAGES = 3;
/** Seconds per page: the least, and the most to add at random. */
const LOOK = { least: 8, more: 90 } as const;

/* A path is listed more than once if people view it more often. */

const PUBLIC = ["/", "/calls", "/calls", "/announcements", "/announcements", "/login", "/register"] as const;
const INDUSTRY = ["/portal/submissions", "/portal/submissions", "/portal/profile", "/calls", "/notifications"] as const;
const GOVERNMENT = [
  "/gov/submissions",
  "/gov/submissions",
  "/gov/organizations",
  "/gov/engagements",
  "/gov/engagements",
  "/gov/calls",
  "/notifications",
] as const;

/** The people who view pages: their accounts are older than the first of these days, and they still work here. */
const WORKERS = [
  ...PEOPLE.filter(({ createdAt: [daysAgo] }) => daysAgo > DAYS).map(({ email }) => ({
    email,
    start: "/gov",
    paths: GOVERNMENT,
  })),
  ...ORGANIZATIONS.filter(({ registeredAt: [daysAgo] }) => daysAgo > DAYS).map(({ email }) => ({
    email,
    start: "/portal",
    paths: INDUSTRY,
  })),
].filter(({ email }) => !LEFT.has(email));

/** Page views of the last two months, by visitors and signed-in people, with fewer on weekends. */
export function trafficActs(times: Times): StageAct[] {
  return Array.from({ length: DAYS + 1 }, (_, index) => DAYS - index)
    .flatMap((daysAgo) => visitsOf(times, daysAgo))
    .filter(({ at }) => at < times.now);
}

function visitsOf({ ago }: Times, daysAgo: number): StageAct[] {
  const chance = chanceOf(`traffic ${daysAgo}`);
  const { unknown, known, more } = VISITS[ago([daysAgo, "12:00"]).getUTCDay()] ?? VISITS[0];
  const begin = () => {
    const minute = String(chance.below(60)).padStart(2, "0");
    return ago([daysAgo, `${FIRST_HOUR + chance.below(HOURS)}:${minute}`]);
  };
  const calls = OPEN_CALLS.filter(({ createdAt }) => createdAt[0] > daysAgo).map(({ key }) => key);
  const byVisitors = Array.from({ length: unknown + chance.below(more) }, () => {
    const visitor = `visitor ${chance.below(VISITORS)}`;
    const look = (stage: Stage, view: object) => stage.performAsVisitor(recordPageview, visitor, { ...view });
    const paths = ["/", ...pages(chance, PUBLIC)];
    if (calls.length > 0 && chance.below(3) === 0) paths.push("/calls", `/calls/:${chance.pick(calls)}`);
    return visit(begin(), paths, chance, look);
  });
  const byWorkers = Array.from({ length: known && known + chance.below(more) }, () => {
    const { email, start, paths } = chance.pick(WORKERS);
    const look = (stage: Stage, view: object) => stage.perform(recordPageview, email, { ...view });
    return visit(begin(), ["/login", start, ...pages(chance, paths)], chance, look);
  });
  return [...byVisitors, ...byWorkers].flat();
}

const pages = (chance: Random, paths: readonly string[]) =>
  Array.from({ length: chance.below(MORE_PAGES) }, () => chance.pick(paths));

/** Views one page after another. Viewing the same page again in a row does not count. */
function visit(
  begin: Date,
  paths: readonly string[],
  chance: Random,
  look: (stage: Stage, view: object) => Promise<unknown>,
): StageAct[] {
  let at = begin.getTime();
  return paths
    .filter((path, index) => path !== paths[index - 1])
    .map((path, index, all) => {
      if (index > 0) at += (LOOK.least + chance.below(LOOK.more)) * 1000;
      const before = all[index - 1] ?? null;
      return {
        at: new Date(at),
        what: `pageview of ${path}`,
        perform: (stage) => look(stage, { path: named(stage, path), referrer: before && named(stage, before) }),
      };
    });
}

/** Replaces the key of a call in a path (":key") with its id. */
const named = (stage: Stage, path: string) => path.replace(/:(.+)$/, (_all, key: string) => stage.idOf("call", key));
