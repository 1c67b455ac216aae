import { setTimeout as pause } from "node:timers/promises";
import { LIMITS } from "~/values/limits";
import type { Place } from "../support/server-process";
import { addSubmitters, pdfOfSize, submissionForm } from "./data";
import { median, report } from "./measure";
import { makeFilledPlace, residentMegabytes, startPortal } from "./portal-process";

const UPLOADS = 10;
const STARTS = 7;
/** Until then, the server has collected what its start left. */
const IDLE_SECONDS = 15;

async function startTime(place: Place, command?: readonly string[]): Promise<number> {
  const server = await startPortal(place, {}, command);
  await server.stop();
  return server.startMilliseconds;
}

/** Measures the start time, the idle memory, and the memory that ten uploads of 15 MB at once add. */
export async function benchMemory(): Promise<void> {
  let tokens: string[] = [];
  const place = makeFilledPlace((db) => {
    tokens = addSubmitters(db, UPLOADS);
  });
  const bare = [process.execPath, "tests/bench/bare-start.mjs"];
  const starts: { portal: number; bare: number }[] = [];
  // The first round warms the file cache, because the disk's speed should not count.
  for (let round = 0; round <= STARTS; round += 1) {
    const times = { portal: await startTime(place), bare: await startTime(place, bare) };
    if (round > 0) starts.push(times);
  }
  const seconds = median(starts.map((times) => times.portal)) / 1000;
  const bareSeconds = median(starts.map((times) => times.bare)) / 1000;
  const figure = `${seconds.toFixed(2)} s (bare node:http: ${bareSeconds.toFixed(2)} s)`;
  report("(d) start to first response, migrated database", figure, "at most 0.40 s", seconds <= 0.4);

  const portal = await startPortal(place);
  try {
    await pause(IDLE_SECONDS * 1000);
    const idle = residentMegabytes(portal.pid, "VmRSS");
    report(
      `(d) memory after ${IDLE_SECONDS} s without a request`,
      `${idle.toFixed(0)} MB`,
      "at most 110 MB",
      idle <= 110,
    );

    const upload = async (token: string, file: Buffer) => {
      const response = await fetch(`${portal.origin}/api/portal/submissions`, {
        method: "POST",
        body: submissionForm(file),
        headers: { cookie: `session=${token}` },
      });
      const text = await response.text();
      if (response.status !== 201) throw new Error(`${response.status}: ${text}`);
    };
    // One small upload first, so that what every process loads once does not count.
    await upload(tokens[0] ?? "", pdfOfSize(1024));
    const before = residentMegabytes(portal.pid, "VmRSS");
    const file = pdfOfSize(LIMITS.fileBytes);
    await Promise.all(tokens.map((token) => upload(token, file)));
    const added = residentMegabytes(portal.pid, "VmHWM") - before;
    const figure = `${added.toFixed(0)} MB over ${before.toFixed(0)} MB`;
    report(`(c) ${UPLOADS} uploads of 15 MB at once add`, figure, "at most 60 MB", added <= 60);
  } finally {
    await portal.stop();
    place.remove();
  }
}
