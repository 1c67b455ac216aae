import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Finding } from "./proof";

/** What of a run of tests is told in its report. */
interface TestReport {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages: string[]; meta?: { cases?: number } }[];
  }[];
}

interface Sizes {
  /** How many times as often as in the tests each property is tried. */
  times: number;
  seed: number;
}

/** Another seed each time; to try the same again, it is told, and taken from the environment. */
const WHOLE: Sizes = { times: 25, seed: Number(process.env.PROPERTY_SEED ?? 1 + Math.floor(Math.random() * 1e9)) };

/** Files whose cases are made by chance, and how many times as often as the others they can be tried in the same time. */
const GROUPS: readonly { files: readonly string[]; share: number }[] = [
  {
    files: ["file-check", "normalizers", "queries", "exports", "client-address", "part-count"].map(
      (name) => `tests/properties/${name}.test.ts`,
    ),
    share: 1,
  },
  { files: ["tests/properties/model.test.ts"], share: 1 },
  { files: ["tests/api/random-walk.test.ts", "tests/api/search-property.test.ts"], share: 0.1 },
];

/** Tries the properties of the tests many times as often, from another seed: files, text, queries, requests, histories. */
export async function* proveInput({ times, seed }: Sizes = WHOLE): AsyncIterable<Finding> {
  process.stdout.write(`PROPERTY_SEED=${seed}\n`);
  for (const { files, share } of GROUPS) {
    const { testResults } = await reportOf(files, Math.max(1, Math.round(times * share)), seed);
    for (const { name, startTime, endTime, assertionResults } of testResults) {
      const cases = assertionResults.reduce((total, { meta }) => total + (meta?.cases ?? 0), 0);
      const failed = assertionResults.filter(({ status }) => status !== "passed");
      for (const { fullName, failureMessages } of failed)
        process.stderr.write(`${fullName}\n${failureMessages.join("\n")}\n`);
      yield {
        what: basename(name, ".test.ts").replaceAll("-", " "),
        figure: `${failed.length} of ${assertionResults.length} properties fail, ${cases.toLocaleString("en-US")} cases in ${((endTime - startTime) / 1000).toFixed(0)} s`,
        bound: "none fails",
        holds: failed.length === 0 && cases > 0,
      };
    }
  }
}

async function reportOf(files: readonly string[], times: number, seed: number): Promise<TestReport> {
  const folder = mkdtempSync(join(tmpdir(), "portal-properties-"));
  const path = join(folder, "report.json");
  try {
    const report = ["--reporter=json", `--outputFile=${path}`];
    const child = spawn(
      process.execPath,
      ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts", ...report, ...files],
      {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, PROPERTY_TIMES: String(times), PROPERTY_SEED: String(seed) },
      },
    );
    await once(child, "exit");
    return JSON.parse(readFileSync(path, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
