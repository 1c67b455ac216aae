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

function createMailer(services: MailerServices, mail: MailSettings): Mailer {
  const { db, log } = services;
  const stopped = new AbortController();
  /** Accepted by the mail server but not recorded, because the database could not be written. Never sent again here. */
  const accepted = new Set<string>();
  let running: Promise<void> | null = null;
  let again = false;
  let stopping = false;

  const context = () => ({
    db,
    mail,
    credentialsLocked: services.settings.credentialsLocked,
    governmentPasswords: services.settings.governmentPasswords,
    now: services.clock(),
    newId: services.newId,
    randomBytes: services.randomBytes,
  });
  const write = <Result>(work: () => Result) => whenUnlocked(db, () => immediateTransaction(db, work));

  /** Sends one mail and records the result. @returns whether the mail server can take more now */
  const sendOne = async (transport: MailTransport, prepared: PreparedMail): Promise<boolean> => {
    const error = await tryToSend(transport, prepared, stopped.signal);
    // The next start tries it again. Nobody knows whether it was accepted.
    if (error && stopped.signal.aborted) return false;
    if (!error) accepted.add(prepared.id);
    await write(() => {
      if (error) recordFailure(services, prepared, error, services.clock());
      else recordSent(services, prepared.id, services.clock());
    });
    accepted.delete(prepared.id);
    if (error) log.warn({ mailId: prepared.id, kind: prepared.kind, reason: error.message }, "mail was not accepted");
    return error?.outcome !== "unreachable";
  };

  const recordAccepted = async () => {
    for (const id of accepted) {
      await write(() => recordSent(services, id, services.clock()));
      accepted.delete(id);
    }
  };

  /** Opens connections only if something is due, and closes them at the end. */
  const sendAll = async (): Promise<void> => {
    let transport: MailTransport | null = null;
    try {
      await recordAccepted();
      for (;;) {
        if (stopping) return;
        const { prepared, faults, isMore } = await write(() => prepareMail(context(), MAIL.batch, [...accepted]));
        for (const err of faults) log.error({ err }, "writing a mail failed and will be retried");
        if (prepared.length > 0) {
          transport ??= await openTransport(mail);
          const opened = transport;
          const results = await Promise.allSettled(prepared.map((each) => sendOne(opened, each)));
          const failure = results.find((result) => result.status === "rejected");
          if (failure) throw failure.reason;
          // The timer continues, so that a mail server that is down is not asked for each mail of a long outbox.
          if (!results.some((result) => result.status === "fulfilled" && result.value)) return;
        }
        if (!isMore) return;
        await nextTurn();
      }
    } finally {
      transport?.close();
    }
  };

  const run = async (): Promise<void> => {
    again = true;
    running ??= (async () => {
      try {
        while (again && !stopping) {
          again = false;
          await sendAll();
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
  const stopListening = onMailQueued(db, () => db.$client.open && !stopping && runInBackground());

  return {
    run,
    async stop() {
      stopListening();
      const timer = setTimeout(() => stopped.abort(), MAIL.stopMilliseconds);
      stopping = true;
      await running?.catch(() => {});
      clearTimeout(timer);
      stopped.abort();
    },
  };
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
