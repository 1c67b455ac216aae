import { expect, test } from "vitest";
import { emailOf } from "../support/cast";
import { openMailPortal, outboxOf } from "../support/mail";
import { smtpError } from "../support/mail-server";
import { DAY, dataOf, openPortal, type Portal } from "../support/portal";

/* The outbox as administrators see it, and sending failed mail again. */

const PATH = "/api/gov/admin/outbox";

/** A portal whose mail server refuses everyone for good, until `accept` is called. */
async function openRefused() {
  let refuses = true;
  const ids: (string | undefined)[] = [];
  const opened = await openMailPortal({
    onMessage({ headers }) {
      ids.push(headers.get("message-id"));
      if (refuses) throw smtpError(554, "5.7.1 not today, acmeuser@example.test");
    },
  });
  const { portal, send } = opened;
  await portal.request("admin", "POST", "/api/gov/announcements", { json: { title: "Rotor day", body: "Come." } });
  portal.advance(DAY);
  await send();
  portal.newSessions();
  return {
    ...opened,
    ids,
    accept: () => {
      refuses = false;
    },
  };
}
const retry = (portal: Portal, path: string) => portal.request("systemAdmin", "POST", `${PATH}/${path}`);
const list = async (portal: Portal, query = "") =>
  dataOf<{ items: { id: string }[]; total: number }>(await portal.request("systemAdmin", "GET", `${PATH}${query}`));

test("lists who each mail is for and where it failed, but not what it says", async () => {
  const { portal } = await openRefused();
  const listed = await list(portal, "?state=FAILED&pageSize=2");
  expect(listed).toMatchObject({ total: 3, page: 1, pageSize: 2 });
  expect(listed.items).toHaveLength(2);
  for (const mail of listed.items) {
    expect(mail).toEqual({
      id: expect.any(String),
      kind: "DIGEST",
      recipient: expect.stringMatching(/@example\.test$/),
      state: "FAILED",
      attempts: 1,
      lastError: "554 5.7.1 at DATA",
      createdAt: expect.any(String),
      dueAt: expect.any(String),
      nextAttemptAt: null,
      sentAt: null,
    });
  }
  expect(JSON.stringify(listed)).not.toContain("Rotor");
  expect(await list(portal, "?state=SENT")).toMatchObject({ total: 0, items: [] });
  expect((await portal.request("systemAdmin", "GET", `${PATH}?state=LOST`)).status).toBe(400);
});

test("a failed mail is sent again with its Message-ID, and audited", async () => {
  const { portal, server, send, ids, accept } = await openRefused();
  accept();
  const id = (await list(portal)).items[0]?.id ?? "";
  expect(dataOf(await retry(portal, `${id}/retry`))).toEqual({ retried: 1 });
  await send();
  expect(server.mails).toHaveLength(1);
  expect(ids).toHaveLength(4);
  expect(ids.slice(0, 3)).toContain(ids[3]);
  expect(
    outboxOf(portal)
      .map(({ state }) => state)
      .sort(),
  ).toEqual(["FAILED", "FAILED", "SENT"]);
  expect(portal.auditRows().at(-1)).toMatchObject({ event: "mail_retried", targetId: id });

  // It was sent, so sending it again does nothing.
  expect(dataOf(await retry(portal, `${id}/retry`))).toEqual({ retried: 0 });
  expect((await retry(portal, "none/retry")).status).toBe(404);
  await send();
  expect(server.mails).toHaveLength(1);
});

test("all failed mail is sent again after an outage", async () => {
  const { portal, server, send, accept } = await openRefused();
  accept();
  expect(dataOf(await retry(portal, "retry"))).toEqual({ retried: 3 });
  expect(dataOf(await retry(portal, "retry"))).toEqual({ retried: 0 });
  await send();
  expect(server.mails.flatMap(({ to }) => to)).toContain(emailOf("acmeUser"));
  expect(server.mails).toHaveLength(3);
  const events = portal.auditRows().filter(({ event }) => event === "mail_retried");
  expect(events).toHaveLength(1);
});

test("the status warns of failed mail, and the page offers to send it again", async () => {
  const { portal } = await openRefused();
  const status = await portal.request("systemAdmin", "GET", "/api/gov/admin/status");
  expect(dataOf(status)).toMatchObject({
    mail: { isOn: true, waiting: 0, retrying: 0, failed: 3 },
    warnings: expect.arrayContaining(["MAIL_FAILING"]),
  });
  const page = await portal.request("systemAdmin", "GET", "/gov/admin/outbox");
  expect(page.text).toMatch(/action="[^"]*\?all"/);
  expect(page.text.match(/action="[^"]*\?retry"/g)).toHaveLength(3);
});

test("nothing is sent again while mail is off", async () => {
  const portal = await openPortal();
  expect((await retry(portal, "retry")).status).toBe(400);
  expect((await list(portal)).total).toBe(0);
  const page = await portal.request("systemAdmin", "GET", "/gov/admin/outbox");
  expect(page.status).toBe(200);
  expect(page.text).not.toContain("?all");
});
