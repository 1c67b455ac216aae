import { onTestFinished } from "vitest";
import { type Mailer, mailerOf } from "~/domain/mail/mailer.server";
import { startMailServer, type TestMailServer } from "./mail-server";
import { openPortal, type Portal } from "./portal";

export const MAIL_ORIGIN = "https://portal.example.gov";

export interface MailPortal {
  portal: Portal;
  server: TestMailServer;
  /** Sends what is due, as the server does. */
  send: () => Promise<void>;
}

/** A portal whose mail goes to a server on loopback. */
export async function openMailPortal(
  behavior: Parameters<typeof startMailServer>[0] = {},
  environment: Record<string, string> = {},
): Promise<MailPortal> {
  const server = await startMailServer(behavior, onTestFinished);
  const portal = await openPortal({
    SMTP_URL: server.url,
    MAIL_FROM: "Portal <portal@example.gov>",
    PUBLIC_ORIGIN: MAIL_ORIGIN,
    ...environment,
  });
  const mailer = mailerOf(portal.services) as Mailer;
  return { portal, server, send: () => mailer.run() };
}

/** The rows of the outbox. */
export const outboxOf = ({ db }: Portal) => db.query.outbox.findMany({ orderBy: (row, { asc }) => asc(row.id) }).sync();
