import { copyFileSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { closeDatabase, type Database, openDatabase } from "#db/open";
import { makePlace } from "../support/server-process";
import { addIndustry, addOpenCalls, addPublisher } from "./data";
import { askDuring, median, report } from "./measure";
import { makeFilledPlace, startPortal } from "./portal-process";

const PEOPLE = 10_000;
const WARM_UP = 3;
const TIMED = 20;
const CALLS = 20;

/**
 * Compares the time of publishing an announcement to industry with that of only inserting the same rows into the same
 * table. Also measures the wait of the public feed meanwhile.
 */
export async function benchFanOut(): Promise<void> {
  let token = "";
  const place = makeFilledPlace((db) => {
    addOpenCalls(db, CALLS);
    addIndustry(db, PEOPLE);
    token = addPublisher(db);
  });
  const barePlace = makePlace();
  copyFileSync(place.settings.DATABASE_PATH, barePlace.settings.DATABASE_PATH);
  const portal = await startPortal(place);
  const bare = openDatabase(barePlace.settings.DATABASE_PATH);
  const waits: number[] = [];
  try {
    const times: { portal: number; bare: number }[] = [];
    let rows = 0;
    for (let round = 0; round < WARM_UP + TIMED; round += 1) {
      const feed = await askDuring(`${portal.origin}/api/portal/calls`, publish(portal.origin, token, round));
      const published = feed.result;
      rows = stageRows(bare, place.settings.DATABASE_PATH, published.id);
      const inserted = insertStaged(bare);
      if (round < WARM_UP) continue;
      times.push({ portal: published.milliseconds, bare: inserted });
      waits.push(...feed.waits);
    }
    const ratio = median(times.map((time) => time.portal / time.bare));
    const time = (which: "portal" | "bare") => median(times.map((each) => each[which])).toFixed(0);
    const figure = `${ratio.toFixed(2)} (${time("portal")} ms to ${time("bare")} ms)`;
    report(`(e) announcement to ${rows} of ${PEOPLE}, compared with a bare insert`, figure, "at most 3.00", ratio <= 3);
    const waited = `${waits.length} served, median ${median(waits).toFixed(0)} ms, longest ${Math.max(...waits).toFixed(0)} ms`;
    report("(e) public feed during announcements", waited, "for information", waits.length > 0);
  } finally {
    await portal.stop();
    closeDatabase(bare);
    place.remove();
    barePlace.remove();
  }
}

async function publish(origin: string, token: string, round: number): Promise<{ id: string; milliseconds: number }> {
  const started = performance.now();
  const response = await fetch(`${origin}/api/gov/announcements`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: `session=${token}` },
    body: JSON.stringify({ title: `Announcement ${round}`, body: "The forum takes place in Arlington. ".repeat(40) }),
  });
  const text = await response.text();
  const milliseconds = performance.now() - started;
  if (response.status !== 201) throw new Error(`${response.status}: ${text}`);
  return { id: JSON.parse(text).data.id, milliseconds };
}

/** Copies the rows that an announcement created into a table in memory. @returns their number */
function stageRows({ $client }: Database, from: string, id: string): number {
  const portal = new Sqlite(from, { readonly: true });
  const rows = portal.prepare("SELECT * FROM notification WHERE link_url = ?").raw().all(`/announcements/${id}`);
  portal.close();
  $client.pragma("temp_store = MEMORY");
  $client.exec("DROP TABLE IF EXISTS temp.staged; CREATE TEMP TABLE staged AS SELECT * FROM notification WHERE false");
  const width = $client.prepare("SELECT * FROM temp.staged").columns().length;
  const insert = $client.prepare(`INSERT INTO temp.staged VALUES (${Array(width).fill("?").join(", ")})`);
  $client.transaction(() => {
    for (const row of rows) insert.run(row);
  })();
  return rows.length;
}

/** Inserts the rows with one statement and one commit. @returns the time in milliseconds */
function insertStaged({ $client }: Database): number {
  const insert = $client.prepare("INSERT INTO notification SELECT * FROM temp.staged");
  const started = performance.now();
  insert.run();
  return performance.now() - started;
}
