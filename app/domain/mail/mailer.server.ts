import { setImmediate as nextTurn } from "node:timers/promises";
import { type Database, immediateTransaction, whenUnlocked } from "#db/open";
import { MailError, type MailTransport, openTransport } from "~/mail/transport.server";
import type { Services } from "~/operations/services";
import { onMailQueued } from "~/routing/outbox.server";
import type { MailSettings } from "~/settings.server";
import { MAIL } from "~/values/limits";
import { recordFailure, recordSent } from "./outcome.server";
import { type PreparedMail, prepareMail } from "./prepare.server";

/*
 * Sends the outbox. Each try has three steps: a transaction stores what the mail says, the mail is sent without any lock,
 * and a second transaction records the result. After a crash in between, the mail is sent again with the same Message-ID
 * and the same bytes, so that mail servers and readers drop the second one.
 */

export interface Mailer {
  /** Sends everything that is due. While it runs, another call only makes it look once more. */
  run: () => Promise<void>;
  /** Stops, and waits a few seconds for tries that are under way. */
  stop: () => Promise<void>;
}

const mailers = new WeakMap<Database["$client"], Mailer>();

type MailerServices = Pick<Services, "db" | "settings" | "clock" | "newId" | "randomBytes" | "log">;

/** The mailer of a database: at most one in a process. Null while mail is off. */
export function mailerOf(services: MailerServices): Mailer | null {
  const { mail } = services.settings;
  if (mail === null) return null;
  const { $client } = services.db;
  const mailer = mailers.get($client) ?? createMailer(services, mail);
  mailers.set($client, mailer);
  return mailer;
}

/** What the functions of one mailer share. */
interface Sending {
  services: MailerServices;
  mail: MailSettings;
  /** Accepted by the mail server but not recorded, because the database could not be written. Never sent again here. */
  accepted: Set<string>;
  /** Ends the tries that are under way. */
  stopped: AbortSignal;
  isStopping: boolean;
}

function createMailer(services: MailerServices, mail: MailSettings): Mailer {
  const { db, log } = services;
  const stopped = new AbortController();
  const sending: Sending = { services, mail, accepted: new Set(), stopped: stopped.signal, isStopping: false };
  let running: Promise<void> | null = null;
  let again = false;

  const run = async (): Promise<void> => {
    again = true;
    running ??= (async () => {
      try {
        while (again && !sending.isStopping) {
          again = false;
          await sendAll(sending);
        }
      } finally {
        running = null;
      }
    })();
    return running;
  };

  const runInBackground = () => {
    run().catch((error: unknown) => {
      if (db.$client.open) log.error({ err: error }, "sending mail failed");
    });
  };
  const stopListening = onMailQueued(db, () => db.$client.open && !sending.isStopping && runInBackground());

  return {
    run,
    async stop() {
      stopListening();
      const timer = setTimeout(() => stopped.abort(), MAIL.stopMilliseconds);
      sending.isStopping = true;
      await running?.catch(() => {});
      clearTimeout(timer);
      stopped.abort();
    },
  };
}

const write = <Result>({ services: { db } }: Sending, work: () => Result): Promise<Result> =>
  whenUnlocked(db, () => immediateTransaction(db, work));

/** Sends what is due. Opens connections only if something is, and closes them at the end. */
async function sendAll(sending: Sending): Promise<void> {
  let transport: MailTransport | null = null;
  try {
    await recordAccepted(sending);
    while (!sending.isStopping) {
      const { prepared, isMore } = await prepareSome(sending);
      if (prepared.length > 0) {
        transport ??= await openTransport(sending.mail);
        // The timer continues, so that a mail server that is down is not asked for each mail of a long outbox.
        if (!(await sendSome(sending, transport, prepared))) return;
      }
      if (!isMore) return;
      await nextTurn();
    }
  } finally {
    transport?.close();
  }
}

async function recordAccepted(sending: Sending): Promise<void> {
  const { services, accepted } = sending;
  for (const id of accepted) {
    await write(sending, () => recordSent(services, id, services.clock()));
    accepted.delete(id);
  }
}

async function prepareSome(sending: Sending) {
  const { services, mail, accepted } = sending;
  const { db, newId, randomBytes, log } = services;
  const { credentialsLocked, governmentPasswords, timeZone } = services.settings;
  const context = () => ({
    db,
    mail,
    credentialsLocked,
    governmentPasswords,
    timeZone: timeZone.id,
    now: services.clock(),
    newId,
    randomBytes,
  });
  const { faults, ...batch } = await write(sending, () => prepareMail(context(), MAIL.batch, [...accepted]));
  for (const err of faults) log.error({ err }, "writing a mail failed and will be retried");
  return batch;
}

/** Sends mails at the same time and records the results. @returns whether the mail server can take more now */
async function sendSome(sending: Sending, transport: MailTransport, prepared: PreparedMail[]): Promise<boolean> {
  const results = await Promise.allSettled(prepared.map((each) => sendOne(sending, transport, each)));
  const failure = results.find((result) => result.status === "rejected");
  if (failure) throw failure.reason;
  return results.some((result) => result.status === "fulfilled" && result.value);
}

/** Sends one mail and records the result. @returns whether the mail server can take more now */
async function sendOne(sending: Sending, transport: MailTransport, prepared: PreparedMail): Promise<boolean> {
  const { services, accepted, stopped } = sending;
  const error = await tryToSend(transport, prepared, stopped);
  // The next start tries it again. Nobody knows whether it was accepted.
  if (error && stopped.aborted) return false;
  if (!error) accepted.add(prepared.id);
  await write(sending, () => {
    if (error) recordFailure(services, prepared, error, services.clock());
    else recordSent(services, prepared.id, services.clock());
  });
  accepted.delete(prepared.id);
  const { id, kind } = prepared;
  if (error) services.log.warn({ mailId: id, kind, reason: error.message }, "mail was not accepted");
  return error?.outcome !== "unreachable";
}

/** Tries once, for a bounded time. @returns null if the mail server accepted it */
async function tryToSend(
  transport: MailTransport,
  { message }: PreparedMail,
  stopped: AbortSignal,
): Promise<MailError | null> {
  const tooLate = AbortSignal.timeout(MAIL.tryMilliseconds);
  try {
    await transport.send(message, AbortSignal.any([stopped, tooLate]));
    return null;
  } catch (error) {
    if (error instanceof MailError) return tooLate.aborted ? new MailError("unreachable", "ETIMEDOUT") : error;
    throw error;
  }
}
