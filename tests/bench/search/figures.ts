import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Database } from "#db/open";
import type { Search } from "~/search/search.server";
import { percentile, report } from "../measure";
import { residentMegabytes } from "../portal-process";
import { measureInserts } from "./insert-cost";
import { find, type QueryResult, reciprocalRank } from "./product";
import { type BenchQuery, HEAVY_QUERIES, MISSPELT } from "./queries";
import { recallOf } from "./recall";

/** The sizes of corpus that figures are held at; at another one they are for information. */
export const QUALITY_HELD_AT = 100_000;
const MIX_HELD_AT = 1_000_000;
/** The exact scan reads every record; of a large corpus it is asked about fewer queries. */
const RECALL_COMPARISONS = 10_000_000;

interface Bound {
  /** The size of corpus that the bound is for. */
  records: number;
  text: string;
  holds: boolean;
}

function reportAt(records: number, what: string, figure: string, bound: Bound): void {
  const isHeld = records === bound.records;
  const text = isHeld ? bound.text : `${bound.text} of ${bound.records.toLocaleString("en-US")} records`;
  report(what, figure, text, bound.holds || !isHeld);
}

/** What the first query that nothing matches waits for, and what stays in memory of it. */
export async function reportVocabulary(search: Search, misspelt: readonly BenchQuery[]): Promise<void> {
  const collectGarbage = garbageCollector();
  collectGarbage();
  const before = { resident: residentMegabytes(process.pid, "VmRSS"), kept: keptMegabytes() };
  const started = performance.now();
  await find(search, misspelt[0]?.text ?? "");
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const peak = residentMegabytes(process.pid, "VmRSS") - before.resident;
  collectGarbage();
  const kept = keptMegabytes() - before.kept;
  const figure = `${seconds} s, ${kept.toFixed(0)} MB kept, ${peak.toFixed(0)} MB resident`;
  report("reading the vocabulary, once", figure, "for information", true);
}

/** Node offers its garbage collector only to those who ask for it by a flag. */
function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

function keptMegabytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** The classes mixed, as many queries of each. */
export function reportMix(records: number, answers: readonly QueryResult[]): void {
  const times = answers.filter(({ asked }) => asked.isInMix).map(({ milliseconds }) => milliseconds);
  const p95 = percentile(times, 0.95);
  const figure = `p50 ${percentile(times, 0.5).toFixed(2)}, p95 ${p95.toFixed(1)}, longest ${Math.max(...times).toFixed(0)} ms`;
  reportAt(records, "equal mix of all classes", figure, {
    records: MIX_HELD_AT,
    text: "p95 at most 60 ms",
    holds: p95 <= 60,
  });
}

/** Whether what is meant is found: the record that one has in mind, and what is most like a misspelt query. */
export async function reportQuality(db: Database, records: number, all: readonly QueryResult[]): Promise<void> {
  const answers = [...new Map(all.map((answer) => [answer.asked, answer])).values()];
  const ranks = answers
    .filter(({ asked }) => asked.query.target)
    .map(({ asked, found }) => reciprocalRank(asked.query, found));
  const rank = ranks.reduce((sum, each) => sum + each, 0) / ranks.length;
  reportAt(records, `known item: mean reciprocal rank at 10, of ${ranks.length}`, rank.toFixed(3), {
    records: QUALITY_HELD_AT,
    text: "at least 0.90",
    holds: rank >= 0.9,
  });

  const misspelt = answers.filter(({ asked }) => asked.className === MISSPELT);
  const times = all.filter(({ asked }) => asked.className === MISSPELT).map(({ milliseconds }) => milliseconds);
  const p95 = percentile(times, 0.95);
  reportAt(records, "misspelt: time", `p95 ${p95.toFixed(1)} ms`, {
    records: QUALITY_HELD_AT,
    text: "p95 at most 30 ms",
    holds: p95 <= 30,
  });
  const compared = misspelt.slice(0, Math.max(20, Math.floor(RECALL_COMPARISONS / records)));
  const recall = await recallOf(
    db,
    compared.map(({ asked, found }) => ({ text: asked.query.text, found })),
  );
  const figure = `${recall.exact.toFixed(3)}, or as good ${recall.asGood.toFixed(3)}`;
  reportAt(records, `misspelt: recall at 10 of an exact scan, of ${compared.length}`, figure, {
    records: QUALITY_HELD_AT,
    text: "at least 0.75",
    holds: recall.exact >= 0.75,
  });
}

/** The longest that any one query is known to hold up the others. */
export async function reportHeavyQueries(search: Search): Promise<void> {
  const times: { text: string; milliseconds: number }[] = [];
  for (const text of HEAVY_QUERIES) {
    const started = performance.now();
    await find(search, text);
    times.push({ text, milliseconds: performance.now() - started });
  }
  const [worst] = times.sort((one, other) => other.milliseconds - one.milliseconds);
  if (!worst) return;
  const figure = `${worst.milliseconds.toFixed(0)} ms (${worst.text.slice(0, 20)})`;
  report(`the heaviest of ${times.length} heavy queries`, figure, "for information", true);
}

/** What a write waits for. Both wait for the disk, which takes most of their time, so what is held is the difference. */
export function reportInserts(path: string, folder: string, records: number): void {
  const { withIndex, withoutIndex, difference } = measureInserts(path, folder, records);
  const figures = ({ median, p95 }: typeof withIndex) => `p50 ${median.toFixed(2)}, p95 ${p95.toFixed(2)} ms`;
  report("inserting a record, without the index", figures(withoutIndex), "for information", true);
  report("inserting a record, with the index", figures(withIndex), "for information", true);
  const added = `p50 ${difference.toFixed(2)} ms`;
  report("what the index adds to an insertion", added, "p50 at most 0.50 ms", difference <= 0.5);
}
