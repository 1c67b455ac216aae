import { createCookie } from "@remix-run/node";
import { parseCookie, stringifySetCookie } from "cookie";
import type { Services } from "~/operations/services";
import type { Settings } from "~/settings.server";
import { LIMITS } from "~/values/limits";
import { cookieSecret } from "./services.server";

/** A browser binds a `__Host-` cookie to this host and to HTTPS, and refuses it over HTTP. */
function cookieName(settings: Settings, name: string): string {
  return settings.secureOrigin ? `__Host-${name}` : name;
}

const attributes = (settings: Settings) =>
  ({ httpOnly: true, sameSite: "lax", path: "/", secure: settings.secureOrigin }) as const;

export const sessionCookieName = (settings: Settings) => cookieName(settings, "session");

export function sessionToken(request: Request, settings: Settings): string | null {
  return tokenOf(request, sessionCookieName(settings));
}

function tokenOf(request: Request, name: string): string | null {
  const header = request.headers.get("cookie");
  return header === null ? null : (parseCookie(header)[name] ?? null);
}

/** Set-Cookie of a new session. It lasts until the browser closes, unless the server ends the session earlier. */
export function sessionCookie(settings: Settings, token: string): string {
  return stringifySetCookie({ name: sessionCookieName(settings), value: token, ...attributes(settings) });
}

/** Set-Cookie that removes the session's cookie. */
export function endedSessionCookie(settings: Settings): string {
  return stringifySetCookie({ name: sessionCookieName(settings), value: "", maxAge: 0, ...attributes(settings) });
}

/** Cookies of a sign-in that is not finished, each with a random token. */
const UNFINISHED = {
  /** The password was right, and the second factor is missing. */
  "sign-in-step": LIMITS.signInStepMinutes,
  /** A passkey was asked for. */
  passkey: LIMITS.passkeyCeremonyMinutes,
} as const;
type Unfinished = keyof typeof UNFINISHED;

/** The token of an unfinished sign-in of this browser, or null. */
export function unfinishedToken(request: Request, settings: Settings, name: Unfinished): string | null {
  return tokenOf(request, cookieName(settings, name));
}

/** Set-Cookie of an unfinished sign-in. Without a token, it removes the cookie. */
export function unfinishedCookie(settings: Settings, name: Unfinished, token: string | null): string {
  return stringifySetCookie({
    name: cookieName(settings, name),
    value: token ?? "",
    maxAge: token === null ? 0 : UNFINISHED[name] * 60,
    ...attributes(settings),
  });
}

const registrationCookieName = (settings: Settings) => cookieName(settings, "registration");

/** The token of the registration that this browser started, or null. */
export function registrationToken(request: Request, settings: Settings): string | null {
  return tokenOf(request, registrationCookieName(settings));
}

/**
 * Set-Cookie of a registration in progress.
 * @param seconds 0 removes the cookie; null keeps it until the browser closes
 */
export function registrationCookie(settings: Settings, token: string, seconds: number | null): string {
  return stringifySetCookie({
    name: registrationCookieName(settings),
    value: token,
    ...(seconds !== null && { maxAge: seconds }),
    ...attributes(settings),
  });
}

const authorizationCookieName = (settings: Settings) => cookieName(settings, "identity");

/** The secret of this browser's authorization request at the OpenID Connect provider, or null. */
export function authorizationSecret(request: Request, settings: Settings): string | null {
  return tokenOf(request, authorizationCookieName(settings));
}

/** Set-Cookie that binds an authorization request to this browser. Without a secret, it removes the cookie. */
export function authorizationCookie(settings: Settings, secret: string | null): string {
  const maxAge = secret === null ? 0 : LIMITS.identityRequestMinutes * 60;
  return stringifySetCookie({
    name: authorizationCookieName(settings),
    value: secret ?? "",
    maxAge,
    ...attributes(settings),
  });
}

/** A message that the next page shows about the action that led to it. */
export interface Notice {
  kind: "success" | "info" | "warning" | "error";
  text: string;
}

/** A notice that no page shows within this time is dropped. */
export const NOTICE_SECONDS = 60;
const noticeCookies = new WeakMap<Services["db"], ReturnType<typeof createCookie>>();

/** The cookie is signed, so that another site cannot put text on our pages. */
function noticeCookie({ db, settings }: Pick<Services, "db" | "settings">) {
  let cookie = noticeCookies.get(db);
  if (!cookie) {
    cookie = createCookie(cookieName(settings, "notice"), {
      ...attributes(settings),
      maxAge: NOTICE_SECONDS,
      secrets: [cookieSecret({ db, settings })],
    });
    noticeCookies.set(db, cookie);
  }
  return cookie;
}

/** Set-Cookie that shows a notice on the next page. */
export function serializeNotice(services: Services, notice: Notice): Promise<string> {
  return noticeCookie(services).serialize(notice);
}

/** The request's notice, with the Set-Cookie that removes it once it is shown; null if there is none. */
export async function takeNotice(
  services: Services,
  request: Request,
): Promise<{ notice: Notice; setCookie: string } | null> {
  const cookie = noticeCookie(services);
  const header = request.headers.get("cookie");
  if (!header?.includes(`${cookie.name}=`)) return null;
  const notice: Notice | null = await cookie.parse(header);
  return notice && { notice, setCookie: await cookie.serialize("", { maxAge: 0 }) };
}
