import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "~/demo/stage/random";
import type { RunningServer } from "../../support/server-process";
import { median, report } from "../measure";
import { processorMilliseconds } from "../pages";
import { type Kind, send } from "./ask";
import type { Person, Records } from "./people";

const ROUNDS = 5;
/** Long enough for the work that the server does after it sends a response. */
const SETTLE_MILLISECONDS = 3;
/** What takes longer alone cannot take 200 ms while others wait too. */
const BOUND_MILLISECONDS = 50;

/** Measures each kind of read with nobody else there: the processor time of the server, and the time of waiting. */
export async function measureAlone(
  { origin, pid }: Pick<RunningServer, "origin" | "pid">,
  kinds: readonly Kind[],
  people: readonly Person[],
  records: Records,
): Promise<void> {
  for (const kind of kinds) {
    const random = seededRandom(1);
    const able = people.filter(({ audience }) => kind.audience.includes(audience));
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      // The first ones have most.
      const person = able[Math.min(round, able.length - 1)];
      const asked = person && kind.ask(person, random, records);
      if (!person || !asked) continue;
      const before = processorMilliseconds(pid);
      await send(origin, person, { ...asked, isConditional: false });
      await pause(SETTLE_MILLISECONDS);
      times.push(processorMilliseconds(pid) - before);
    }
    if (times.length === 0) continue;
    const longest = Math.max(...times);
    report(
      `alone: ${kind.name}`,
      `${median(times).toFixed(0)} ms, most ${longest.toFixed(0)} ms`,
      `at most ${BOUND_MILLISECONDS} ms`,
      longest <= BOUND_MILLISECONDS,
    );
  }
}
