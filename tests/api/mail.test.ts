import { expect, test } from "vitest";
import { immediateTransaction } from "#db/open";
import { mailSetting } from "#db/schema";
import { deliverTo } from "~/routing/deliver.server";
import { RECIPIENTS_AT_ONCE } from "~/routing/fan-out.server";
import { insertAnnouncement } from "../support/arrange";
import { emailOf, idOf, type PersonKey } from "../support/cast";
import { MAIL_ORIGIN, openMailPortal, outboxOf } from "../support/mail";
import { smtpError } from "../support/mail-server";
import { addIndustry, PEOPLE } from "../support/many-people";
import { mostRowsChanged } from "../support/most-changed";
import { DAY, HOUR, MINUTE, openPortal, type Portal } from "../support/portal";

/* Mail about notifications: what is queued, when it is sent, and what it says. The tests' clock starts on a Monday, 15:00. */

const ANNOUNCEMENT = { title: "Industry day", body: "All are welcome." };

/** In a new session, because the tests let days pass. */
function announce(portal: Portal, json = ANNOUNCEMENT) {
  portal.newSessions();
  return portal.request("admin", "POST", "/api/gov/announcements", { json });
}

function choose({ db, now }: Portal, person: PersonKey, frequency: "IMMEDIATE" | "DAILY" | "WEEKLY" | "IN_SERVICE") {
  for (const kind of ["ANNOUNCEMENT", "SYSTEM", "CALL_OPENED"] as const) {
    const row = { userId: idOf(person), kind, frequency, updatedAt: now().toISOString() };
    db.insert(mailSetting)
      .values(row)
      .onConflictDoUpdate({ target: [mailSetting.userId, mailSetting.kind], set: row })
      .run();
  }
}

test("without mail settings, nothing is queued", async () => {
  const portal = await openPortal();
  expect((await announce(portal)).status).toBe(201);
  expect(portal.db.query.notification.findMany().sync()).not.toEqual([]);
  expect(outboxOf(portal)).toEqual([]);
});

test("a notification becomes part of one daily digest, which is sent at its hour", async () => {
  const { portal, server, send } = await openMailPortal();
  await announce(portal);
  await announce(portal, { title: "Second day", body: "Again." });
  expect(outboxOf(portal)).toHaveLength(3);
  await send();
  expect(server.mails).toEqual([]);
  portal.advance(21 * HOUR - MINUTE);
  await send();
  expect(server.mails).toEqual([]);
  portal.advance(MINUTE);
  await send();
  expect(server.mails.flatMap(({ to }) => to).sort()).toEqual(
    [emailOf("acmeAdmin"), emailOf("acmeUser"), emailOf("borealisAdmin")].sort(),
  );
  for (const { text, html, headers } of server.mails) {
    expect(headers.get("subject")).toContain("2 notifications");
    for (const body of [text, html]) {
      expect(body).toContain("Industry day");
      expect(body).toContain("Second day");
      expect(body).not.toContain("All are welcome");
      expect(body).toContain(`${MAIL_ORIGIN}/notifications/settings`);
    }
  }
  expect(outboxOf(portal).map(({ state }) => state)).toEqual(["SENT", "SENT", "SENT"]);
  // The next day has a digest of its own.
  await announce(portal);
  expect(outboxOf(portal).filter(({ state }) => state === "WAITING")).toHaveLength(3);
});

test("each person gets mail as often as they chose", async () => {
  const { portal, server, send } = await openMailPortal();
  choose(portal, "acmeAdmin", "IMMEDIATE");
  choose(portal, "acmeUser", "WEEKLY");
  choose(portal, "borealisAdmin", "IN_SERVICE");
  await announce(portal);
  await send();
  expect(server.mails.map(({ to }) => to)).toEqual([[emailOf("acmeAdmin")]]);
  expect(server.mails[0]?.headers.get("subject")).toBe("Industry day");
  portal.advance(6 * DAY);
  await send();
  expect(server.mails).toHaveLength(1);
  portal.advance(DAY);
  await send();
  expect(server.mails.map(({ to }) => to)).toEqual([[emailOf("acmeAdmin")], [emailOf("acmeUser")]]);
});

test("mail repeats no title, name or text that is confidential", async () => {
  const { portal, server, send } = await openMailPortal();
  const notification = (kind: "SUBMISSION_MATCH" | "ENGAGEMENT_UPDATE" | "SYSTEM", linkUrl: string | null) =>
    ({ kind, title: "Secret rotor", body: "Acme secret", linkUrl, tags: [] }) as const;
  const { db } = portal;
  for (const kind of ["SUBMISSION_MATCH", "ENGAGEMENT_UPDATE", "SYSTEM"] as const) {
    for (const link of ["/gov/organizations/1?submission=2", "/portal/submissions/1", "/portal/users", null]) {
      immediateTransaction(db, () => deliverTo(db, [{ userId: idOf("poc") }], notification(kind, link), portal.now()));
    }
  }
  portal.advance(DAY);
  await send();
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.raw).not.toMatch(/secret/i);
  expect(server.mails[0]?.text).not.toMatch(/secret/i);
  expect(server.mails[0]?.text).toContain("A submission matches your tags");
});

test("a withdrawn announcement is not mailed, nor a kind turned off, nor what was read already", async () => {
  const { portal, server, send } = await openMailPortal();
  const { body } = await announce(portal);
  const { id } = (body as { data: { id: string } }).data;
  await portal.request("admin", "DELETE", `/api/gov/announcements/${id}`);
  await announce(portal, { title: "Still there", body: "Yes." });
  const off = { settings: [{ kind: "ANNOUNCEMENT", enabled: false }] };
  await portal.request("acmeUser", "PUT", "/api/notifications/settings", { json: off });
  await portal.request("borealisAdmin", "POST", "/api/notifications/read", { json: { all: true } });
  portal.advance(DAY);
  await send();
  expect(server.mails.map(({ to }) => to)).toEqual([[emailOf("acmeAdmin")]]);
  expect(server.mails[0]?.text).not.toContain("Industry day");
  expect(server.mails[0]?.text).toContain("Still there");
  expect(
    outboxOf(portal)
      .map(({ state }) => state)
      .sort(),
  ).toEqual(["CANCELLED", "CANCELLED", "SENT"]);
});

test("a deactivated account gets none of the mail that waits", async () => {
  const { portal, server, send } = await openMailPortal();
  await announce(portal);
  portal.db.$client.prepare("UPDATE user SET active = 0 WHERE id <> ?").run(idOf("acmeUser"));
  portal.advance(DAY);
  await send();
  expect(server.mails.map(({ to }) => to)).toEqual([[emailOf("acmeUser")]]);
});

test("a try that fails is repeated later with the same bytes, and not forever", async () => {
  const tried: string[] = [];
  let answer: Error | null = smtpError(451, "4.3.0 later");
  const { portal, server, send } = await openMailPortal({
    onMessage({ raw }) {
      tried.push(raw);
      if (answer) throw answer;
    },
  });
  choose(portal, "acmeAdmin", "IMMEDIATE");
  await announce(portal);
  await send();
  await send();
  expect(tried).toHaveLength(1);
  const [mail] = outboxOf(portal).filter(({ frequency }) => frequency === "IMMEDIATE");
  expect(mail).toMatchObject({ state: "WAITING", attempts: 1, lastError: "451 4.3.0 at DATA" });
  portal.advance(MINUTE);
  answer = null;
  // A new title does not change mail whose first try is over: that may have been accepted.
  portal.db.$client.prepare("UPDATE announcement SET title = 'Changed'").run();
  await send();
  expect(tried).toHaveLength(2);
  expect(tried[1]).toBe(tried[0]);
  expect(server.mails).toHaveLength(1);

  answer = smtpError(451);
  await announce(portal);
  for (let round = 0; round < 30; round += 1) {
    await send();
    portal.advance(6 * HOUR);
  }
  const failed = outboxOf(portal).filter(({ state }) => state === "FAILED");
  expect(failed.filter(({ frequency }) => frequency === "IMMEDIATE")).toMatchObject([{ attempts: 20 }]);
});

test("mail that the server refuses for good is not tried again", async () => {
  const { portal, server, send } = await openMailPortal({
    onRcptTo({ address }, _session, callback) {
      callback(address === emailOf("acmeUser") ? smtpError(550, `5.1.1 no ${address} here`) : null);
    },
  });
  await announce(portal);
  portal.advance(DAY);
  await send();
  expect(server.mails).toHaveLength(2);
  const [failed] = outboxOf(portal).filter(({ state }) => state === "FAILED");
  expect(failed).toMatchObject({ userId: idOf("acmeUser"), attempts: 1, lastError: "550 5.1.1 at RCPT TO" });
});

test("a mail server that is down keeps mail waiting, and is asked only for one batch", async () => {
  const { portal, server, send } = await openMailPortal();
  await server.close();
  addIndustry(portal);
  await announce(portal);
  portal.advance(DAY);
  await send();
  const tried = outboxOf(portal).filter(({ attempts }) => attempts > 0);
  expect(tried).toHaveLength(20);
  expect(tried[0]?.lastError).toMatch(/^E[A-Z]+ at CONN$/);
  expect(new Set(tried.map(({ nextAttemptAt }) => nextAttemptAt)).size).toBeGreaterThan(10);
});

test("an announcement that is withdrawn after a failed try is not mailed, and the rest has a new Message-ID", async () => {
  let answer: Error | null = smtpError(451);
  const ids: (string | undefined)[] = [];
  const { portal, server, send } = await openMailPortal({
    onMessage({ headers }) {
      ids.push(headers.get("message-id"));
      if (answer) throw answer;
    },
  });
  choose(portal, "acmeUser", "IN_SERVICE");
  choose(portal, "borealisAdmin", "IN_SERVICE");
  insertAnnouncement(portal, { id: "kept", title: "Kept" });
  const { body } = await announce(portal);
  const { id } = (body as { data: { id: string } }).data;
  await announce(portal, { title: "Still there", body: "Yes." });
  portal.advance(DAY);
  await send();
  portal.newSessions();
  await portal.request("admin", "DELETE", `/api/gov/announcements/${id}`);
  portal.advance(HOUR);
  answer = null;
  await send();
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.text).not.toContain("Industry day");
  expect(new Set(ids).size).toBe(2);
});

test("a notification to everyone is queued in the same short transactions, once for each person", async () => {
  const { portal } = await openMailPortal();
  addIndustry(portal);
  const most = mostRowsChanged(portal);
  await announce(portal);
  const count = (sql: string) => portal.db.$client.prepare(sql).pluck().get();
  expect(count("SELECT count(*) FROM notification")).toBeGreaterThan(PEOPLE);
  for (const table of ["outbox", "outbox_item"]) {
    expect(count(`SELECT count(*) FROM ${table}`)).toBe(count("SELECT count(*) FROM notification"));
  }
  expect(most()).toBeLessThan(3 * RECIPIENTS_AT_ONCE + 20);
});

test("no line break in a title or a name becomes a header", async () => {
  const { portal, server, send } = await openMailPortal({}, { MAIL_FROM: "The Portal <portal@example.gov>" });
  choose(portal, "acmeAdmin", "IMMEDIATE");
  const { db } = portal;
  const title = "Day\r\nBcc: everyone@example.test\r\n\r\nBody";
  insertAnnouncement(portal, { id: "hostile", title });
  immediateTransaction(db, () =>
    deliverTo(
      db,
      [{ userId: idOf("acmeAdmin") }],
      { kind: "ANNOUNCEMENT", title, body: "", linkUrl: "/announcements/hostile", tags: [] },
      portal.now(),
    ),
  );
  await send();
  expect(server.mails[0]?.headers.get("bcc")).toBeUndefined();
  expect(server.mails[0]?.headers.get("subject")).toBe("Day Bcc: everyone@example.test Body");
  expect(server.mails[0]?.to).toEqual([emailOf("acmeAdmin")]);
});

test("mail has the headers that keep it apart from personal mail, and no address of ours that is not needed", async () => {
  const { portal, server, send } = await openMailPortal();
  choose(portal, "acmeAdmin", "IMMEDIATE");
  await announce(portal);
  await send();
  const [mail] = server.mails;
  expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
  expect(mail?.headers.get("list-unsubscribe")).toMatch(/^<https:\/\/portal\.example\.gov\/unsubscribe\/[\w-]+>$/);
  expect(mail?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(mail?.headers.get("message-id")).toMatch(/^<[\w-]+@portal\.example\.gov>$/);
  expect(mail?.headers.get("from")).toBe("Portal <portal@example.gov>");
  expect(mail?.headers.get("x-mailer")).toBeUndefined();
  expect(mail?.html).not.toMatch(/<(img|script|link|iframe)|url\(/i);
});
