import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Database } from "#db/open";
import type { Search } from "~/search/search.server";
import { percentile, report } from "../measure";
import { residentMegabytes } from "../portal-process";
import { measureInserts } from "./insert-cost";
import { find, type QueryResult, reciprocalRank } from "./product";
import { type BenchQuery, HEAVY_QUERIES, MISSPELLED } from "./queries";
import { recallOf } from "./recall";

/** The corpus sizes that limits apply to. At other sizes, figures are for information. */
export const QUALITY_LIMITS_AT = 100_000;
const MIX_LIMIT_AT = 1_000_000;
/** The exact scan reads every record, so it runs fewer queries on a large corpus. */
const RECALL_COMPARISONS = 10_000_000;

interface Bound {
  /** The corpus size that the limit applies to. */
  records: number;
  text: string;
  holds: boolean;
}

function reportAt(records: number, what: string, figure: string, bound: Bound): void {
  const applies = records === bound.records;
  const text = applies ? bound.text : `${bound.text} at ${bound.records.toLocaleString("en-US")} records`;
  report(what, figure, text, bound.holds || !applies);
}

/** Measures the first query without exact matches, which reads the vocabulary, and the memory that it keeps. */
export async function reportVocabulary(search: Search, misspelled: readonly BenchQuery[]): Promise<void> {
  const collectGarbage = garbageCollector();
  collectGarbage();
  const before = { resident: residentMegabytes(process.pid, "VmRSS"), kept: keptMegabytes() };
  const started = performance.now();
  await find(search, misspelled[0]?.text ?? "");
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const peak = residentMegabytes(process.pid, "VmRSS") - before.resident;
  collectGarbage();
  const kept = keptMegabytes() - before.kept;
  const figure = `${seconds} s, ${kept.toFixed(0)} MB kept, ${peak.toFixed(0)} MB resident`;
  report("reading the vocabulary, once", figure, "for information", true);
}

/** Node exposes its garbage collector only with a flag. */
function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

function keptMegabytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

/** Reports the times of a mix with the same number of queries from each class. */
export function reportMix(records: number, results: readonly QueryResult[]): void {
  const times = results.filter(({ asked }) => asked.isInMix).map(({ milliseconds }) => milliseconds);
  const p95 = percentile(times, 0.95);
  const figure = `p50 ${percentile(times, 0.5).toFixed(2)}, p95 ${p95.toFixed(1)}, longest ${Math.max(...times).toFixed(0)} ms`;
  reportAt(records, "equal mix of all classes", figure, {
    records: MIX_LIMIT_AT,
    text: "p95 at most 60 ms",
    holds: p95 <= 60,
  });
}

/** Reports whether queries find the intended record, and whether misspelled queries find the most similar records. */
export async function reportQuality(db: Database, records: number, all: readonly QueryResult[]): Promise<void> {
  const results = [...new Map(all.map((result) => [result.asked, result])).values()];
  const ranks = results
    .filter(({ asked }) => asked.query.target)
    .map(({ asked, found }) => reciprocalRank(asked.query, found));
  const rank = ranks.reduce((sum, each) => sum + each, 0) / ranks.length;
  reportAt(records, `known item: mean reciprocal rank at 10, of ${ranks.length}`, rank.toFixed(3), {
    records: QUALITY_LIMITS_AT,
    text: "at least 0.90",
    holds: rank >= 0.9,
  });

  const misspelled = results.filter(({ asked }) => asked.className === MISSPELLED);
  const times = all.filter(({ asked }) => asked.className === MISSPELLED).map(({ milliseconds }) => milliseconds);
  const p95 = percentile(times, 0.95);
  reportAt(records, "misspelled: time", `p95 ${p95.toFixed(1)} ms`, {
    records: QUALITY_LIMITS_AT,
    text: "p95 at most 30 ms",
    holds: p95 <= 30,
  });
  const compared = misspelled.slice(0, Math.max(20, Math.floor(RECALL_COMPARISONS / records)));
  const recall = await recallOf(
    db,
    compared.map(({ asked, found }) => ({ text: asked.query.text, found })),
  );
  const figure = `${recall.exact.toFixed(3)}, or equally similar ${recall.equallySimilar.toFixed(3)}`;
  reportAt(records, `misspelled: recall at 10 of an exact scan, of ${compared.length}`, figure, {
    records: QUALITY_LIMITS_AT,
    text: "at least 0.75, or 0.90",
    holds: recall.exact >= 0.75 && recall.equallySimilar >= 0.9,
  });
}

/** Reports the slowest of the heavy queries. */
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

/** Reports what the index adds to a write. Waiting for the disk takes most of the time, so the limit is on the difference. */
export async function reportInserts(path: string, folder: string, records: number): Promise<void> {
  const { withIndex, withoutIndex, difference, afterwards } = await measureInserts(path, folder, records);
  const figures = ({ median, p95 }: typeof withIndex) => `p50 ${median.toFixed(2)}, p95 ${p95.toFixed(2)} ms`;
  report("inserting a record, without the index", figures(withoutIndex), "for information", true);
  report("inserting a record, with the index", figures(withIndex), "for information", true);
  const added = `p50 ${difference.toFixed(2)} ms`;
  report("what the index adds to an insertion", added, "p50 at most 0.50 ms", difference <= 0.5);
  report("indexing it for the ledger's search, afterwards", figures(afterwards), "for information", true);
}
