import { randomUUID } from "node:crypto";
import type { ServerBuild } from "@remix-run/node";
import { FastURL, type ServerRequest } from "srvx";
import { staticMiddleware } from "srvx/static";
import { statement } from "#db/open";
import { takesPageview } from "~/domain/traffic/queries.server";
import { watchFeeds } from "~/lists/feed/state.server";
import type { Services } from "~/operations/services";
import { hasSecret, withoutSecrets } from "~/secrets/secret-paths";
import type { Settings } from "~/settings.server";
import type { AgencyAsset } from "~/storage/agency-assets.server";
import { DomainError } from "~/values/errors";
import { yieldBetweenShortTasks } from "~/values/event-loop";
import { abandonedError } from "~/values/fair-queue";
import { CONNECTIONS, LIMITS } from "~/values/limits";
import { addressGroup } from "~/values/network/address-group";
import { errorResponse, jsonResponse } from "~/web/api/api-response.server";
import { createApiDispatcher, isApiPath } from "~/web/api/api-router.server";
import { CALLBACK_PATH } from "~/web/identity-provider/identity-provider.server";
import { announceRoutes } from "~/web/openapi/described-routes.server";
import type { PageThreads } from "~/web/page-threads/page-threads.server";
import { createPageDispatcher } from "~/web/pages/page-router.server";
import { replacedResponse } from "~/web/pages/replaced-page.server";
import { isForEveryone } from "~/web/public/addresses";
import { createPublicResponses } from "~/web/public/public-responses.server";
import { abandonedSignal, hasHungUp } from "~/web/transport/abandoned";
import { isForSharedCache } from "~/web/transport/caching";
import { clientAddress } from "~/web/transport/client-address";
import { distrust, headFault, waitUntilUncrowded } from "~/web/transport/connections";
import { isCrossSite } from "~/web/transport/cross-site";
import { createReadTurns } from "~/web/transport/read-turns";
import type { RequestContext } from "~/web/transport/request-context.server";
import { isBeyondRoutes, refuseTooManyFields } from "~/web/transport/request-size";
import { apiSecurityHeaders, pageSecurityHeaders, sealSecurityHeaders } from "~/web/transport/security-headers";
import { createShares } from "~/web/transport/shares";

const PAGE_METHODS = ["GET", "HEAD", "POST"];
const READ_METHODS = ["GET", "HEAD"];
const HEALTH_PATH = "/healthz";
const ASSETS_PREFIX = "/assets/";
/** How clients of Remix before single fetch requested data. Our pages never do, and Remix logs it as an error. */
const OLD_DATA_PARAMETER = "_data";
const YEAR_SECONDS = 31_536_000;
const NONCE_BYTES = 16;
/**
 * Keeps an address with a secret out of Referer headers, even on this site. `no-referrer` would make browsers send
 * `Origin: null` with the page's form, which the cross-site check refuses.
 */
const SECRET_REFERRER_POLICY = "strict-origin";

/** A request as srvx makes it: with the socket's address and, if there is a connection, Node's message. */
type ConnectedRequest = Pick<ServerRequest, "ip" | "runtime"> & Request;

export type FetchHandler = (request: ConnectedRequest) => Promise<Response>;

interface FetchHandlerOptions {
  /** How much of what everyone without a session reads is kept. Tests keep nothing, to compare. */
  keptResponses?: { bytes: number; count: number };
  /** Threads that read pages while the server is busy. Null to read all here. */
  pageThreads?: PageThreads | null;
  /** The folder of the built assets. Without it, no assets are served. */
  clientFolder?: string;
}

/** The routes of a build, ready to find the one of a request. They hold no data, so several services may share them. */
export function createDispatchers(build: ServerBuild) {
  announceRoutes(build);
  return { respondToApi: createApiDispatcher(build), respondWithPage: createPageDispatcher(build) };
}

/**
 * The whole service as one function from request to response: the cross-site check, assets, health, API and pages, with
 * security headers and a log line for each response.
 */
export function createFetchHandler(
  { respondToApi, respondWithPage }: ReturnType<typeof createDispatchers>,
  services: Services,
  { clientFolder, keptResponses, pageThreads = null }: FetchHandlerOptions = {},
): FetchHandler {
  const { settings, log } = services;
  watchFeeds(services);
  /** Whether this server may not write. Pages say so, so nobody keeps them, and threads do not know it. */
  const isFenced = () => services.lease?.mayWrite() === false;
  const agencyAssets = new Map(
    Object.values(services.agencyAssets).flatMap((asset: AgencyAsset | null) => (asset ? [[asset.path, asset]] : [])),
  );
  const respondWithAsset =
    clientFolder === undefined
      ? null
      : staticMiddleware({
          dir: clientFolder,
          encodings: true,
          compress: false,
          maxAge: YEAR_SECONDS,
          immutable: true,
        });

  const respond = async (request: ConnectedRequest, url: URL, context: RequestContext): Promise<Response> => {
    const { pathname } = url;
    const message = request.runtime?.node?.req;
    const fault = (message && headFault(message)) ?? addressFault(request, url);
    if (fault) {
      if (message) distrust(message);
      return errorResponse(context, new DomainError("invalid_request", fault), [["connection", "close"]]);
    }
    // What it knows may have changed on the server that took its place, such as who may still read it.
    if (services.lease?.isReplaced()) return replacedResponse(request, pathname, context);
    if (isCrossSite(request, pathname, settings.publicOrigin)) {
      return errorResponse(context, new DomainError("forbidden", "Requests from other sites are refused"));
    }
    // Before Remix looks for a route, which takes time quadratic in the number of segments.
    if (isBeyondRoutes(pathname)) return errorResponse(context, new DomainError("not_found"));
    refuseTooManyFields(url.search, LIMITS.queryParameters);
    const isApi = isApiPath(pathname);
    if (
      !isFenced() &&
      isVisitorsRead(request) &&
      isForEveryone(pathname, url.search) &&
      (isApi || isForSharedCache(request) || takesPageview(services, addressOf(request)))
    )
      return respondForEveryone(request, url, context);
    const isSecret = hasSecret(pathname);
    if (isApi) {
      const response = await inReadTurn(request, pathname, () => respondToApi(request, pathname, context));
      if (isSecret) response.headers.set("referrer-policy", SECRET_REFERRER_POLICY);
      return response;
    }
    const methods = pathname === HEALTH_PATH || pathname.startsWith(ASSETS_PREFIX) ? READ_METHODS : PAGE_METHODS;
    if (!methods.includes(request.method)) {
      return errorResponse(context, new DomainError("method_not_allowed"), [["allow", methods.join(", ")]]);
    }
    if (pathname === HEALTH_PATH) return healthResponse(context);
    const agencyAsset = agencyAssets.get(pathname);
    if (agencyAsset) return agencyAssetResponse(settings, agencyAsset, request.method);
    if (respondWithAsset && pathname.startsWith(ASSETS_PREFIX)) {
      const missing = () => errorResponse(context, new DomainError("not_found"));
      return withHeaders(await respondWithAsset(request as ServerRequest, missing), apiSecurityHeaders(settings));
    }
    if (url.searchParams.has(OLD_DATA_PARAMETER)) return errorResponse(context, new DomainError("invalid_request"));
    const respondInTurn = pathname === CALLBACK_PATH ? respondOutOfTurn : inReadTurn;
    return asPage(await respondInTurn(request, pathname, () => load(request, pathname, context)), pathname, context);
  };

  const publicResponses = createPublicResponses(services, keptResponses);
  /** Responds to a visitor's read of an address that is the same for all visitors. */
  const respondForEveryone = (request: ConnectedRequest, url: URL, context: RequestContext) => {
    const { pathname, search } = url;
    const address = (settings.publicOrigin ?? url.origin) + pathname + search;
    const known = publicResponses.find(address, request, context.requestId);
    if (known) return known;
    const loadAlone = async () => finish(await load(request, pathname, context), pathname, context);
    return inReadTurn(request, url.pathname, async () => {
      const plain = plainGet(address, request);
      let made: Awaited<ReturnType<typeof publicResponses.make>>;
      try {
        made = await publicResponses.make(address, request, context, () => load(plain, pathname, context));
      } catch (error) {
        // Such as a database that cannot be read. The page or the API says so in its own way.
        log.error({ err: error, requestId: context.requestId }, "making a public response failed");
        context.forEveryone = undefined;
        return loadAlone();
      }
      if (made.isForEveryone) return made.response;
      if (request.method === "GET" && !request.headers.has("if-none-match")) {
        return finish(made.response, pathname, context);
      }
      context.forEveryone = undefined;
      await made.response.body?.cancel();
      return loadAlone();
    });
  };

  const finish = (response: Response, pathname: string, context: RequestContext) =>
    isApiPath(pathname) ? response : asPage(response, pathname, context);

  /** A response without the headers that all pages have. */
  const load = async (request: Request, pathname: string, context: RequestContext): Promise<Response> => {
    if (isApiPath(pathname)) return respondToApi(request, pathname, context);
    context.nonce = services.randomBytes(NONCE_BYTES).toString("base64");
    // Remix would compare it with Host, which a proxy may rewrite. `isCrossSite` has already checked it.
    request.headers.delete("origin");
    const response = context.forEveryone || isFenced() ? null : await pageThreads?.read(request, pathname, context);
    return response ?? respondWithPage(request, pathname, context);
  };

  const asPage = (response: Response, pathname: string, context: RequestContext): Response => {
    const isSecret = hasSecret(pathname);
    // No cache may store a signed-in person's page.
    const signedIn = context.caller?.actor !== null && context.caller !== undefined;
    response.headers.set(
      "cache-control",
      signedIn || isSecret || context.isKeptByNobody || response.headers.has("set-cookie")
        ? "private, no-store"
        : "private, no-cache",
    );
    response.headers.set("x-request-id", context.requestId);
    if (context.continueAt !== undefined) response.headers.set("refresh", `0;url=${context.continueAt}`);
    if (context.retryAfterSeconds !== undefined) response.headers.set("retry-after", String(context.retryAfterSeconds));
    withHeaders(response, pageSecurityHeaders(settings, [`'nonce-${context.nonce}'`]));
    if (isSecret) response.headers.set("referrer-policy", SECRET_REFERRER_POLICY);
    return response;
  };

  const queueFor = createReadTurns();
  const yieldIfDue = yieldBetweenShortTasks();
  /** Handles a read when it is its address's turn. Writes have their own limits. */
  const inReadTurn = async (
    request: ConnectedRequest,
    pathname: string,
    work: () => Promise<Response>,
  ): Promise<Response> => {
    if (!READ_METHODS.includes(request.method)) return work();
    return queueFor(pathname)({ group: groupOf(request) }, async () => {
      await yieldIfDue();
      // A closed connection no longer counts against its address, so nothing else limits how many of these wait.
      if (hasHungUp(request.runtime?.node)) throw abandonedError();
      return work();
    });
  };
  /** Waits for another server, in a queue of its own. In a read's turn, a slow provider would hold up everyone's reads. */
  const respondOutOfTurn: typeof inReadTurn = (_request, _pathname, work) => work();
  const addressOf = (request: ConnectedRequest) =>
    clientAddress(request.ip, request.headers.get("x-forwarded-for"), settings.trustedProxyHops);
  const groupOf = (request: ConnectedRequest) => addressGroup(addressOf(request));
  const underWay = createShares(CONNECTIONS.requestsPerAddress);
  /** Counts a request until its response is sent. @throws DomainError rate_limited if its client has too many */
  const countUnderWay = (request: ConnectedRequest): void => {
    const release = underWay.take(groupOf(request));
    if (!release) throw new DomainError("rate_limited", undefined, { retryAfterSeconds: 1 });
    const sent = request.runtime?.node?.res;
    // Without a connection, nothing reports when the response was read.
    if (sent) sent.once("close", release);
    else release();
  };

  return async (request) => {
    const started = performance.now();
    const context: RequestContext = {
      services,
      // Not `services.newId`, whose time order costs more than the rest of a short response.
      requestId: randomUUID(),
      socketAddress: request.ip,
      abandoned: () => abandonedSignal(request.runtime?.node),
      nonce: "",
    };
    const url = new FastURL(request.url);
    let response: Response;
    try {
      countUnderWay(request);
      await waitUntilUncrowded(request.ip);
      response = await respond(request, url, context);
    } catch (error) {
      response = errorResponse(context, error);
    }
    log.info(
      {
        requestId: context.requestId,
        method: request.method,
        path: withoutSecrets(url.pathname),
        status: response.status,
        milliseconds: Math.round((performance.now() - started) * 100) / 100,
        ip: addressOf(request),
        userId: context.caller?.actor?.id,
      },
      "request",
    );
    return response;
  };
}

/** Whether a visitor without a session reads. A date instead of a tag is compared with the date of a feed. */
function isVisitorsRead({ method, headers }: Request): boolean {
  const hasOnlyDate = headers.has("if-modified-since") && !headers.has("if-none-match");
  return READ_METHODS.includes(method) && !headers.has("cookie") && !hasOnlyDate;
}

const CONDITIONS = ["if-none-match", "if-modified-since"];

/** A visitor's request without what only this visitor wants. */
function plainGet(address: string, request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of CONDITIONS) headers.delete(name);
  return new Request(address, { headers });
}

/** What srvx uses instead of an invalid Host header. */
const INVALID_HOST = "_invalid_";

/** Finds a fault of the address that later steps would each report differently; null if there is none. */
function addressFault(request: Request, { host, pathname }: URL): string | null {
  if (host === INVALID_HOST || request.headers.get("host") === null) return "The Host header is missing or invalid";
  if (!pathname.includes("%")) return null;
  try {
    decodeURI(pathname);
    return null;
  } catch {
    return "The address is invalid";
  }
}

/** GET /healthz: whether the database can run a query. */
function healthResponse(context: RequestContext): Response {
  try {
    statement(context.services.db, "SELECT 1").get();
    return jsonResponse(context, 200, { ok: true });
  } catch (cause) {
    context.services.log.error({ err: cause }, "health check failed");
    return errorResponse(context, new DomainError("unavailable"));
  }
}

/** The seal or the accent's stylesheet. The policy of the seal also covers the stylesheet. */
function agencyAssetResponse(settings: Settings, { bytes, contentType }: AgencyAsset, method: string): Response {
  const headers = {
    "content-type": contentType,
    "content-length": String(bytes.length),
    "cache-control": `public, max-age=${YEAR_SECONDS}, immutable`,
  };
  const response = new Response(method === "HEAD" ? null : new Uint8Array(bytes), { headers });
  return withHeaders(response, sealSecurityHeaders(settings));
}

function withHeaders(response: Response, headers: [string, string][]): Response {
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
}
