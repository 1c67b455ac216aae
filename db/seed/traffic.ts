import { immediateTransaction } from "#db/open";
import { auditFor } from "~/domain/operation.server";
import type { Random } from "./random";
import { chanceOf, clientOf, type Stage, type StageAct } from "./stage";
import type { Times } from "./timeline";

const DAYS = 60;
const VISITORS = 40;
const VISITS_A_DAY = { fewest: 2, more: 7, moreAtWeekends: 2 } as const;
const FIRST_HOUR = 11;
const HOURS = 12;
const PAGES_A_VISIT = 4;
/** Named as often as they are looked at. */
const PATHS = ["/", "/", "/calls", "/calls", "/calls", "/login", "/register"] as const;

/** Pageviews of visitors who did not sign in, over the last two months; fewer at the weekend. */
export function trafficActs({ ago }: Times): StageAct[] {
  return Array.from({ length: DAYS }, (_, index) => DAYS - index).flatMap((daysAgo) => {
    const chance = chanceOf(`traffic ${daysAgo}`);
    const weekend = [0, 6].includes(ago([daysAgo, "12:00"]).getUTCDay());
    const visits = VISITS_A_DAY.fewest + chance.below(weekend ? VISITS_A_DAY.moreAtWeekends : VISITS_A_DAY.more);
    return Array.from({ length: visits }, () => {
      const hour = FIRST_HOUR + chance.below(HOURS);
      const minute = String(chance.below(60)).padStart(2, "0");
      return { at: ago([daysAgo, `${hour}:${minute}`]), what: "pageviews", perform: (stage) => visit(stage, chance) };
    });
  });
}

function visit({ services }: Stage, chance: Random): void {
  const client = clientOf(`visitor ${chance.below(VISITORS)}`);
  const views = 1 + chance.below(PAGES_A_VISIT);
  const paths = ["/", ...Array.from({ length: views - 1 }, () => chance.pick(PATHS))];
  immediateTransaction(services.db, () => {
    for (const [index, path] of paths.entries()) {
      const caller = { actor: null, sessionHash: null, ...client, requestId: services.newId(), origin: "" };
      auditFor(services, caller, services.clock())("pageview", { path, referrer: paths[index - 1] ?? null });
    }
  });
}
