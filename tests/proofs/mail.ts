import { randomInt } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { closeDatabase, type Database } from "#db/open";
import { mailSetting, user } from "#db/schema";
import { INDUSTRY_PEOPLE, idOf, ORGANIZATIONS } from "../support/cast";
import { type ReceivedMail, startMailServer } from "../support/mail-server";
import { openMigrated } from "../support/migrated";
import { insertServerCast } from "../support/server-cast";
import { makePlace, PORTAL, type RunningServer, startServer } from "../support/server-process";
import type { Finding } from "./proof";

interface Sizes {
  kills: number;
  /** Recipients besides the cast's. Every other one gets a digest. */
  people: number;
}

const FULL_SIZE: Sizes = { kills: 1_000, people: 5 };

/** What the mail server sees of a message. The server is killed at one of these, or after some time. */
const STAGES = ["connected", "sender", "recipient", "message", "accepted", "time"] as const;
type Stage = (typeof STAGES)[number];

/** A round in which no mail reaches its stage ends after this. */
const ROUND_MILLISECONDS = 1_000;
/** How long a kill by time waits at most. */
const KILL_MILLISECONDS = 250;
const END_MILLISECONDS = 60_000;

/** Kills the server when the mail server has seen a stage as often as drawn. */
class Killer {
  #left = Number.POSITIVE_INFINITY;
  #stage: Stage = "time";
  #server: RunningServer | null = null;
  readonly counts = new Map<Stage, number>();

  arm(server: RunningServer): void {
    this.#server = server;
    this.#stage = STAGES[randomInt(STAGES.length)] ?? "time";
    this.#left = this.#stage === "time" ? Number.POSITIVE_INFINITY : randomInt(1, 6);
  }

  reached(stage: Stage): void {
    if (stage !== this.#stage) return;
    this.#left -= 1;
    if (this.#left === 0) this.kill(stage);
  }

  kill(stage: Stage): void {
    if (!this.#server) return;
    this.#server.process.kill("SIGKILL");
    this.#server = null;
    this.counts.set(stage, (this.counts.get(stage) ?? 0) + 1);
  }

  get stage(): Stage {
    return this.#stage;
  }

  get isKilled(): boolean {
    return this.#server === null;
  }
}

/**
 * Kills the server (SIGKILL) at random points of publishing and mailing, also between a mail's acceptance and the record of
 * it, and restarts it. In the end, every notification was mailed, and never by two different messages.
 */
export async function* proveMail({ kills, people }: Sizes = FULL_SIZE): AsyncGenerator<Finding> {
  const place = makePlace();
  const killer = new Killer();
  const cleanUps: (() => Promise<void>)[] = [];
  const step = (stage: Stage) => (_value: unknown, _session: unknown, callback: () => void) => {
    killer.reached(stage);
    callback();
  };
  const mailServer = await startMailServer(
    {
      onConnect(_session, callback) {
        killer.reached("connected");
        callback();
      },
      onMailFrom: step("sender"),
      onRcptTo: step("recipient"),
      onMessage: () => killer.reached("message"),
      onAccepted: () => killer.reached("accepted"),
    },
    (cleanUp) => cleanUps.push(cleanUp),
  );
  const db = openMigrated(place.settings.DATABASE_PATH);
  const tokens = await insertServerCast(db);
  addRecipients(db, people);
  closeDatabase(db);
  const start = () =>
    startServer(PORTAL, {
      ...place.settings,
      SMTP_URL: mailServer.url,
      MAIL_FROM: "Portal <portal@example.gov>",
      PUBLIC_ORIGIN: "https://portal.example.gov",
    });
  const ledger = new Sqlite(place.settings.DATABASE_PATH, { timeout: 10_000 });
  try {
    for (let round = 1; round <= kills; round += 1) {
      const server = await start();
      const gone = once(server.process, "exit");
      killer.arm(server);
      await publishUntilKilled(server, tokens.systemAdmin, round, killer, ledger);
      await gone;
    }
    const server = await start();
    await untilSent(ledger);
    await server.stop();
    yield* findings(ledger, mailServer.mails, killer, kills);
  } finally {
    ledger.close();
    for (const cleanUp of cleanUps) await cleanUp();
    place.remove();
  }
}

function addRecipients(db: Database, people: number): void {
  const [template] = db.query.user
    .findMany()
    .sync()
    .filter(({ id }) => id === idOf("acmeUser"));
  if (!template) throw new Error("The cast has no acmeUser");
  const ids = Array.from({ length: people }, (_, index) => `recipient-${index}`);
  for (const id of ids) {
    db.insert(user)
      .values({ ...template, id, email: `${id}@example.test`, organizationId: ORGANIZATIONS.acme })
      .run();
  }
  for (const [index, userId] of [...INDUSTRY_PEOPLE.map(idOf), ...ids].entries()) {
    const frequency = index % 2 === 0 ? "IMMEDIATE" : "DAILY";
    db.insert(mailSetting).values({ userId, kind: "ANNOUNCEMENT", frequency, updatedAt: template.createdAt }).run();
  }
}

/** The title that tells one announcement from all others. */
const titleOf = (round: number, index: number) => `Announcement ${round}-${index}.`;
const AT_ONCE = 2;
/** With more notifications waiting, a round publishes nothing. A digest lists only twenty of a kind. */
const MOST_WAITING = 30;
const COUNT_WAITING_ITEMS = `
  SELECT count(*) FROM outbox JOIN outbox_item ON outbox_item.outbox_id = outbox.id WHERE state = 'WAITING'`;
/** Lets digests be due now. The server's clock is real. */
const HURRY = "UPDATE outbox SET next_attempt_at = created_at WHERE kind = 'DIGEST' AND state = 'WAITING'";

async function publishUntilKilled(
  server: RunningServer,
  token: string,
  round: number,
  killer: Killer,
  ledger: Sqlite.Database,
): Promise<void> {
  const publish = (index: number) =>
    fetch(`${server.origin}/api/gov/announcements`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: `__Host-session=${token}` },
      body: JSON.stringify({ title: titleOf(round, index), body: "All are welcome." }),
    }).then(
      (response) => {
        if (response.status !== 201) throw new Error(`Publishing returned ${response.status}`);
      },
      // The server was killed.
      () => {},
    );
  const waiting = Number(ledger.prepare(COUNT_WAITING_ITEMS).pluck().get());
  const count = waiting > MOST_WAITING ? 0 : AT_ONCE;
  const writing = Promise.all(Array.from({ length: count }, (_, index) => publish(index))).then(() =>
    ledger.prepare(HURRY).run(),
  );
  const timer = setTimeout(() => killer.kill("time"), randomInt(KILL_MILLISECONDS));
  const last = setTimeout(() => killer.kill("time"), ROUND_MILLISECONDS);
  if (killer.stage !== "time") clearTimeout(timer);
  await writing;
  while (!killer.isKilled) await pause(1);
  clearTimeout(timer);
  clearTimeout(last);
}

const COUNT_WAITING = `
  SELECT (SELECT count(*) FROM outbox WHERE state = 'WAITING') + (SELECT count(*) FROM pending_delivery)`;

async function untilSent(ledger: Sqlite.Database): Promise<void> {
  const deadline = performance.now() + END_MILLISECONDS;
  while (ledger.prepare(COUNT_WAITING).pluck().get() !== 0 && performance.now() < deadline) {
    ledger.prepare(HURRY).run();
    await pause(100);
  }
}

const SELECT_NOTIFIED = `
  SELECT user.email, notification.title FROM notification JOIN user ON user.id = notification.user_id`;

function* findings(
  ledger: Sqlite.Database,
  mails: readonly ReceivedMail[],
  { counts }: Killer,
  kills: number,
): Generator<Finding> {
  const notified = ledger.prepare<[], { email: string; title: string }>(SELECT_NOTIFIED).all();
  const copies = new Map<string, Set<string>>();
  /** The Message-IDs that told a person of an announcement. */
  const told = new Map<string, Set<string>>();
  const addTo = (sets: Map<string, Set<string>>, key: string, value: string) =>
    sets.set(key, (sets.get(key) ?? new Set()).add(value));
  for (const { to, raw, text, headers } of mails) {
    const id = headers.get("message-id") ?? "";
    addTo(copies, id, `${to} ${raw}`);
    for (const [title] of text.matchAll(/Announcement \d+-\d+\./g)) addTo(told, `${to} ${title}`, id);
  }
  const unsent = notified.filter(({ email, title }) => !told.has(`${email} ${title}`));
  const twice = [...told.values()].filter((ids) => ids.size > 1);
  const changed = [...copies.values()].filter((bytes) => bytes.size > 1);
  const repeated = mails.length - copies.size;
  const stages = STAGES.map((stage) => `${counts.get(stage) ?? 0} ${stage}`).join(", ");
  yield {
    what: `kills of the server (${stages})`,
    figure: `${[...counts.values()].reduce((sum, count) => sum + count, 0)}`,
    bound: `${kills}`,
    holds: [...counts.values()].reduce((sum, count) => sum + count, 0) === kills,
  };
  yield {
    what: "notifications that were mailed",
    figure: `${notified.length - unsent.length} of ${notified.length}`,
    bound: "all",
    holds: unsent.length === 0 && notified.length > 0,
  };
  yield {
    what: "notifications that two different messages told of",
    figure: `${twice.length}`,
    bound: "none",
    holds: twice.length === 0,
  };
  yield {
    what: `second copies of ${copies.size} messages that differ from the first`,
    figure: `${changed.length} of ${repeated}`,
    bound: "none",
    holds: changed.length === 0,
  };
  const failed = ledger.prepare("SELECT count(*) FROM outbox WHERE state <> 'SENT'").pluck().get();
  yield { what: "mails left or given up", figure: `${failed}`, bound: "none", holds: failed === 0 };
}
