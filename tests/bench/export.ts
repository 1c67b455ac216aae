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
 * Measures the memory that exporting a large ledger adds, with a fast reader and a slow one, and the wait of the public
 * feed meanwhile. Compares the time of the bundle with one JSON.stringify of the same rows.
 */
export async function benchExport(): Promise<void> {
  let token = "";
  const place = makeFilledPlace((db) => {
    addLedger(db, SIZE);
    token = addPublisher(db);
  });
  // The first start computes the statistics of the new database, which reads all of it.
  await (await startPortal(place)).stop();
  const portal = await startPortal(place);
  const bare = await startBareServer("tests/bench/bare-export.ts", place);
  const headers = { cookie: `session=${token}` };
  const feed = `${portal.origin}/api/portal/announcements`;
  try {
    // Begin each export once, so that what every process loads once does not count.
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
      const { result, waits } = await askDuring(feed, readAll(portal.origin + path, headers));
      const seconds = result.milliseconds / 1000;
      const megabytes = result.bytes / MB;
      const waited = `feed median ${median(waits).toFixed(0)} ms, 99% within ${percentile(waits, 0.99).toFixed(0)} ms`;
      report(
        `(g) ${path}: ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s`,
        waited,
        "for information",
        waits.length > 0,
      );
    }
    const fast = residentMegabytes(portal.pid, "VmHWM") - idle;
    report(
      "(g) each export to a fast reader adds",
      `${fast.toFixed(0)} MB over ${idle.toFixed(0)} MB`,
      "at most 60 MB",
      fast <= 60,
    );

    const times: { portal: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const bundle = await readAll(portal.origin + BUNDLE, headers);
      const bareBundle = await readAll(bare.origin, {});
      if (bundle.bytes !== bareBundle.bytes)
        throw new Error(`The portal sent ${bundle.bytes} bytes, the bare server ${bareBundle.bytes}`);
      times.push({ portal: bundle.milliseconds, bare: bareBundle.milliseconds });
    }
    const ratio = median(times.map((time) => time.portal / time.bare));
    const seconds = (which: "portal" | "bare") => (median(times.map((time) => time[which])) / 1000).toFixed(1);
    const figure = `${ratio.toFixed(2)} (${seconds("portal")} s to ${seconds("bare")} s)`;
    // Yielding to other requests and streaming may cost up to half as much again. Using less memory may win it back.
    report("(g) bundle, compared with one JSON.stringify of the rows", figure, "at most 1.50", ratio <= 1.5);
  } finally {
    await portal.stop();
    await bare.stop();
    place.remove();
  }
}

async function readAll(url: string, headers: Record<string, string>): Promise<Read> {
  const started = performance.now();
  const response = await fetch(url, { headers });
  let bytes = 0;
  for await (const chunk of bodyOf(response)) bytes += chunk.byteLength;
  return { bytes, milliseconds: performance.now() - started };
}

/** Reads about this many bytes with a pause after each chunk, and disconnects. */
async function readSlowly(url: string, headers: Record<string, string>, bytes: number): Promise<void> {
  const response = await fetch(url, { headers });
  let received = 0;
  for await (const chunk of bodyOf(response)) {
    received += chunk.byteLength;
    if (received >= bytes) break;
    await pause(SLOW_PAUSE_MILLISECONDS);
  }
}

function bodyOf(response: Response): AsyncIterable<Uint8Array> {
  if (response.status !== 200 || !response.body) throw new Error(`The export returned ${response.status}`);
  return response.body as unknown as AsyncIterable<Uint8Array>;
}
