import { setTimeout as pause } from "node:timers/promises";
import { addLedger, addPublisher } from "./data";
import { askDuring, median, percentile, report } from "./measure";
import { makeFilledPlace, residentMegabytes, startBareServer, startPortal } from "./portal-process";

const SIZE = { organizations: 100_000, submissions: 100_000, engagements: 100_000, calls: 20_000 };
const BUNDLE = "/api/export/all";
const EXPORTS = [
  BUNDLE,
  "/api/export/csv?entity=organizations",
  "/api/export/csv?entity=submissions",
  "/api/export/csv?entity=engagements",
  "/api/export/engagements.ics",
];
const ROUNDS = 3;
const SLOW_PAUSE_MILLISECONDS = 50;
const SLOW_BYTES = 5_000_000;
const MB = 1024 * 1024;

interface Read {
  bytes: number;
  milliseconds: number;
}

/**
 * What exporting a large ledger adds to the process, to a reader in haste and to a slow one; what a client of the
 * public feed notices of it; and the time of the bundle, to that of one JSON.stringify of the same rows.
 */
export async function benchExport(): Promise<void> {
  let token = "";
  const place = makeFilledPlace((db) => {
    addLedger(db, SIZE);
    token = addPublisher(db);
  });
  // Once for the statistics of a new database, which read all of it.
  await (await startPortal(place)).stop();
  const portal = await startPortal(place);
  const bare = await startBareServer("tests/bench/bare-export.ts", place);
  const headers = { cookie: `session=${token}` };
  const feed = `${portal.origin}/api/portal/announcements`;
  try {
    // A little of each first, so that what every process loads once is not counted as the export's own.
    for (const path of EXPORTS) await readSlowly(portal.origin + path, headers, 1);
    const idle = residentMegabytes(portal.pid, "VmRSS");
    await readSlowly(portal.origin + BUNDLE, headers, SLOW_BYTES);
    const slow = residentMegabytes(portal.pid, "VmHWM") - idle;
    report(
      "(g) export to a slow reader adds",
      `${slow.toFixed(0)} MB over ${idle.toFixed(0)} MB`,
      "at most 60 MB",
      slow <= 60,
    );

    for (const path of EXPORTS) {
      const { result, waits } = await askDuring(feed, readWhole(portal.origin + path, headers));
      const seconds = result.milliseconds / 1000;
      const megabytes = result.bytes / MB;
      const waited = `feed median ${median(waits).toFixed(0)} ms, 99 of 100 within ${percentile(waits, 0.99).toFixed(0)} ms`;
      report(
        `(g) ${path}: ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s`,
        waited,
        "for information",
        waits.length > 0,
      );
    }
    const fast = residentMegabytes(portal.pid, "VmHWM") - idle;
    report(
      "(g) each export to a reader in haste adds",
      `${fast.toFixed(0)} MB over ${idle.toFixed(0)} MB`,
      "at most 60 MB",
      fast <= 60,
    );

    const times: { portal: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const made = await readWhole(portal.origin + BUNDLE, headers);
      const bareMade = await readWhole(bare.origin, {});
      if (made.bytes !== bareMade.bytes) throw new Error(`${made.bytes} bytes are not ${bareMade.bytes}`);
      times.push({ portal: made.milliseconds, bare: bareMade.milliseconds });
    }
    const ratio = median(times.map((time) => time.portal / time.bare));
    const seconds = (which: "portal" | "bare") => (median(times.map((time) => time[which])) / 1000).toFixed(1);
    const figure = `${ratio.toFixed(2)} (${seconds("portal")} s to ${seconds("bare")} s)`;
    // Giving way to others and sending in pieces may cost half as much again, and no more; holding less may win it back.
    report("(g) bundle, to one JSON.stringify of the same rows", figure, "at most 1.50", ratio <= 1.5);
  } finally {
    await portal.stop();
    await bare.stop();
    place.remove();
  }
}

async function readWhole(url: string, headers: Record<string, string>): Promise<Read> {
  const started = performance.now();
  const response = await fetch(url, { headers });
  let bytes = 0;
  for await (const chunk of bodyOf(response)) bytes += chunk.byteLength;
  return { bytes, milliseconds: performance.now() - started };
}

/** Reads about so many bytes with a pause after each piece, and hangs up. */
async function readSlowly(url: string, headers: Record<string, string>, bytes: number): Promise<void> {
  const response = await fetch(url, { headers });
  let seen = 0;
  for await (const chunk of bodyOf(response)) {
    seen += chunk.byteLength;
    if (seen >= bytes) break;
    await pause(SLOW_PAUSE_MILLISECONDS);
  }
}

function bodyOf(response: Response): AsyncIterable<Uint8Array> {
  if (response.status !== 200 || !response.body) throw new Error(`The export answered ${response.status}`);
  return response.body as unknown as AsyncIterable<Uint8Array>;
}
