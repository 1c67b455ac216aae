import { join } from "node:path";
import { eq } from "drizzle-orm";
import { ORGANIZATION_STATUSES } from "#db/enumerations";
import { closeDatabase, type Database } from "#db/open";
import { organization, user } from "#db/schema";
import { addAnnouncements, addOpenCalls } from "../../bench/data";
import { idOf, PEOPLE, type PersonKey } from "../../support/cast";
import { openMigrated } from "../../support/migrated";
import { freePort, NGINX_HOST, type RunningNginx, startNginx } from "../../support/nginx";
import { insertServerCast } from "../../support/server-cast";
import { makePlace, type Place, PORTAL, type RunningServer, startServer } from "../../support/server-process";
import { openSession } from "../../support/sessions";
import { type Answer, ask, type Question } from "./ask";

/** Someone who asks for addresses. */
export interface Visitor {
  name: string;
  /** The Cookie header; null for none. */
  cookie: string | null;
  /** The client's address. Each has one, because limits count by it. */
  from: string;
}

/** A portal with the cast and public records, behind nginx. */
export interface Site extends Ways {
  place: Place;
  /** Where the server listens, also after a restart. */
  port: number;
  server: RunningServer;
  nginx: RunningNginx;
  /** Everyone who differs in what they may see, people who are signed in first. The last one has no cookie. */
  visitors: readonly Visitor[];
  visitorOf(person: PersonKey): Visitor;
  start(): Promise<RunningServer>;
  close(): Promise<void>;
}

/** Two ways to ask. */
export interface Ways {
  /** Asks through nginx. */
  ask(visitor: Visitor, question: Question): Promise<Answer>;
  /** Asks the server itself, as nginx would. */
  askDirectly(visitor: Visitor, question: Question): Promise<Answer>;
}

/** The settings of a portal behind nginx (docs/deploy.md). */
const SETTINGS = {
  PUBLIC_ORIGIN: `https://${NGINX_HOST}`,
  TRUSTED_PROXY_HOPS: "1",
  DEMO_LOCK_CREDENTIALS: "false",
} as const;
/** The name of its cookie. */
export const SESSION = "__Host-session";

/** @param publications how many open calls there are, and as many announcements */
export async function openSite(publications: number): Promise<Site> {
  const place = makePlace();
  const db = openMigrated(place.settings.DATABASE_PATH);
  const tokens = await insertServerCast(db);
  addOpenCalls(db, publications);
  addAnnouncements(db, publications);
  const others = insertOthers(db);
  closeDatabase(db);

  const cookies: [string, string | null][] = [
    ...PEOPLE.map((person): [string, string] => [person, `${SESSION}=${tokens[person]}`]),
    ...others,
    ["a session that ended", `${SESSION}=${"a".repeat(43)}`],
    ["another cookie", "theme=dark"],
    ["a cookie of 0", "0"],
    ["nobody", null],
  ];
  const visitors = cookies.map(([name, cookie], index) => ({ name, cookie, from: `127.0.1.${index + 1}` }));
  const port = await freePort();
  const start = () =>
    startServer(PORTAL, { ...place.settings, ...SETTINGS, PORT: `${port}` }, join(place.folder, "log"));
  const server = await start();
  const nginx = await startNginx(port);
  const site: Site = {
    place,
    port,
    server,
    nginx,
    visitors,
    visitorOf: (person) => visitors.find(({ name }) => name === person) as Visitor,
    async start() {
      site.server = await start();
      return site.server;
    },
    ...waysTo(nginx.port, port),
    async close() {
      await nginx.stop();
      site.server.process.kill("SIGKILL");
      place.remove();
    },
  };
  return site;
}

/** @param port where a server listens behind the nginx of the other port */
export function waysTo(nginxPort: number, port: number): Ways {
  const asVisitor = ({ cookie, from }: Visitor, { headers, ...question }: Question): Question => ({
    ...question,
    from,
    headers: { ...(cookie !== null && { cookie }), ...headers },
  });
  return {
    ask: (visitor, question) => ask(nginxPort, asVisitor(visitor, question)),
    askDirectly(visitor, question) {
      const { headers, ...rest } = asVisitor(visitor, question);
      const added = { host: NGINX_HOST, "x-forwarded-for": visitor.from, "x-shared-cache": "1" };
      return ask(port, { ...rest, headers: { ...added, ...headers } });
    },
  };
}

/** People beside the cast, in other states. @returns the name and the cookie of each */
function insertOthers(db: Database): [name: string, cookie: string][] {
  const at = new Date().toISOString();
  const times = { createdAt: at, updatedAt: at };
  const insert = (name: string, values: Partial<typeof user.$inferInsert>): [string, string] => {
    const id = `user-${name.replaceAll(" ", "-")}`;
    db.insert(user)
      .values({ id, email: `${id}@example.test`, name, role: "INDUSTRY", passwordHash: "none", ...values, ...times })
      .run();
    return [name, `${SESSION}=${openSession(db, id)}`];
  };
  const ofOrganizations = ORGANIZATION_STATUSES.map((status) => {
    const name = `of a company that is ${status}`;
    const organizationId = `organization-${status}`;
    db.insert(organization)
      .values({ id: organizationId, name, nameKey: name, orgType: "COMPANY", status, ...times })
      .run();
    return insert(name, { organizationId, industryRole: "INDUSTRY_ADMIN" });
  });
  const mustChange = insert("with a password to change", { role: "GOV_ADMIN", mustChangePassword: true });
  const deactivated = insert("with a deactivated account", { role: "GOV_SYSTEM_ADMIN" });
  db.update(user)
    .set({ active: false, successorId: idOf("systemAdmin") })
    .where(eq(user.name, deactivated[0]))
    .run();
  return [...ofOrganizations, mustChange, deactivated];
}
