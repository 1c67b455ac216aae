import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, migrateDatabase, openDatabase } from "#db/open";
import { user } from "#db/schema";
import { seededRandom } from "~/demo/stage/random";
import { MB } from "~/values/limits";
import { addOpenCalls, addSubmitters } from "../bench/data";
import { median } from "../bench/measure";
import { residentMegabytes } from "../bench/portal-process";
import { hashForServer } from "../support/server-cast";
import { makePlace, PORTAL, startServer } from "../support/server-process";
import { openSession } from "../support/sessions";
import type { Finding } from "./proof";
import { type Clients, pickRequest } from "./soak-mix";

/** The warm-up fills caches before the measurement, such as SQLite's 64 MB page cache. */
const FULL_SIZE = { warmUp: 25_000, requests: 50_000, seed: Number(process.env.SEED ?? 1) };

const AT_ONCE = 12;
const INDUSTRY = 100;
const GOVERNMENT = 20;
const OPEN_CALLS = 50;
/** The number of measurements. */
const SAMPLES = 100;
const FIFTH = SAMPLES / 5;
/** The allowed growth from the first fifth to the last. */
const GROWTH = { megabytes: 32, handles: 8, logMegabytes: 4 };

interface Sample {
  megabytes: number;
  handles: number;
  logMegabytes: number;
}

/** Sends a long mix of requests. Memory, open handles and the write-ahead log must not grow. */
export async function* proveSoak({ warmUp, requests, seed } = FULL_SIZE): AsyncIterable<Finding> {
  const place = makePlace();
  const path = place.settings.DATABASE_PATH;
  const db = openDatabase(path);
  migrateDatabase(db);
  addOpenCalls(db, OPEN_CALLS);
  const industry = addSubmitters(db, INDUSTRY);
  const times = { createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() };
  const government = Array.from({ length: GOVERNMENT }, (_unused, index) => {
    const id = `government-${index}`;
    db.insert(user)
      .values({ id, email: `${id}@example.gov`, name: id, role: "GOV_ADMIN", passwordHash: "none", ...times })
      .run();
    return openSession(db, id);
  });
  db.$client.prepare("UPDATE user SET password_hash = ?").run(await hashForServer(db));
  closeDatabase(db);
  const emails = Array.from({ length: INDUSTRY }, (_unused, index) => `bench-${index}@example.com`);
  const clients: Clients = { industry, government, emails, submissions: [] };

  const server = await startServer(PORTAL, { ...place.settings, TRUSTED_PROXY_HOPS: "1" }, join(place.folder, "log"));
  const samples: Sample[] = [];
  const takeSample = () =>
    samples.push({
      megabytes: residentMegabytes(server.pid, "VmRSS"),
      handles: readdirSync(`/proc/${server.pid}/fd`).length,
      logMegabytes: statSync(`${path}-wal`).size / MB,
    });
  const random = seededRandom(seed);
  const unexpected: string[] = [];
  let sent = 0;
  let refused = 0;
  const ask = async () => {
    while (sent < warmUp + requests) {
      sent += 1;
      const isSampled = sent > warmUp && (sent - warmUp) % Math.ceil(requests / SAMPLES) === 0;
      const { kind, path: address, expected, onBody, ...init } = pickRequest(random, clients);
      const from = `198.${18 + random.below(2)}.${random.below(256)}.${random.below(256)}`;
      const response = await fetch(server.origin + address, {
        ...init,
        headers: { ...init.headers, "x-forwarded-for": from },
        redirect: "manual",
      });
      const text = await response.text();
      if (!expected.includes(response.status)) unexpected.push(`${kind}: ${response.status}`);
      if (response.status >= 400) refused += 1;
      else onBody?.(text);
      if (isSampled) takeSample();
    }
  };
  const started = performance.now();
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    const seconds = (performance.now() - started) / 1_000;
    yield {
      what: `requests of a mix (seed ${seed}) with the expected status`,
      figure: `${sent - unexpected.length} of ${sent} in ${seconds.toFixed(0)} s, ${refused} refused${unexpected.length > 0 ? `: ${unexpected.slice(0, 3).join(", ")}` : ""}`,
      bound: "all",
      holds: unexpected.length === 0,
    };
    yield compare("memory", "MB", ({ megabytes }) => megabytes, samples, GROWTH.megabytes);
    yield compare("open handles", "", ({ handles }) => handles, samples, GROWTH.handles);
    yield compare("write-ahead log", "MB", ({ logMegabytes }) => logMegabytes, samples, GROWTH.logMegabytes);
  } finally {
    await server.stop();
    place.remove();
  }
}

/** Compares the median of the last fifth with that of the first. */
function compare(
  what: string,
  unit: string,
  of: (sample: Sample) => number,
  samples: readonly Sample[],
  growth: number,
): Finding {
  const values = samples.map(of);
  const first = median(values.slice(0, FIFTH));
  const last = median(values.slice(-FIFTH));
  return {
    what: `${what} in the last fifth, compared with the first`,
    figure: `${last.toFixed(0)} to ${first.toFixed(0)} ${unit}, at most ${Math.max(...values).toFixed(0)}`,
    bound: `at most ${growth} ${unit} more`,
    holds: last - first <= growth,
  };
}
