import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { immediateTransaction } from "#db/open";
import { deployCheck } from "~/programs/deploy-check.server";
import { queueAccountMail, turnOnMail } from "~/routing/outbox.server";
import { readSettings } from "~/settings.server";

import { openPortal } from "../support/portal";

/* What `check:deploy` says about mail and disks. tests/server/deployment.test.ts runs it as a process, on other settings too. */

const MAIL = { SMTP_URL: "smtps://mail.agency.gov", MAIL_FROM: "portal@agency.gov" };

async function said(settings: Record<string, string>, about = /SMTP|MAIL_FROM|mail/): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "deploy-check-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines: string[] = [];
  const environment = {
    ...{ NODE_ENV: "test", DATABASE_PATH: join(folder, "ledger.sqlite"), UPLOADS_DIR: folder, BACKUP_DIR: folder },
    ...{ PUBLIC_ORIGIN: "https://portal.agency.gov", DEMO_LOCK_CREDENTIALS: "false", ...MAIL, ...settings },
  };
  await deployCheck.run([], readSettings(environment), (line) => lines.push(line));
  return lines.filter((line) => about.test(line)).map((line) => line.slice(0, 4));
}

test("of mail that waits while mail is off, check:deploy says so", async () => {
  const portal = await openPortal();
  const off = { DATABASE_PATH: portal.services.settings.databasePath, SMTP_URL: "", MAIL_FROM: "" };
  expect(await said(off)).toEqual([]);
  turnOnMail(portal.db);
  immediateTransaction(portal.db, () =>
    queueAccountMail(portal.db, { kind: "PASSWORD_LINK", address: "poc@example.test" }, portal.now()),
  );
  expect(await said(off)).toEqual(["note"]);
});

test.each([
  ["mail over TLS", {}, []],
  ["mail that requires STARTTLS", { SMTP_URL: "smtp://mail.agency.gov" }, []],
  ["mail to a server on this machine", { SMTP_URL: "smtp://127.0.0.1" }, []],
  ["mail to a server on this machine by IPv6", { SMTP_URL: "smtp://[::1]" }, []],
  ["mail without TLS", { SMTP_URL: "smtp://mail.agency.gov?tls=optional" }, ["note"]],
  ["a sender that cannot exist", { MAIL_FROM: "Portal <portal@mail.example>" }, ["note"]],
  ["a sender whose domain only looks like one", { MAIL_FROM: "portal@latest.gov" }, []],
  ["mail while credentials are locked", { DEMO_LOCK_CREDENTIALS: "true" }, ["note"]],
  ["a demonstration that sends mail", { DEMONSTRATION: "true", DEMO_LOCK_CREDENTIALS: "true" }, ["weak", "note"]],
  ["no mail", { SMTP_URL: "", MAIL_FROM: "" }, []],
])("of %s, check:deploy says what it should", async (_what, settings, lines) => {
  expect(await said(settings as Record<string, string>)).toEqual(lines);
});

test.skipIf(process.platform !== "linux")("of a copy on the database's own disk, check:deploy says so", async () => {
  const { databasePath } = (await openPortal()).services.settings;
  const saidOf = (folder: string) =>
    said({ DATABASE_PATH: databasePath, REPLICA_URL: pathToFileURL(folder).href }, /REPLICA_URL is on the same disk/);
  expect(await saidOf(dirname(databasePath))).toEqual(["note"]);
  expect(await saidOf("/proc")).toEqual([]);
});
