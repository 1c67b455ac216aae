import type { MailSettings } from "~/settings.server";
import { MAIL } from "~/values/limits";

/** A message, complete. The same message always has the same bytes. */
export interface MailMessage {
  /** The part of its Message-ID before the @. */
  id: string;
  to: string;
  at: Date;
  subject: string;
  text: string;
  html: string;
  /** For one-click unsubscribe (RFC 8058); null for mail that nobody can unsubscribe from. */
  unsubscribeUrl: string | null;
}

/**
 * A message that was not accepted. `refused`: the mail server will never accept it. `unreachable`: the server could not be
 * reached or accepts nothing from us now, so other messages would fail too. `later`: try it again.
 */
export class MailError extends Error {
  readonly outcome: "refused" | "unreachable" | "later";
  /** @param reason short, without addresses and without the server's own words, which may contain some */
  constructor(outcome: MailError["outcome"], reason: string) {
    super(reason);
    this.outcome = outcome;
  }
}

export interface MailTransport {
  /** @throws MailError */
  send: (message: MailMessage, stop: AbortSignal) => Promise<void>;
  close: () => void;
}

/**
 * Opens a small pool of connections to the mail server. nodemailer is loaded here and nowhere else, so a portal without
 * mail never loads it. Connections open with the first message.
 */
export async function openTransport({ server, from, origin }: MailSettings): Promise<MailTransport> {
  const { createTransport } = await import("nodemailer");
  const { hostname } = new URL(origin);
  const transport = createTransport({
    pool: true,
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.requiresTls,
    auth: server.credentials() ?? undefined,
    // Otherwise it would tell the server this machine's own name.
    name: hostname,
    maxConnections: MAIL.connections,
    maxMessages: Number.POSITIVE_INFINITY,
    // The outbox tries again. The pool's own tries would not be counted there.
    maxRequeues: 0,
    connectionTimeout: MAIL.connectMilliseconds,
    greetingTimeout: MAIL.connectMilliseconds,
    dnsTimeout: MAIL.connectMilliseconds,
    socketTimeout: MAIL.tryMilliseconds,
    logger: false,
  });
  // Without a listener, an error of an idle connection would end the process. The next message reports it.
  transport.on("error", () => {});
  return {
    async send(message, stop) {
      try {
        await transport.sendMail({ ...mailOptions(message, hostname), from, signal: stop });
      } catch (error) {
        throw mailErrorOf(error);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** The message for nodemailer. Nothing in it depends on the moment or on chance. */
function mailOptions({ id, to, at, subject, text, html, unsubscribeUrl }: MailMessage, hostname: string) {
  return {
    to: { name: "", address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${hostname}>`,
    date: at,
    baseBoundary: id,
    textEncoding: "quoted-printable" as const,
    xMailer: false as const,
    // Our messages have no attachments. nodemailer would otherwise read files and addresses that a message names.
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      // Keeps absence notes from answering (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl !== null && {
        // Prepared, because folding would put spaces into the address.
        "List-Unsubscribe": { prepared: true, foldLines: false, value: `<${unsubscribeUrl}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}

interface SmtpError {
  /** nodemailer's, or that of a failed system call. */
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

const ENHANCED_CODE = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/;
/** What a server says about one message or recipient, not about us. */
const ABOUT_THIS_MESSAGE: readonly unknown[] = ["RCPT TO", "DATA"];

function mailErrorOf(error: unknown): MailError {
  const { code = "ERROR", command, responseCode, response } = error as SmtpError;
  if (responseCode === undefined) {
    return new MailError(code === "EENVELOPE" ? "refused" : "unreachable", command ? `${code} at ${command}` : code);
  }
  const enhanced = response?.match(ENHANCED_CODE)?.[1];
  const reason = [responseCode, enhanced, "at", command].filter((part) => part !== undefined).join(" ");
  if (!ABOUT_THIS_MESSAGE.includes(command)) return new MailError("unreachable", reason);
  // 421: the server is closing, and its other connections too.
  if (responseCode === 421) return new MailError("unreachable", reason);
  return new MailError(responseCode >= 500 ? "refused" : "later", reason);
}
