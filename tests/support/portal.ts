import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { v7 as uuid } from "uuid";
import { onTestFinished } from "vitest";
import { closeDatabase, type Database, migrateDatabase, openDatabase, statement } from "#db/open";
import type { AuditRow } from "~/audit/chain.server";
import type { Services } from "~/operations/services";
import { createSession } from "~/operations/session.server";
import { turnOnMail } from "~/routing/outbox.server";
import { createLedgerSearch } from "~/search/ledger/ledger-search.server";
import { createSearch } from "~/search/search.server";
import { createPasswords } from "~/secrets/passwords.server";
import { sealingSecret } from "~/secrets/sealed-text.server";
import { readSettings } from "~/settings.server";
import { readAgencyAssets } from "~/storage/agency-assets.server";
import { readCodeTables } from "~/storage/code-tables.server";
import { openFileStore } from "~/storage/file-store.server";
import { createFetchHandler, type FetchHandler } from "~/web/fetch-handler.server";
import { createIdentityProvider } from "~/web/identity-provider/identity-provider.server";
import { cookieSecret } from "~/web/transport/services.server";
import { idOf, insertCast, PASSWORD, type PersonKey, START } from "./cast";
import { comparePages } from "./compared-pages";
import { dispatchers } from "./dispatchers";
import { type Check, checkAgainst, documentOf, isJson } from "./documented";
import { showOnFailure } from "./logged-errors";

/** A low bcrypt cost, because hashing is slow by design and no test measures it. */
const BCRYPT_COST = 4;
const INSTALL_KEY = Buffer.alloc(32, 7);
const HASHES_AT_ONCE = 2;
export const CLIENT_IP = "203.0.113.10";
export const HOST = "portal.test";

export interface RequestOptions {
  json?: unknown;
  /** A body to send unchanged. Set its content-type in `headers`. */
  raw?: BodyInit;
  form?: Record<string, string> | [string, string][];
  multipart?: FormData;
  headers?: Record<string, string>;
  /** The client's address. Null for a connection without one. */
  ip?: string | null;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
  /** The parsed body of a JSON response, otherwise null. */
  body: unknown;
}

export interface Portal {
  services: Services;
  db: Database;
  handler: FetchHandler;
  uploadsDir: string;
  /** The parsed log lines. */
  log: Record<string, unknown>[];
  now(): Date;
  advance(milliseconds: number): void;
  /** The cookie of a person's session. The first call creates the session. */
  cookieOf(person: PersonKey): string;
  /** Forgets the cookies, so that the next request creates a new session. */
  newSessions(): void;
  request(actor: PersonKey | null, method: string, path: string, options?: RequestOptions): Promise<TestResponse>;
  auditRows(): AuditRow[];
  /** The names of the stored and the staged files. */
  storedFiles(): string[];
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

type SessionOwner = { id: string; sessionVersion: number };
const SELECT_SESSION_OWNER = "SELECT id, session_version AS sessionVersion FROM user WHERE id = @id";

export const makePasswords = () => createPasswords(INSTALL_KEY, HASHES_AT_ONCE, BCRYPT_COST);

let template: Promise<Buffer> | undefined;
/** Every test checks every API response against the API's document. */
let checkDocumented: Check | undefined;

/** A migrated database that contains the cast. Each worker makes it once and copies it for every test. */
function templateFile(): Promise<Buffer> {
  template ??= (async () => {
    const passwordHash = await makePasswords().hash(PASSWORD);
    const folder = mkdtempSync(join(tmpdir(), "portal-template-"));
    const path = join(folder, "ledger.sqlite");
    const db = openDatabase(path);
    migrateDatabase(db);
    insertCast(db, passwordHash);
    cookieSecret({ db, settings: readSettings({}) });
    sealingSecret(db);
    closeDatabase(db);
    const bytes = readFileSync(path);
    rmSync(folder, { recursive: true });
    return bytes;
  })();
  return template;
}

/**
 * Opens a new portal and deletes it when the current test finishes.
 * @param onFinished registers the cleanup. Replace it to share a portal between tests that only read it
 * @param content the database file, by default one that contains only the cast
 */
export async function openPortal(
  environment: Record<string, string> = {},
  onFinished: (cleanUp: () => void) => void = onTestFinished,
  content?: Buffer,
): Promise<Portal> {
  const folder = mkdtempSync(join(tmpdir(), "portal-test-"));
  const settings = readSettings({
    NODE_ENV: "test",
    DATABASE_PATH: join(folder, "ledger.sqlite"),
    UPLOADS_DIR: join(folder, "uploads"),
    BACKUP_DIR: join(folder, "backup"),
    ...environment,
  });
  const agencyAssets = await readAgencyAssets(settings);
  const codeTables = await readCodeTables(settings, START);
  writeFileSync(settings.databasePath, content ?? (await templateFile()));
  const db = openDatabase(settings.databasePath);
  if (settings.mail) turnOnMail(db);
  const files = openFileStore(settings.uploadsDir, randomBytes);
  onFinished(() => {
    closeDatabase(db);
    rmSync(folder, { recursive: true, force: true });
  });

  let now = START.getTime();
  const log: Record<string, unknown>[] = [];
  const logger = pino({ level: "info", base: null }, { write: (line: string) => log.push(JSON.parse(line)) });
  const services: Services = {
    settings,
    db,
    files,
    agencyAssets,
    codeTables,
    passwords: makePasswords(),
    search: createSearch(db, settings),
    ledger: createLedgerSearch(db, { ...settings, codeTables }, ({ source, sourceId }, error) =>
      logger.error({ err: error, record: `${source} ${sourceId}` }),
    ),
    identityProvider: createIdentityProvider(settings, logger),
    lease: null,
    log: logger,
    clock: () => new Date(now),
    newId: uuid,
    randomBytes,
  };
  const handler = createFetchHandler(dispatchers, services, { pageThreads: comparePages(services, onFinished) });
  checkDocumented ??= checkAgainst(documentOf(settings));
  const cookies = new Map<PersonKey, string>();
  const cookieOf = (person: PersonKey) => {
    let cookie = cookies.get(person);
    if (!cookie) {
      const client = { ip: CLIENT_IP, userAgent: null };
      const row = statement<SessionOwner>(db, SELECT_SESSION_OWNER).get({ id: idOf(person) });
      if (!row) throw new Error(`No user ${person}`);
      const token = createSession(services, row, client, services.clock());
      cookie = `${settings.secureOrigin ? "__Host-" : ""}session=${token}`;
      cookies.set(person, cookie);
    }
    return cookie;
  };

  /** Compiled once, because many tests read the log before and after each request. */
  let auditQuery: { all(): unknown } | undefined;

  return {
    services,
    db,
    handler,
    uploadsDir: settings.uploadsDir,
    log,
    now: () => new Date(now),
    advance(milliseconds) {
      now += milliseconds;
    },
    cookieOf,
    newSessions: () => cookies.clear(),
    async request(actor, method, path, options = {}) {
      const request = makeRequest(method, path, options, actor && cookieOf(actor));
      const response = await readResponse(await handler(Object.assign(request, { ip: ipOf(options) })));
      if (response.status >= 500) showOnFailure(log, response.headers.get("x-request-id"));
      if (path.startsWith("/api/")) expectDocumented(method, path, response);
      return response;
    },
    auditRows() {
      auditQuery ??= db.query.auditEvent.findMany({ orderBy: (row, { asc }) => asc(row.seq) }).prepare();
      return auditQuery.all() as unknown as AuditRow[];
    },
    storedFiles: () =>
      readdirSync(settings.uploadsDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
  };
}

const filled = new WeakMap<(portal: Portal) => void, Buffer>();

/**
 * Opens a portal with many records. The first test that passes a function runs it. Later tests get a copy of the resulting
 * database.
 * @param fill may write only to the database. Pass the same function in every test that shares its records
 */
export async function openFilledPortal(fill: (portal: Portal) => void): Promise<Portal> {
  const content = filled.get(fill);
  const portal = await openPortal({}, onTestFinished, content);
  if (content === undefined) {
    fill(portal);
    filled.set(fill, portal.db.$client.serialize());
  }
  return portal;
}

function expectDocumented(method: string, path: string, { status, headers, body, text }: TestResponse): void {
  const errors = checkDocumented?.({ method, path, status, headers, body }) ?? [];
  if (errors.length > 0) throw new Error(`${method} ${path}: ${errors.join("; ")}\n${text.slice(0, 500)}`);
}

const ipOf = ({ ip = CLIENT_IP }: RequestOptions) => ip ?? undefined;

function makeRequest(method: string, path: string, options: RequestOptions, cookie: string | null): Request {
  const headers = new Headers({ host: HOST, ...options.headers });
  if (cookie !== null && !headers.has("cookie")) headers.set("cookie", cookie);
  const body = bodyOf(options, headers);
  return new Request(`http://${HOST}${path}`, { method, headers, body, redirect: "manual" });
}

function bodyOf({ json, raw, form, multipart }: RequestOptions, headers: Headers): BodyInit | undefined {
  if (json !== undefined) {
    if (!headers.has("content-type")) headers.set("content-type", "application/json");
    return JSON.stringify(json);
  }
  return multipart ?? (form && new URLSearchParams(form)) ?? raw;
}

export async function readResponse(response: Response): Promise<TestResponse> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const mediaType = response.headers.get("content-type")?.split(";")[0] ?? "";
  const body = isJson(mediaType) && text !== "" ? JSON.parse(text) : null;
  return { status: response.status, headers: response.headers, bytes, text, body };
}

/**
 * Returns the `data` of a successful response.
 * @throws if the status is 300 or above
 */
export function dataOf<Shape>({ status, text, body }: TestResponse): Shape {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return (body as { data: Shape }).data;
}
