import { readdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database } from "#db/open";
import { addIndustry, addPublisher } from "../bench/data";
import { openMigrated } from "../support/migrated";
import { makePlace, type Place, PORTAL, type RunningServer, startServer } from "../support/server-process";
import { writePace } from "../support/write-pace";

/* Simultaneous requests over real connections to the built server. */

const PEOPLE = 10_000;
const AT_ONCE = 40;

let place: Place;
let server: RunningServer;
let token: string;
let db: Database;
beforeAll(async () => {
  place = makePlace();
  db = openMigrated(place.settings.DATABASE_PATH);
  addIndustry(db, PEOPLE);
  token = addPublisher(db);
  server = await startServer(PORTAL, place.settings);
}, 60_000);
afterAll(async () => {
  closeDatabase(db);
  await server.stop();
  place.remove();
});

beforeEach(writePace(2 * AT_ONCE));

// Each announcement notifies thousands. Delete the notifications that no test needs any more.
afterEach(() => {
  db.$client.exec("DELETE FROM notification");
});

const send = (method: string, path: string, body?: BodyInit) =>
  fetch(`${server.origin}/api/gov/announcements${path}`, {
    method,
    body,
    headers: { cookie: `session=${token}`, ...(typeof body === "string" && { "content-type": "application/json" }) },
  });
const atOnce = async (make: (number: number) => Promise<Response>) => {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => make(number)));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return answers.map(({ status }) => status).sort();
};
const times = (count: number, status: number): number[] => Array(count).fill(status);

async function publish(): Promise<string> {
  const answer = await send("POST", "", JSON.stringify({ title: "The forum moves", body: "To Arlington." }));
  expect(answer.status).toBe(201);
  return (await answer.json()).data.id;
}

function fileForm(number: number): FormData {
  const form = new FormData();
  form.append("files", new Blob([`File ${number}.\n`]), `file-${number}.txt`);
  return form;
}

const plucked = <Value>(sql: string, ...values: string[]) =>
  db.$client
    .prepare(sql)
    .pluck()
    .all(...values) as Value[];
const eventsOf = (id: string) => plucked<string>("SELECT event FROM audit_event WHERE target_id = ? ORDER BY seq", id);
const storedFiles = () => readdirSync(place.settings.UPLOADS_DIR).filter((name) => /^[0-9a-f]{32}$/.test(name));

test("an announcement to ten thousand people notifies each whose settings allow it, and nobody else", async () => {
  const before = plucked<number>("SELECT count(*) FROM notification")[0] ?? 0;
  const id = await publish();
  const wanted = plucked<string>(
    `SELECT id FROM user WHERE role = 'INDUSTRY'
       AND id NOT IN (SELECT user_id FROM notification_setting WHERE kind = 'ANNOUNCEMENT' AND enabled = 0) ORDER BY id`,
  );
  expect(wanted).toHaveLength(PEOPLE * 0.9);
  const notifications = "FROM notification WHERE link_url = ?";
  const reached = plucked<string>(`SELECT user_id ${notifications} ORDER BY user_id`, `/announcements/${id}`);
  expect(reached).toEqual(wanted);
  expect(plucked(`SELECT DISTINCT kind || title || body || "read" ${notifications}`, `/announcements/${id}`)).toEqual([
    "ANNOUNCEMENTThe forum movesTo Arlington.0",
  ]);
  expect(plucked("SELECT count(*) FROM notification")).toEqual([before + wanted.length]);
  expect(plucked("SELECT details FROM audit_event WHERE target_id = ?", id)).toEqual([
    JSON.stringify({ title: "The forum moves", notified: wanted.length }),
  ]);
});

test("forty simultaneous uploads store ten files, refuse thirty, and give every file a row", {
  tags: "race",
}, async () => {
  const id = await publish();
  const statuses = await atOnce((number) => send("POST", `/${id}/attachments`, fileForm(number)));
  expect(statuses).toEqual([...times(10, 201), ...times(AT_ONCE - 10, 400)]);
  const keys = plucked<string>("SELECT storage_key FROM announcement_attachment WHERE announcement_id = ?", id);
  expect(keys).toHaveLength(10);
  expect(storedFiles().sort()).toEqual(plucked("SELECT storage_key FROM announcement_attachment ORDER BY storage_key"));
  expect(eventsOf(id)).toEqual(["announcement_published", ...Array(10).fill("announcement_attachment_uploaded")]);
});

test("when many unpublish an announcement at once, one does it", { tags: "race" }, async () => {
  const id = await publish();
  expect(await atOnce(() => send("PATCH", `/${id}`, JSON.stringify({ published: false })))).toEqual(
    times(AT_ONCE, 200),
  );
  expect(eventsOf(id)).toEqual(["announcement_published", "announcement_updated"]);
});

test("when many delete an announcement at once, one does it", { tags: "race" }, async () => {
  const id = await publish();
  expect(await atOnce(() => send("DELETE", `/${id}`))).toEqual([200, ...times(AT_ONCE - 1, 404)]);
  expect(eventsOf(id)).toEqual(["announcement_published", "announcement_deleted"]);
});

test("files uploaded during a deletion are all stored before it or refused after it", {
  tags: "race",
}, async () => {
  const id = await publish();
  const before = storedFiles().length;
  const uploads = Array.from({ length: AT_ONCE }, (_, number) =>
    send("POST", `/${id}/attachments`, fileForm(number)).then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  // Deletes it after the first response.
  const [, ...statuses] = await Promise.all([Promise.race(uploads).then(() => send("DELETE", `/${id}`)), ...uploads]);
  const taken = statuses.filter((status) => status === 201).length;
  expect(statuses.filter((status) => ![201, 400, 404].includes(status))).toEqual([]);
  expect(plucked("SELECT count(*) FROM announcement_attachment WHERE announcement_id = ?", id)).toEqual([taken]);
  expect(storedFiles().length - before).toBe(taken);
  expect(eventsOf(id).at(-1)).toBe("announcement_deleted");
});
