import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Finding } from "./proof";

const TIMES = 200;

/** The parts of vitest's report that the proof reads. */
interface Run {
  testResults: {
    assertionResults: { fullName: string; status: string; duration?: number; failureMessages: string[] }[];
  }[];
}

/** Runs every test with the tag "race" many times. */
export async function* proveRaces(times = TIMES): AsyncIterable<Finding> {
  const folder = mkdtempSync(join(tmpdir(), "races-"));
  const file = join(folder, "run.json");
  const vitest = ["node_modules/vitest/vitest.mjs", "run"];
  // vitest adds listeners for each repetition, which Node reports as a leak.
  const quiet = "--execArgv=--disable-warning=MaxListenersExceededWarning";
  const reporters = ["--reporter", "default", "--reporter", "json", `--outputFile.json=${file}`];
  const run = spawn(process.execPath, [...vitest, "--tags-filter", "race", quiet, ...reporters], {
    // Its progress goes to standard error, because it is not a finding.
    stdio: ["ignore", process.stderr, "inherit"],
    env: { ...process.env, RACE_TIMES: String(times) },
  });
  try {
    const [code] = await once(run, "close");
    const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Run;
    const races = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === "passed" || status === "failed"),
    );
    for (const { fullName, status, duration = 0, failureMessages } of races) {
      const seconds = `${times} times in ${(duration / 1_000).toFixed(0)} s`;
      const failure = failureMessages[0]?.split("\n")[0] ?? "";
      yield { what: fullName, figure: failure || seconds, bound: "every time", holds: status === "passed" };
    }
    yield {
      what: "races",
      figure: `${races.length}, ${times} times each`,
      bound: "some, all passed",
      holds: races.length > 0 && code === 0,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
