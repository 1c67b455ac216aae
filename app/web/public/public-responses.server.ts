import { hash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { FastResponse } from "srvx";
import { publicState } from "~/lists/feed/public-content.server";
import { publicTurns } from "~/lists/feed/public-turns.server";
import type { Services } from "~/operations/services";
import { LIMITS } from "~/values/limits";
import { FOR_EVERYONE } from "~/web/transport/caching";
import { hasCurrentTag, tagInCoding } from "~/web/transport/conditional";
import type { RequestContext } from "~/web/transport/request-context.server";
import { pageSecurityHeaders } from "~/web/transport/security-headers";
import { type Encoding, encode, encodingFor } from "./encodings";
import { withScriptHashes } from "./page-scripts";

type Header = readonly [name: string, value: string];

/** Headers that describe the body, which a 304 does not have. */
const OF_BODY: ReadonlySet<string> = new Set(["content-type", "content-encoding", "content-length"]);
/** Headers that belong to one request, or that are set here. */
const REPLACED: ReadonlySet<string> = new Set(["x-request-id", "cache-control", "content-length", "etag", "vary"]);

/**
 * What everyone without a session gets: a page or a list, or that there is none. A shared cache stores both, so that what was
 * withdrawn does not stay in it.
 */
const STATUSES: ReadonlySet<number> = new Set([200, 404]);

/** How long to wait for a response that someone else began. */
const FOLLOW_MILLISECONDS = 2_000;

/** A response in one content coding. */
interface Form {
  status: number;
  /** Null if clients may not ask whether it changed. */
  etag: string | null;
  body: Uint8Array;
  headers: readonly Header[];
  notModified: readonly Header[];
}

/** A response that everyone without a session gets while nothing changes. */
interface Kept {
  status: number;
  /** The state of the public content from which it was made. */
  state: string;
  /** The instants between which the clock changes nothing in it, in milliseconds. */
  from: number;
  until: number;
  etag: string | null;
  headers: readonly Header[];
  body: Uint8Array;
  forms: Map<Encoding, Form | Promise<Form>>;
  sizeBytes: number;
}

export type PublicResponses = ReturnType<typeof createPublicResponses>;

/**
 * Keeps the responses of public addresses as bytes, with their compressed forms, until a write or the clock changes what
 * they show. The most recently requested are kept, within a limit of memory.
 */
export function createPublicResponses(
  { db, settings, clock }: Pick<Services, "db" | "settings" | "clock">,
  limit: { bytes: number; count: number } = LIMITS.publicResponses,
) {
  const entries = new Map<string, Kept>();
  let total = 0;
  const underWay = new Map<string, { state: string; made: Promise<Kept | null> }>();

  const drop = (key: string, kept: Kept) => {
    if (entries.get(key) !== kept) return;
    entries.delete(key);
    total -= kept.sizeBytes;
  };
  const dropOldest = () => {
    for (const [key, kept] of entries) {
      if (total <= limit.bytes && entries.size <= limit.count) return;
      drop(key, kept);
    }
  };
  const keep = (key: string, kept: Kept) => {
    const former = entries.get(key);
    if (former) drop(key, former);
    entries.set(key, kept);
    total += kept.sizeBytes;
    dropOldest();
  };

  // Writes are counted from now on.
  publicState(db, clock());

  const isCurrent = ({ state, from, until }: Kept, now = clock()): boolean =>
    now.getTime() >= from && now.getTime() < until && state === publicState(db, now);

  const find = (key: string): Kept | null => {
    const kept = entries.get(key);
    if (!kept || !isCurrent(kept)) return null;
    // Moves it to the end, as the most recently requested.
    entries.delete(key);
    entries.set(key, kept);
    return kept;
  };

  const formOf = (key: string, kept: Kept, encoding: Encoding): Form | Promise<Form> => {
    const known = kept.forms.get(encoding);
    if (known) return known;
    if (encoding === "identity") {
      const form = asForm(kept, kept.body);
      kept.forms.set(encoding, form);
      return form;
    }
    const making = encode(kept.body, encoding).then((body) => {
      const form = asForm(kept, body, encoding);
      kept.forms.set(encoding, form);
      if (entries.get(key) === kept) {
        kept.sizeBytes += body.byteLength;
        total += body.byteLength;
        dropOldest();
      }
      return form;
    });
    // A failure, as for want of memory, may not last.
    making.catch(() => kept.forms.delete(encoding));
    kept.forms.set(encoding, making);
    return making;
  };

  const respond = (key: string, kept: Kept, request: Request, requestId: string): Response | Promise<Response> => {
    // Compressing what is not kept would take time for each request.
    const encoding = isFound(kept)
      ? encodingFor(request.headers.get("accept-encoding"), kept.body.byteLength)
      : "identity";
    const form = formOf(key, kept, encoding);
    return form instanceof Promise
      ? form.then((made) => responseOf(made, request, requestId))
      : responseOf(form, request, requestId);
  };

  /** Makes a response, and what to keep of it; null if it is not for everyone. */
  const make = async (
    context: RequestContext,
    load: () => Promise<Response>,
  ): Promise<{ kept: Kept | null; response: Response }> => {
    const now = clock();
    const state = publicState(db, now);
    const turns = publicTurns(db, settings.timeZone.id, now);
    context.forEveryone = { now: turns.last };
    const response = await load();
    const { status } = response;
    if (!STATUSES.has(status) || context.isStreamed || response.headers.has("set-cookie"))
      return { kept: null, response };
    const given = [...response.headers].filter(([name]) => !REPLACED.has(name));
    let body = new Uint8Array(await response.arrayBuffer());
    if (context.nonce !== "") {
      const { html, sources } = withScriptHashes(Buffer.from(body).toString(), context.nonce);
      body = new Uint8Array(Buffer.from(html));
      given.push(...pageSecurityHeaders(settings, sources));
    }
    const headers: Header[] = [...given, ...FOR_EVERYONE];
    const etag = isFound({ status }) ? (response.headers.get("etag") ?? tagOf(body, headers)) : null;
    const from = now.getTime();
    const until = Math.min(turns.next.getTime(), nextDate(response.headers, from));
    const kept = { status, state, from, until, etag, headers, body, forms: new Map(), sizeBytes: body.byteLength };
    return { kept, response };
  };

  return {
    /** The kept response of an address; null if there is none, or it may have changed. */
    find(key: string, request: Request, requestId: string): Response | Promise<Response> | null {
      const kept = find(key);
      return kept && respond(key, kept, request, requestId);
    },

    /**
     * Responds for everyone, and keeps what was found. Requests that arrive meanwhile wait for it, so nobody can have it made many
     * times at once.
     * @param load responds to a visitor's GET without conditions
     * @returns the response, and whether it is for everyone; one that is not has only the headers of `load`
     */
    async make(
      key: string,
      request: Request,
      context: RequestContext,
      load: () => Promise<Response>,
    ): Promise<{ response: Response; isForEveryone: boolean }> {
      const forEveryone = async (kept: Kept) => ({
        response: await respond(key, kept, request, context.requestId),
        isForEveryone: true,
      });
      const known = find(key);
      if (known) return forEveryone(known);
      const state = publicState(db, clock());
      const other = underWay.get(key);
      if (other?.state === state) {
        const kept = await Promise.race([other.made, pause(FOLLOW_MILLISECONDS, null, { ref: false })]);
        if (kept && isCurrent(kept)) return forEveryone(kept);
      }
      const making = make(context, load);
      const made = making.then(
        ({ kept }) => kept,
        () => null,
      );
      underWay.set(key, { state, made });
      try {
        const { kept, response } = await making;
        if (!kept) return { response, isForEveryone: false };
        // Anyone can ask for addresses that do not exist, without end.
        if (isFound(kept) && kept.sizeBytes <= LIMITS.publicResponseBytes) keep(key, kept);
        return await forEveryone(kept);
      } finally {
        if (underWay.get(key)?.made === made) underWay.delete(key);
      }
    },
  };
}

const isFound = ({ status }: Pick<Kept, "status">) => status === 200;

/** The tag of a page, by its content and its headers (`validatorsOf` has the reason). */
const tagOf = (body: Uint8Array, headers: readonly Header[]) =>
  `"${hash("sha256", JSON.stringify([hash("sha256", body), headers]), "base64url")}"`;

/** A change gets a second of its own, which may be one in the future (`shownSecond`). Until then, the date is another. */
function nextDate(headers: Headers, now: number): number {
  const present = Math.floor(now / 1000) * 1000;
  const modified = Date.parse(headers.get("last-modified") ?? "");
  return modified >= present ? present + 1000 : Number.POSITIVE_INFINITY;
}

function asForm({ status, etag, headers }: Kept, body: Uint8Array, coding?: string): Form {
  const ownTag = etag !== null && coding !== undefined ? tagInCoding(etag, coding) : etag;
  const all: Header[] = [
    ...headers,
    ...(coding === undefined ? [] : ([["content-encoding", coding]] as const)),
    ["content-length", String(body.byteLength)],
    ...(ownTag === null ? [] : ([["etag", ownTag]] as const)),
  ];
  return { status, etag: ownTag, body, headers: all, notModified: all.filter(([name]) => !OF_BODY.has(name)) };
}

function responseOf({ status, etag, body, headers, notModified }: Form, request: Request, requestId: string): Response {
  const id: Header = ["x-request-id", requestId];
  const isUnchanged = etag !== null && hasCurrentTag(request.headers, etag);
  const init = isUnchanged
    ? { status: 304, headers: [...notModified, id] as [string, string][] }
    : { status, headers: [...headers, id] as [string, string][] };
  return new FastResponse(isUnchanged || request.method === "HEAD" ? null : (body as BodyInit), init);
}
