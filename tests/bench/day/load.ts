import { statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Random, seededRandom } from "~/demo/stage/random";
import type { RunningServer } from "../../support/server-process";
import { percentile, report } from "../measure";
import { firstThreadMilliseconds, processorMilliseconds } from "../pages";
import { residentMegabytes } from "../portal-process";
import { type Kind, send } from "./ask";
import type { Person, Records } from "./people";

/** How long people think between a response and their next request. */
const THINK_SECONDS = { signedIn: [2, 10], visitor: [5, 30] } as const;
const SAMPLE_MILLISECONDS = 250;
const PROBE_MILLISECONDS = 100;
const BOUND_MILLISECONDS = 200;

interface Load {
  server: Pick<RunningServer, "origin" | "pid">;
  databasePath: string;
  kinds: readonly Kind[];
  people: readonly Person[];
  records: Records;
  /** Everyone begins within these first seconds, which are not measured. */
  warmUpSeconds: number;
  seconds: number;
}

/** Everyone works at once, each in a loop: think, request, wait for the response. Reports how long they waited. */
export async function measureLoad({
  server,
  databasePath,
  kinds,
  people,
  records,
  warmUpSeconds,
  seconds,
}: Load): Promise<void> {
  const { origin, pid } = server;
  const waits = new Map<string, number[]>(kinds.map(({ name }) => [name, []]));
  const started = performance.now();
  const measuredFrom = started + warmUpSeconds * 1_000;
  const end = measuredFrom + seconds * 1_000;
  const isMeasured = () => performance.now() >= measuredFrom;
  let failure: Error | null = null;
  let refused = 0;
  const isOver = () => failure !== null || performance.now() >= end;

  const work = async (person: Person, number: number) => {
    const random = seededRandom(number + 1);
    const possible = kinds.filter(({ audience }) => audience.includes(person.audience));
    const [least, most] = THINK_SECONDS[person.audience === "visitor" ? "visitor" : "signedIn"];
    // All have begun before the measurement, most in the middle of a thought.
    await pause(random.below(warmUpSeconds * 1_000));
    while (!isOver()) {
      const kind = draw(possible, random);
      const asked = kind.ask(person, random, records);
      if (asked === null) continue;
      const counts = isMeasured();
      const milliseconds = await send(origin, person, asked);
      if (counts && milliseconds === null) refused += 1;
      else if (counts && milliseconds !== null) waits.get(kind.name)?.push(milliseconds);
      await pause(1_000 * (least + ((most - least) * random.below(1_000)) / 1_000));
    }
  };
  const probes: number[] = [];
  const probe = async () => {
    while (!isOver()) {
      const asked = performance.now();
      await (await fetch(`${origin}/healthz`)).arrayBuffer();
      if (isMeasured()) probes.push(performance.now() - asked);
      await pause(PROBE_MILLISECONDS);
    }
  };
  const memory = { start: residentMegabytes(pid, "VmRSS"), most: 0 };
  let longestLog = 0;
  let before = { all: 0, own: 0 };
  let after = before;
  const sample = async () => {
    while (!isOver()) {
      memory.most = Math.max(memory.most, residentMegabytes(pid, "VmRSS"));
      longestLog = Math.max(longestLog, logMegabytes(databasePath));
      if (isMeasured()) {
        after = { all: processorMilliseconds(pid), own: firstThreadMilliseconds(pid) };
        if (before.all === 0) before = after;
      }
      await pause(SAMPLE_MILLISECONDS);
    }
  };
  const fail = (error: unknown) => {
    failure ??= error instanceof Error ? error : new Error(String(error));
  };
  await Promise.all([...people.map(work), probe(), sample()].map((each) => each.catch(fail)));
  if (failure) throw failure;

  for (const [name, times] of waits) if (times.length > 0) reportWaits(name, times);
  const all = [...waits.values()].flat();
  reportWaits("all requests", all);
  reportWaits("health check, ten a second", probes);
  report("refused because the server is busy (429)", `${refused}`, "none", refused === 0);
  const inform = (what: string, figure: string) => report(what, figure, "for information", true);
  inform("requests", `${all.length}, ${(all.length / seconds).toFixed(0)} a second`);
  const share = (which: "all" | "own") => `${((after[which] - before[which]) / seconds / 10).toFixed(0)}%`;
  inform("processor of the server", `${share("all")} of one core, ${share("own")} of it for its own thread`);
  inform("memory of the server", `${memory.start.toFixed(0)} MB at the start, most ${memory.most.toFixed(0)} MB`);
  inform(
    "write-ahead log",
    `${longestLog.toFixed(0)} MB at most, ${logMegabytes(databasePath).toFixed(0)} MB at the end`,
  );
}

function draw(kinds: readonly Kind[], random: Random): Kind {
  let left = random.below(kinds.reduce((sum, { share }) => sum + share, 0));
  for (const kind of kinds) {
    if (left < kind.share) return kind;
    left -= kind.share;
  }
  throw new Error("There is nothing to request");
}

function logMegabytes(databasePath: string): number {
  return (statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20;
}

function reportWaits(what: string, times: readonly number[]): void {
  const at = (share: number) => percentile(times, share).toFixed(0).padStart(4);
  const figure = `${String(times.length).padStart(6)} ${at(0.5)} ${at(0.95)} ${at(0.99)} ${at(1)} ms`;
  report(what, figure, `99 of 100 within ${BOUND_MILLISECONDS} ms`, percentile(times, 0.99) <= BOUND_MILLISECONDS);
}
