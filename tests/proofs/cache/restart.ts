import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Finding } from "../proof";
import { type Answer, ENCODINGS } from "./ask";
import { findingOf } from "./people";
import type { Site, Visitor } from "./site";

/* Visitors keep asking for stored addresses while the server stops, is killed and starts again. */

export interface RestartSizes {
  /** How long the server is away after a stop, and after a kill. Null not to kill it. */
  stoppedMilliseconds: number;
  killedMilliseconds: number | null;
  /** How long visitors ask before, between and after. */
  upMilliseconds: number;
}

const AT_ONCE = 16;
const PAUSE_MILLISECONDS = 20;
const LONGEST_MILLISECONDS = 5_000;

/** What visitors may get at each address: the contents that it had. */
export type Expected = Map<string, Set<string>>;

const contentOf = ({ status, text }: Answer) => `${status} ${text}`;

/** Asks for addresses in each compression, so that all of that is stored. @throws if one is not found */
export async function store(site: Site, nobody: Visitor, addresses: readonly string[]): Promise<Expected> {
  const expected: Expected = new Map();
  for (const path of addresses) {
    const contents = new Set<string>();
    for (const headers of ENCODINGS) {
      const answer = await site.ask(nobody, { path, headers });
      if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}`);
      contents.add(contentOf(answer));
    }
    expected.set(path, contents);
  }
  return expected;
}

/** @param gone an address whose record was withdrawn. Its visitors must not see the record again */
export async function* restart(
  site: Site,
  nobody: Visitor,
  expected: Expected,
  gone: string,
  sizes: RestartSizes,
): AsyncGenerator<Finding> {
  const isRight = (path: string, answer: Answer) =>
    path === gone ? answer.status === 404 : expected.get(path)?.has(contentOf(answer));
  const questions = [...expected.keys(), gone].flatMap((path) => ENCODINGS.map((headers) => ({ path, headers })));

  let asked = 0;
  let longest = 0;
  let isDone = false;
  const counts: Record<string, number> = {};
  const problems: string[] = [];
  const keepAsking = async (first: number) => {
    for (let index = first; !isDone; index += 1) {
      const question = questions[index % questions.length];
      if (!question) return;
      const started = performance.now();
      try {
        const answer = await site.ask(nobody, question);
        counts[answer.cache ?? "none"] = (counts[answer.cache ?? "none"] ?? 0) + 1;
        if (!isRight(question.path, answer)) problems.push(`${question.path}: ${answer.status}`);
      } catch (error) {
        problems.push(`${question.path}: ${error}`);
      }
      asked += 1;
      longest = Math.max(longest, performance.now() - started);
      await pause(PAUSE_MILLISECONDS);
    }
  };
  const asking = Array.from({ length: AT_ONCE }, (_unused, index) =>
    keepAsking(Math.floor((index * questions.length) / AT_ONCE)),
  );
  try {
    await stopAndKill(site, sizes);
  } finally {
    isDone = true;
    await Promise.all(asking);
  }

  const stale = counts.STALE ?? 0;
  yield findingOf(
    `visitors of ${questions.length} stored responses while the server stops${sizes.killedMilliseconds === null ? "" : ", is killed"} and starts`,
    stale > 0 ? problems : ["nginx sent nothing stale, so this tested nothing", ...problems],
    `${asked} right responses, ${stale} while the server was away`,
    "all, none 5xx",
  );
  yield {
    what: "  the longest wait of one of them",
    figure: `${longest.toFixed(0)} ms`,
    bound: `at most ${LONGEST_MILLISECONDS} ms`,
    holds: longest <= LONGEST_MILLISECONDS,
  };
}

async function stopAndKill(site: Site, sizes: RestartSizes): Promise<void> {
  await pause(sizes.upMilliseconds);
  await site.server.stop();
  await pause(sizes.stoppedMilliseconds);
  await site.start();
  await pause(sizes.upMilliseconds);
  if (sizes.killedMilliseconds === null) return;
  const { process: child } = site.server;
  child.kill("SIGKILL");
  await once(child, "exit");
  await pause(sizes.killedMilliseconds);
  await site.start();
  await pause(sizes.upMilliseconds);
}
