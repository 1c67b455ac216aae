import { expect, test } from "vitest";
import { PASSWORD_LINK_MAILS, RATE_LIMITS } from "~/values/limits";
import { deactivate } from "../support/arrange";
import { emailOf, idOf } from "../support/cast";
import { openMailPortal, outboxOf } from "../support/mail";
import { smtpError } from "../support/mail-server";
import { wordsOf } from "../support/markup";
import { HOUR, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform } from "../support/scenario";

const PATH = "/api/account/password-link";
const UNLOCKED = { DEMO_LOCK_CREDENTIALS: "false" };
const NEW = "Another-Horse-8-Battery";
const open = (behavior = {}) => openMailPortal(behavior, UNLOCKED);
const ask = (portal: Portal, email: string, ip?: string) =>
  portal.request(null, "POST", PATH, { json: { email }, ...(ip && { ip }) });
const tokenIn = (text: string) => text.match(/\/password\/([\w-]{43})/)?.[1] ?? "";

test("an account's owner gets a link by mail that sets a new password", async () => {
  const { portal, server, send } = await open();
  await perform(portal, {
    ...{ as: null, method: "POST", path: PATH, json: { email: emailOf("acmeUser") } },
    ...{ status: 200, events: ["password_link_requested"], body: { data: { requested: true } } },
  });
  await send();
  expect(server.mails).toMatchObject([{ to: [emailOf("acmeUser")] }]);
  const [mail] = server.mails;
  const token = tokenIn(mail?.text ?? "");
  expect(mail?.html).toContain(`https://portal.example.gov/password/${token}`);
  expect(mail?.text).not.toContain("acme industries");
  const everything = JSON.stringify([outboxOf(portal), portal.auditRows(), portal.log]);
  expect(everything).not.toContain(token);
  const used = await portal.request(null, "POST", `${PATH}/use`, { json: { token, password: NEW } });
  expect(used.status).toBe(200);
});

test("every email gets the same response and the same row, and only an active account gets mail", async () => {
  const { portal, server, send } = await open();
  deactivate(portal, "poc");
  const emails = [emailOf("acmeUser"), emailOf("poc"), "nobody@example.test"];
  const answers = [];
  for (const email of emails) answers.push(await ask(portal, email));
  for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
  expect(outboxOf(portal).map(({ address, userId, kind }) => [address, userId, kind])).toEqual(
    emails.map((email) => [email, null, "PASSWORD_LINK"]),
  );
  await send();
  expect(server.mails.flatMap(({ to }) => to)).toEqual([emailOf("acmeUser")]);
  expect(outboxOf(portal).map(({ state }) => state)).toEqual(["SENT", "CANCELLED", "CANCELLED"]);
  expect(outboxOf(portal).map(({ address }) => address)).toEqual([null, null, null]);
});

test("a second try sends the same link, until it has expired or was replaced", async () => {
  let isDown = true;
  const seen: string[] = [];
  const { portal, server, send } = await open({
    onMessage: ({ text, headers }: { text: string; headers: Map<string, string> }) => {
      seen.push(`${headers.get("message-id")} ${tokenIn(text)}`);
      if (isDown) throw smtpError(451);
    },
  });
  await ask(portal, emailOf("acmeUser"));
  await send();
  portal.advance(5 * MINUTE);
  isDown = false;
  await send();
  expect(server.mails).toHaveLength(1);
  expect(new Set(seen).size).toBe(1);
  isDown = true;
  await ask(portal, emailOf("acmeUser"));
  await send();
  portal.advance(2 * HOUR);
  isDown = false;
  await send();
  expect(server.mails).toHaveLength(1);
  expect(outboxOf(portal).at(-1)?.state).toBe("CANCELLED");
});

test("a request by mail leaves an administrator's link good, and using either ends both", async () => {
  for (const first of ["administrator's", "mailed"]) {
    const { portal, server, send } = await open();
    const path = `/api/accounts/${idOf("acmeUser")}/password-link`;
    const made = await portal.request("acmeAdmin", "POST", path, { json: {} });
    const administrators = tokenIn((made.body as { data: { url: string } }).data.url);
    await ask(portal, emailOf("acmeUser"));
    await send();
    const mailed = tokenIn(server.mails[0]?.text ?? "");
    const tokens = first === "mailed" ? [mailed, administrators] : [administrators, mailed];
    const uses = [];
    for (const token of tokens) {
      uses.push((await portal.request(null, "POST", `${PATH}/use`, { json: { token, password: NEW } })).status);
    }
    expect(uses, first).toEqual([200, 400]);
  }
});

test("one address asks at most so often, and one mailbox gets at most three", async () => {
  const { portal, server, send } = await open();
  for (let time = 0; time < RATE_LIMITS.passwordLinkRequest.max; time += 1) {
    expect((await ask(portal, emailOf("acmeUser"))).status).toBe(200);
  }
  expect((await ask(portal, emailOf("acmeUser"))).status).toBe(429);
  expect((await ask(portal, emailOf("acmeUser"), "198.51.100.7")).status).toBe(200);
  expect(outboxOf(portal)).toHaveLength(PASSWORD_LINK_MAILS.max);
  await send();
  // Each link replaced the one before.
  expect(portal.db.query.accountLink.findMany().sync()).toHaveLength(1);
  expect(server.mails).toHaveLength(PASSWORD_LINK_MAILS.max);
});

test("the page sends the form and says the same for every email", async () => {
  const { portal } = await open();
  expect((await portal.request(null, "GET", "/login")).text).toContain('href="/login/forgot"');
  const notices = [];
  for (const email of [emailOf("acmeUser"), "nobody@example.test"]) {
    const sent = await portal.request(null, "POST", "/login/forgot", { form: { email } });
    expect([sent.status, sent.headers.get("location")]).toEqual([302, "/login"]);
    notices.push(sent.headers.getSetCookie());
  }
  expect(notices[0]).toEqual(notices[1]);
  const wrong = await portal.request(null, "POST", "/login/forgot", { form: { email: "nobody" } });
  expect(wrong.status).toBe(400);
});

test("without mail, the sign-in page says who to ask, and nothing can be requested", async () => {
  const portal = await openPortal(UNLOCKED);
  const login = wordsOf((await portal.request(null, "GET", "/login")).text);
  expect(login).toContain("Ask an administrator for a link to set a new one");
  expect((await portal.request(null, "GET", "/login/forgot")).status).toBe(404);
  expect((await ask(portal, emailOf("poc"))).status).toBe(404);
});

test("while credentials are locked, nothing can be requested or sent", async () => {
  const { portal, server, send } = await openMailPortal();
  expect((await ask(portal, emailOf("poc"))).status).toBe(403);
  await send();
  expect(server.mails).toEqual([]);
});
