import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as a mail server receives it. */
export interface ReceivedMail {
  to: string[];
  raw: string;
  headers: Map<string, string>;
  text: string;
  html: string;
}

export interface TestMailServer {
  /** For SMTP_URL. */
  url: string;
  mails: ReceivedMail[];
  close: () => Promise<void>;
}

/** What a server answers: throw an error with a `responseCode` to refuse. */
interface Behavior
  extends Pick<SMTPServerOptions, "onRcptTo" | "onMailFrom" | "onConnect" | "onAuth" | "authOptional"> {
  /** Runs when a message is complete, before the server accepts it. */
  onMessage?: (mail: ReceivedMail) => void | Promise<void>;
  /** Runs right after it. */
  onAccepted?: () => void;
}

/** An error that a mail server answers with. */
export const smtpError = (responseCode: number, text = "no") => Object.assign(new Error(text), { responseCode });

/** Starts a mail server on loopback that keeps what it accepts. */
export async function startMailServer(
  { onMessage, onAccepted, ...options }: Behavior,
  onFinished: (cleanUp: () => Promise<void>) => void,
): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    ...options,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const mail = parseMail(Buffer.concat(chunks).toString("utf8"), to);
        try {
          await onMessage?.(mail);
        } catch (error) {
          callback(error as Error);
          return;
        }
        mails.push(mail);
        callback();
        onAccepted?.();
      });
    },
  });
  // A client that disconnects is no error here.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onFinished(close);
  return { url: `smtp://127.0.0.1:${port}`, mails, close };
}

/** Reads a mail with a text and an HTML part, as the portal writes it. */
export function parseMail(raw: string, to: string[]): ReceivedMail {
  const { headers, body } = splitHead(raw);
  const boundary = headers.get("content-type")?.match(/boundary="([^"]+)"/)?.[1];
  if (boundary === undefined) throw new Error(`No boundary in ${raw}`);
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitHead(part.replace(/^\r\n/, "")));
  const textOf = (type: string) => {
    const part = parts.find(({ headers: head }) => head.get("content-type")?.startsWith(type));
    return part ? decoded(part.body, part.headers.get("content-transfer-encoding") ?? "7bit") : "";
  };
  return { to, raw, headers, text: textOf("text/plain"), html: textOf("text/html") };
}

function splitHead(text: string): { headers: Map<string, string>; body: string } {
  const end = text.indexOf("\r\n\r\n");
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { headers, body: text.slice(end + 4) };
}

function decoded(body: string, encoding: string): string {
  const text = encoding === "quoted-printable" ? Buffer.from(unquoted(body), "latin1").toString("utf8") : body;
  return text.replace(/\r\n/g, "\n").trimEnd();
}

const unquoted = (body: string) =>
  body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
