import { createCookie } from "@remix-run/node";
import { parseCookie, stringifySetCookie } from "cookie";
import type { Services } from "~/operations/services";
import type { Settings } from "~/settings.server";
import { cookieSecret } from "./services.server";

/** A `__Host-` cookie is bound to this very host and to https; a browser refuses it over http. */
function cookieName(settings: Settings, name: string): string {
  return settings.secureOrigin ? `__Host-${name}` : name;
}

const attributes = (settings: Settings) =>
  ({ httpOnly: true, sameSite: "lax", path: "/", secure: settings.secureOrigin }) as const;

/** The name of the cookie that carries the session. */
export const sessionCookieName = (settings: Settings) => cookieName(settings, "session");

/** The session token that a request brings, or null. */
export function sessionToken(request: Request, settings: Settings): string | null {
  return tokenOf(request, sessionCookieName(settings));
}

function tokenOf(request: Request, name: string): string | null {
  const header = request.headers.get("cookie");
  return header === null ? null : (parseCookie(header)[name] ?? null);
}

/** Set-Cookie of a new session: it lasts as long as the browser does; the server decides when it ends before that. */
export function sessionCookie(settings: Settings, token: string): string {
  return stringifySetCookie({ name: sessionCookieName(settings), value: token, ...attributes(settings) });
}

/** Set-Cookie that takes the session away. */
export function endedSessionCookie(settings: Settings): string {
  return stringifySetCookie({ name: sessionCookieName(settings), value: "", maxAge: 0, ...attributes(settings) });
}

const registrationCookieName = (settings: Settings) => cookieName(settings, "registration");

/** The token of the registration that a browser has begun, or null. */
export function registrationToken(request: Request, settings: Settings): string | null {
  return tokenOf(request, registrationCookieName(settings));
}

/**
 * Set-Cookie of a registration that has begun. It outlasts the browser, as the answers do.
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

/** What the next page says of the action that led to it. */
export interface Notice {
  kind: "success" | "info" | "warning" | "error";
  text: string;
}

/** How long a notice waits for the page that shows it. */
export const NOTICE_SECONDS = 60;
const noticeCookies = new WeakMap<Services["db"], ReturnType<typeof createCookie>>();

/** A short-lived signed cookie: signed, so that another site cannot make our page say something. */
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

/** Set-Cookie of a notice for the next page. */
export function serializeNotice(services: Services, notice: Notice): Promise<string> {
  return noticeCookie(services).serialize(notice);
}

/** The notice that a request brings, with the Set-Cookie that takes it away once it was shown. */
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
