import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Finding } from "./proof";

/** The parts of vitest's report that the proof reads. */
interface TestReport {
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages: string[]; meta?: { cases?: number } }[];
  }[];
}

interface Sizes {
  /** How many times as many cases to try as the tests do. */
  times: number;
  seed: number;
}

/** A new seed each time. The proof prints it, and you can set it in the environment to repeat a run. */
const FULL_SIZE: Sizes = { times: 25, seed: Number(process.env.PROPERTY_SEED ?? 1 + Math.floor(Math.random() * 1e9)) };

/** Files with random cases. `share` reduces the cases of slow ones. */
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

/** Runs the property tests with many more cases, from a new seed. */
export async function* proveInput({ times, seed }: Sizes = FULL_SIZE): AsyncIterable<Finding> {
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
        figure: `${failed.length} of ${assertionResults.length} properties failed, ${cases.toLocaleString("en-US")} cases in ${((endTime - startTime) / 1000).toFixed(0)} s`,
        bound: "none failed",
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
    const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...report, ...files], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, PROPERTY_TIMES: String(times), PROPERTY_SEED: String(seed) },
    });
    await once(child, "exit");
    return JSON.parse(readFileSync(path, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
