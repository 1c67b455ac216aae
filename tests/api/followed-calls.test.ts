import { expect, test } from "vitest";
import { remindFollowers } from "~/domain/call/remind-followers.server";
import { endOfDay } from "~/values/days";
import { setActive } from "../support/administration";
import { calendarDay, insertCall, notificationsOf } from "../support/arrange";
import { emailOf, type PersonKey } from "../support/cast";
import { openMailPortal } from "../support/mail";
import { DAY, dataOf, openPortal, type Portal } from "../support/portal";

/* Industry users follow a call and are reminded before it closes. */

const follow = (portal: Portal, person: PersonKey, id: string, following = true) =>
  portal.request(person, "PUT", `/api/portal/calls/${id}/follow`, { json: { following } });
const closing = (portal: Portal, days: number) => insertCall(portal, { closesAt: endOfDay(calendarDay(portal, days)) });

test("followers of a call are reminded once, three days before it closes", async () => {
  const { portal, server, send } = await openMailPortal();
  const id = closing(portal, 10);
  await follow(portal, "acmeUser", id);
  await follow(portal, "borealisAdmin", id);
  await follow(portal, "acmeAdmin", id);
  await follow(portal, "acmeAdmin", id, false);
  expect(await remindFollowers(portal.services)).toBe(0);
  portal.advance(8 * DAY);
  expect(await remindFollowers(portal.services)).toBe(2);
  expect(await remindFollowers(portal.services)).toBe(0);
  for (const person of ["acmeUser", "borealisAdmin"] as const) {
    expect(notificationsOf(portal, person)).toMatchObject([
      { kind: "SYSTEM", title: "Closing soon: Quiet rotors", linkUrl: `/calls/${id}` },
    ]);
  }
  expect(notificationsOf(portal, "acmeAdmin")).toEqual([]);
  portal.advance(DAY);
  await send();
  expect(server.mails.map(({ to }) => to[0]).sort()).toEqual([emailOf("acmeUser"), emailOf("borealisAdmin")]);
  expect(server.mails[0]?.text).toContain("Closing soon: Quiet rotors");
});

test("nobody is reminded of a call that closed early, or that they followed in its last days", async () => {
  const portal = await openPortal();
  const [early, late] = [closing(portal, 10), closing(portal, 2)];
  await follow(portal, "acmeUser", early);
  await follow(portal, "acmeUser", late);
  portal.db.$client.prepare("UPDATE call SET status = 'CLOSED' WHERE id = ?").run(early);
  expect(await remindFollowers(portal.services)).toBe(0);
  portal.advance(8 * DAY);
  expect(await remindFollowers(portal.services)).toBe(0);
});

test("someone whose account is deactivated is not reminded, and is after it is reactivated in time", async () => {
  const portal = await openPortal();
  const id = closing(portal, 10);
  await follow(portal, "acmeUser", id);
  await setActive(portal, "acmeAdmin", "acmeUser", false);
  portal.advance(8 * DAY);
  expect(await remindFollowers(portal.services)).toBe(0);
  expect(notificationsOf(portal, "acmeUser")).toEqual([]);
  portal.newSessions();
  expect((await setActive(portal, "acmeAdmin", "acmeUser", true)).status).toBe(200);
  expect(await remindFollowers(portal.services)).toBe(1);
  expect(notificationsOf(portal, "acmeUser")).toMatchObject([{ linkUrl: `/calls/${id}` }]);
});

test("only public calls can be followed, and following twice is the same as once", async () => {
  const portal = await openPortal();
  for (const status of ["DRAFT", "PENDING"] as const) {
    const hidden = insertCall(portal, { status, releasesAt: status === "PENDING" ? "2030-01-01T00:00:00.000Z" : null });
    expect((await follow(portal, "acmeUser", hidden)).status).toBe(404);
    expect((await portal.request("acmeUser", "GET", `/api/portal/calls/${hidden}/follow`)).status).toBe(404);
  }
  const id = closing(portal, 10);
  const isFollowing = async () =>
    dataOf<{ following: boolean }>(await portal.request("acmeUser", "GET", `/api/portal/calls/${id}/follow`)).following;
  expect(await isFollowing()).toBe(false);
  await follow(portal, "acmeUser", id);
  await follow(portal, "acmeUser", id);
  expect(await isFollowing()).toBe(true);
  await follow(portal, "acmeUser", id, false);
  expect(await isFollowing()).toBe(false);
});

test("the page of an open call with a deadline offers it to industry users only", async () => {
  const portal = await openPortal();
  const id = closing(portal, 10);
  const textFor = async (person: PersonKey | null) => (await portal.request(person, "GET", `/calls/${id}`)).text;
  expect(await textFor("acmeUser")).toContain("Follow this call");
  for (const person of ["poc", null] as const) expect(await textFor(person)).not.toContain("Follow this call");
  const sent = await portal.request("acmeUser", "POST", `/calls/${id}`, { form: { following: "true" } });
  expect(sent.status).toBe(302);
  expect(await textFor("acmeUser")).toContain("Stop following");
});

test("the page of a call that closes within three days offers no reminder, but lets followers stop", async () => {
  const portal = await openPortal();
  const id = closing(portal, 10);
  await follow(portal, "acmeUser", id);
  portal.advance(8 * DAY);
  portal.newSessions();
  const textFor = async (person: PersonKey) => (await portal.request(person, "GET", `/calls/${id}`)).text;
  expect(await textFor("acmeAdmin")).not.toContain("Follow this call");
  expect(await textFor("acmeUser")).toContain("Stop following");
});
