import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { closeDatabase } from "#db/open";
import { emailOf, idOf, PASSWORD, type PersonKey } from "../support/cast";
import { startMailServer } from "../support/mail-server";
import { openMigrated } from "../support/migrated";
import { insertServerCast } from "../support/server-cast";
import { makePlace, PORTAL, startServer } from "../support/server-process";

/* Without settings for it, nothing leaves the process. The second test shows that the first one would see it. */

const MAIL = { MAIL_FROM: "portal@example.gov", PUBLIC_ORIGIN: "http://portal.example.gov" };

/** Before it listens, Node looks up the address of HOST, which opens no connection. */
const LISTENING = 'lookup ["127.0.0.1"';
/** The host of the document reader is a process of this machine, and has no network. */
const HOST_OF_READER = /^connect .*"path":"[^"]*[/\\]\.reader-\w+[/\\]socket"/;

/** Runs the built server through writes that would send mail. @returns what it did on the network, one line for each */
async function networkOf(settings: Record<string, string>): Promise<string[]> {
  const place = makePlace();
  onTestFinished(() => place.remove());
  const db = openMigrated(place.settings.DATABASE_PATH);
  const tokens = await insertServerCast(db);
  closeDatabase(db);
  const file = join(place.folder, "network");
  const server = await startServer(PORTAL, {
    ...place.settings,
    DEMO_LOCK_CREDENTIALS: "false",
    NODE_OPTIONS: `--require=${resolve("tests/support/watch-network.cjs")}`,
    WATCHED_NETWORK: file,
    ...settings,
  });
  onTestFinished(() => void server.process.kill("SIGKILL"));
  const send = async (person: PersonKey | null, method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const response = await fetch(server.origin + path, {
      method,
      headers: {
        ...(person && { cookie: `session=${tokens[person]}` }),
        ...(body && !isForm && { "content-type": "application/json" }),
      },
      body: isForm ? body : body && JSON.stringify(body),
    });
    expect(response.status, `${method} ${path}`).toBeLessThan(300);
    return ((await response.json()) as { data: { id: string } }).data;
  };
  const kinds = ["SUBMISSION_MATCH", "ANNOUNCEMENT", "CALL_OPENED", "ENGAGEMENT_UPDATE", "SYSTEM"];
  const immediately = { settings: kinds.map((kind) => ({ kind, frequency: "IMMEDIATE" })) };
  for (const person of ["poc", "acmeAdmin", "acmeUser"] as const) {
    await send(person, "PUT", "/api/notifications/mail-settings", immediately);
  }
  const interests = { settings: [{ kind: "SUBMISSION_MATCH", enabled: true, techTags: "rotors" }] };
  await send("poc", "PUT", "/api/notifications/settings", interests);
  await send("admin", "POST", "/api/gov/announcements", { title: "Industry day", body: "All are welcome." });
  await send("admin", "POST", "/api/gov/calls", { title: "Rotors", description: "Quiet ones.", status: "OPEN" });
  const submission = { type: "WHITE_PAPER", title: "A rotor", summary: "It turns quietly.", techTags: "rotors" };
  const form = new FormData();
  for (const [name, value] of Object.entries(submission)) form.set(name, value);
  const { id } = await send("acmeUser", "POST", "/api/portal/submissions", form);
  await send("poc", "PATCH", `/api/gov/submissions/${id}/status`, { status: "REVIEWED" });
  await send("acmeAdmin", "POST", "/api/portal/invitations", {
    email: "new@example.test",
    industryRole: "INDUSTRY_USER",
  });
  await send("acmeAdmin", "PATCH", `/api/portal/users/${idOf("acmeUser")}`, { industryRole: "INDUSTRY_ADMIN" });
  await send("acmeAdmin", "POST", `/api/accounts/${idOf("acmeUser")}/password-link`, {});
  const passwords = { currentPassword: PASSWORD, newPassword: "Copper-Meridian-93-Orchard" };
  await send("poc", "POST", "/api/account/password", passwords);
  await send(null, "POST", "/api/session", { email: emailOf("lead"), password: PASSWORD });
  await (await fetch(`${server.origin}/announcements`)).text();
  expect(await server.stop()).toBe(0);
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return lines.filter((line) => !line.startsWith(LISTENING) && !HOST_OF_READER.test(line));
}

test("with no settings, no connection leaves the process and no module of the mailer is loaded", async () => {
  expect(await networkOf({})).toEqual([]);
}, 30_000);

test("with mail settings, the only connections are those to the mail server", async () => {
  const server = await startMailServer({}, onTestFinished);
  const seen = await networkOf({ ...MAIL, SMTP_URL: server.url });
  expect(server.mails.length).toBeGreaterThan(3);
  const { port } = new URL(server.url);
  expect(seen.filter((line) => line.startsWith("load nodemailer"))).not.toEqual([]);
  const connections = seen.filter((line) => line.startsWith("connect"));
  expect(connections).not.toEqual([]);
  expect(connections.filter((line) => !line.includes(`"port":${port},"host":"127.0.0.1"`))).toEqual([]);
}, 30_000);
