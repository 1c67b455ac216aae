import type { AppLoadContext } from "@remix-run/node";
import { presentCaller } from "~/operations/authority.server";
import type { Caller } from "~/operations/caller.server";
import type { Services } from "~/operations/services";
import { findSession } from "~/operations/session.server";
import { BACKGROUND_HEADER } from "./background-request";
import { clientAddress } from "./client-address";
import { sessionToken } from "./cookies.server";
import { processServices } from "./services.server";

/** What loaders and actions share about a request. It is Remix's load context. */
export type RequestContext = {
  services: Services;
  requestId: string;
  /** The address of the connection, which may be a proxy's. */
  socketAddress: string | undefined;
  /** Aborts when the client hangs up. The first call starts to watch the connection. */
  abandoned?: () => AbortSignal | undefined;
  /** Allows this response's own inline scripts. */
  nonce: string;
  /** Set by a page that a limit refused. The server adds the header, since Remix drops the headers of most routes. */
  retryAfterSeconds?: number;
  /** Set by a form's action: the page that the browser loads next. A redirect of a form to another site is not allowed. */
  continueAt?: string;
  /** Set by a page that shows what a visitor typed earlier. Not even the browser may store it. */
  isKeptByNobody?: boolean;
  /** Set for a response that everyone without a session gets. Its page calls this time "now". */
  forEveryone?: { now: Date };
  /** Set for a response that is sent in pieces. */
  isStreamed?: boolean;
  /** Set by the first `callerOf`. */
  caller?: Caller;
  /** When the caller's session ends even if it is in use; null without a session. Set with the caller. */
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
 * The request's context. Our server makes it. Another server (`remix-serve`) does not, so this adds it to Remix's object.
 */
export async function requestContext({ context }: Pick<RouteArguments, "context">): Promise<RequestContext> {
  if (!context.services) {
    const services = await processServices();
    Object.assign(context, { services, requestId: services.newId(), socketAddress: undefined, nonce: "" });
  }
  return context as RequestContext;
}

/** The session's user as it is now, and the source of the request. */
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
      // A getter, because watching a connection takes time, and only work that waits for a turn needs it.
      get abandoned() {
        return context.abandoned?.();
      },
      origin: services.settings.publicOrigin ?? originOf(request.url),
    };
  }
  return context.caller;
}

/** Reads the caller again after a body that may have taken minutes to arrive. */
export function renewCaller(context: RequestContext): void {
  if (context.caller) context.caller = presentCaller(context.services.db, context.caller);
}

const last = { beginning: "", origin: "" };

/** The origin of an address. Remembers the last one, since most requests have the same and parsing takes time. */
function originOf(url: string): string {
  const beginning = url.slice(0, url.indexOf("/", url.indexOf("//") + 2));
  if (beginning !== last.beginning) Object.assign(last, { beginning, origin: new URL(url).origin });
  return last.origin;
}
