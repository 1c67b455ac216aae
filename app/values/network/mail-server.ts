import * as z from "zod";

/** A mail server that the portal hands its mail to. */
interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). */
  secure: boolean;
  /** Refuses to send without STARTTLS. Only for a server on this machine, or if the operator turns it off, it is false. */
  requiresTls: boolean;
  /** A function, so that no log or error message of these settings shows the password. */
  credentials: () => { user: string; pass: string } | null;
}

interface Sender {
  name: string;
  address: string;
}

const PORTS = { "smtp:": 25, "smtps:": 465 } as const;
/** Whether a host is this machine, so that mail to it crosses no network. */
export const isOnThisMachine = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
const SENDER = /^(?:(?<name>[^<>\r\n]*)<(?<inBrackets>[^<>\s]+)>|(?<bare>[^<>\s]+))$/;

/** Reads SMTP_URL. Its errors never repeat the value, because it may contain a password. */
export function readMailServer(value: string, context: z.RefinementCtx): MailServer {
  const fail = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url?.hostname || !(url.protocol in PORTS))
    return fail("Enter an address such as smtps://user:password@mail.example.gov");
  const query = url.search === "?tls=optional";
  if ((url.search !== "" && !query) || url.hash !== "" || !["", "/"].includes(url.pathname)) {
    return fail("Enter only a host, a port, a user and a password, and ?tls=optional if needed");
  }
  const secure = url.protocol === "smtps:";
  const user = decoded(url.username);
  const pass = decoded(url.password);
  if (user === null || pass === null) return fail("Percent-encode special characters of the user and the password");
  if ((user === "") !== (pass === "")) return fail("Enter both a user and a password, or neither");
  const requiresTls = !secure && !query && !isOnThisMachine(url.hostname);
  if (query && user !== "") return fail("Remove ?tls=optional: a password must not be sent in clear text");
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? PORTS[url.protocol as keyof typeof PORTS] : Number(url.port),
    secure,
    requiresTls,
    credentials: () => (user === "" ? null : { user, pass }),
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Reads MAIL_FROM: an address, with or without a name before it. */
export function readSender(value: string, context: z.RefinementCtx): Sender {
  const groups = value.trim().match(SENDER)?.groups;
  const address = groups?.inBrackets ?? groups?.bare ?? "";
  if (!z.email().max(255).safeParse(address).success) {
    context.addIssue({
      code: "custom",
      message: "Enter an address, or a name and an address: Portal <portal@example.gov>",
    });
    return z.NEVER;
  }
  return { name: (groups?.name ?? "").trim().replace(/^"(.*)"$/, "$1"), address };
}
