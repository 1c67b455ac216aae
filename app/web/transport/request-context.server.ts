import type { AppLoadContext } from "@remix-run/node";
import { presentCaller } from "~/operations/authority.server";
import type { Caller } from "~/operations/caller.server";
import type { Services } from "~/operations/services";
import { findSession } from "~/operations/session.server";
import { BACKGROUND_HEADER } from "./background-request";
import { clientAddress } from "./client-address";
import { sessionToken } from "./cookies.server";
import { processServices } from "./services.server";

/** What a request carries through the loaders and actions, as Remix's load context. */
export type RequestContext = {
  services: Services;
  requestId: string;
  /** Of the connection, before proxies are considered. */
  socketAddress: string | undefined;
  /** Aborted when the client hangs up; watched from the first time that this is read. */
  abandoned?: () => AbortSignal | undefined;
  /** Allows this response's own inline scripts. */
  nonce: string;
  /** Set by a page that a limit refused: Remix keeps the headers of few routes, so the server adds this one. */
  retryAfterSeconds?: number;
  /** Set by a page that shows a visitor what they typed before: not even the browser may keep it, to show it again. */
  isKeptByNobody?: boolean;
  /** Found once for each request; absent until somebody asks. */
  caller?: Caller;
  /** When the caller's session ends however much it is used; null without one. Found with the caller. */
  sessionExpiresAt?: string | null;
};

declare module "@remix-run/server-runtime" {
  interface AppLoadContext extends Partial<RequestContext> {}
}

export interface RouteArguments {
  request: Request;
  params: Readonly<Record<string, string | undefined>>;
  context: AppLoadContext;
}

/**
 * The request's context as our server made it. Another server (`remix-serve`) brings none, so it is made here, once,
 * on Remix's own object.
 */
export async function requestContext({ context }: Pick<RouteArguments, "context">): Promise<RequestContext> {
  if (!context.services) {
    const services = await processServices();
    Object.assign(context, { services, requestId: services.newId(), socketAddress: undefined, nonce: "" });
  }
  return context as RequestContext;
}

/** Who calls: the session's user as it stands now, and where the request comes from. */
export function callerOf(context: RequestContext, request: Request): Caller {
  if (!context.caller) {
    const { services } = context;
    const token = sessionToken(request, services.settings);
    const isUsed = !request.headers.has(BACKGROUND_HEADER);
    const session = token === null ? null : findSession(services, token, isUsed);
    context.sessionExpiresAt = session?.expiresAt ?? null;
    context.caller = {
      actor: session?.actor ?? null,
      sessionHash: session?.tokenHash ?? null,
      ip: clientAddress(
        context.socketAddress,
        request.headers.get("x-forwarded-for"),
        services.settings.trustedProxyHops,
      ),
      userAgent: request.headers.get("user-agent"),
      requestId: context.requestId,
      // Only what waits for a turn asks for it: watching every connection would cost each request its time.
      get abandoned() {
        return context.abandoned?.();
      },
      origin: services.settings.publicOrigin ?? originOf(request.url),
    };
  }
  return context.caller;
}

/** Who calls, read again for what is shown after a body that may have taken minutes to arrive. */
export function renewCaller(context: RequestContext): void {
  if (context.caller) context.caller = presentCaller(context.services.db, context.caller);
}

const last = { beginning: "", origin: "" };

/** The origin of an address. Requests mostly come to the same one, and reading it takes its time. */
function originOf(url: string): string {
  const beginning = url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
  if (beginning !== last.beginning) Object.assign(last, { beginning, origin: new URL(url).origin });
  return last.origin;
}
