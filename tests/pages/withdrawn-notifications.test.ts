import { describe, expect, test } from "vitest";
import { retryDeliveries } from "~/routing/fan-out.server";
import { insertEngagement, insertNotification, notificationsOf } from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { wordsOf } from "../support/markup";
import { dataOf, openPortal, type Portal } from "../support/portal";

/* No text of a notification outlives its record, and every link of one leads to a page. */

const INDUSTRY = ["acmeAdmin", "acmeUser", "borealisAdmin"] as const;
const FORUM = { title: "Forum at pier nine", body: "Bring your zephyr prototypes." };

interface Shown {
  title: string;
  body: string;
  linkUrl: string | null;
  read: boolean;
}

async function announce(portal: Portal): Promise<string> {
  const answer = await portal.request("lead", "POST", "/api/gov/announcements", { json: FORUM });
  return (answer.body as { data: { id: string } }).data.id;
}
async function shownTo(portal: Portal, person: PersonKey): Promise<Shown[]> {
  return dataOf<{ items: Shown[] }>(await portal.request(person, "GET", "/api/notifications")).items;
}
const change = (portal: Portal, id: string, json: object) =>
  portal.request("lead", "PATCH", `/api/gov/announcements/${id}`, { json });

/** Everything that industry can read of its notifications. */
async function everythingRead(portal: Portal): Promise<string> {
  const paths = ["/notifications", "/notifications?kind=ANNOUNCEMENT", "/portal", "/api/notifications"];
  const answers = await Promise.all(
    INDUSTRY.flatMap((person) => paths.map((path) => portal.request(person, "GET", path))),
  );
  return answers.map(({ text }) => text).join("\n");
}

const WITHDRAWALS: [what: string, withdraw: (portal: Portal, id: string) => Promise<unknown>][] = [
  ["unpublished through the API", (portal, id) => change(portal, id, { published: false })],
  [
    "unpublished on its page",
    (portal, id) =>
      portal.request("lead", "POST", `/gov/announcements/${id}?publish`, { form: { published: "false" } }),
  ],
  ["deleted through the API", (portal, id) => portal.request("lead", "DELETE", `/api/gov/announcements/${id}`)],
  [
    "deleted on its page",
    (portal, id) => portal.request("lead", "POST", `/gov/announcements/${id}?delete`, { form: {} }),
  ],
];

describe("an announcement that is", () => {
  test.each(WITHDRAWALS)("%s leaves no text in anyone's notifications, and no link", async (_what, withdraw) => {
    const portal = await openPortal();
    const id = await announce(portal);
    expect(await everythingRead(portal)).toContain("zephyr");
    await withdraw(portal, id);
    const read = await everythingRead(portal);
    expect(read).not.toMatch(/pier nine|zephyr/i);
    expect(read).not.toContain(`/announcements/${id}`);
    for (const person of INDUSTRY) {
      expect(await shownTo(portal, person)).toMatchObject([{ linkUrl: null, read: false }]);
      const words = wordsOf((await portal.request(person, "GET", "/notifications")).text);
      expect(words).toContain("Announcement withdrawn");
    }
  });

  test("published again shows its current text, notifies nobody again, and leads to its page", async () => {
    const portal = await openPortal();
    const id = await announce(portal);
    await change(portal, id, { published: false });
    await change(portal, id, { published: true, title: "Forum at pier ten" });
    const [shown, ...others] = await shownTo(portal, "acmeUser");
    expect(shown).toMatchObject({ title: "Forum at pier ten", body: FORUM.body, linkUrl: `/announcements/${id}` });
    expect(others).toEqual([]);
    expect((await portal.request("acmeUser", "GET", shown?.linkUrl ?? "")).status).toBe(200);
  });

  test("edited shows the new text, and not the removed text", async () => {
    const portal = await openPortal();
    const id = await announce(portal);
    await change(portal, id, { body: "Bring nothing." });
    expect(await shownTo(portal, "acmeUser")).toMatchObject([{ title: FORUM.title, body: "Bring nothing." }]);
    expect(await everythingRead(portal)).not.toContain("zephyr");
  });

  test("unpublished does not change other notifications", async () => {
    const portal = await openPortal();
    const id = await announce(portal);
    await announce(portal);
    insertNotification(portal, "acmeUser", { kind: "CALL_OPENED", linkUrl: "/calls/1" });
    await change(portal, id, { published: false });
    const titles = (await shownTo(portal, "acmeUser")).map(({ title }) => title);
    expect(titles.sort()).toEqual(["Announcement withdrawn", FORUM.title, "Something"]);
  });

  test("unpublished before everyone was notified reaches nobody after that", async () => {
    const portal = await openPortal();
    const { db, services } = portal;
    db.$client.exec(`
      CREATE TEMP TRIGGER broken BEFORE INSERT ON notification WHEN new.user_id = '${idOf("acmeUser")}'
      BEGIN SELECT raise(ABORT, 'broken'); END`);
    const withdrawn = await announce(portal);
    const other = await announce(portal);
    await change(portal, withdrawn, { published: false });
    db.$client.exec("DROP TRIGGER broken");
    await retryDeliveries(services);
    const linksOf = (person: PersonKey) => notificationsOf(portal, person).map(({ linkUrl }) => linkUrl);
    expect(linksOf("acmeUser")).toEqual([`/announcements/${other}`]);
    expect(linksOf("acmeAdmin").sort()).toEqual([`/announcements/${withdrawn}`, `/announcements/${other}`].sort());
  });
});

test("a deleted engagement's notifications say so, with no text of its notes and no link", async () => {
  const portal = await openPortal();
  const id = insertEngagement(portal, { title: "Visit to pier nine" });
  const json = { body: "They showed us a zephyr." };
  await portal.request("lead", "POST", `/api/gov/engagements/${id}/notes`, { json });
  expect((await shownTo(portal, "poc"))[0]?.body).toContain("zephyr");
  await portal.request("admin", "DELETE", `/api/gov/engagements/${id}`);
  const shown = await shownTo(portal, "poc");
  expect(shown).toHaveLength(2);
  expect(shown.map(({ linkUrl }) => linkUrl)).toEqual([null, null]);
  expect(JSON.stringify(shown)).not.toContain("zephyr");
  expect(shown.map(({ title }) => title)).toContain("Engagement deleted: Visit to pier nine");
});

test("the notification of a closed call still leads to its page", async () => {
  const portal = await openPortal();
  const json = { title: "Rotors", description: "Quiet ones." };
  const created = await portal.request("lead", "POST", "/api/gov/calls", { json });
  const { id } = (created.body as { data: { id: string } }).data;
  await portal.request("lead", "PATCH", `/api/gov/calls/${id}`, { json: { status: "CLOSED" } });
  for (const { linkUrl } of notificationsOf(portal, "acmeUser")) {
    expect((await portal.request("acmeUser", "GET", linkUrl ?? "")).status).toBe(200);
  }
});
