import { randomBytes } from "node:crypto";
import type { Database } from "#db/open";
import { createSession } from "~/operations/session.server";
import type { Settings } from "~/settings.server";

/** Someone who uses the portal. */
export interface Person {
  audience: "administrator" | "government" | "industry" | "visitor";
  id: string;
  cookie: string;
  /** Everyone has an own address, because some limits are per address. */
  address: string;
  /** Null if not of a company. */
  organizationId: string | null;
  role: string;
  industryRole: string | null;
  /** Submissions they may open, the newest first. */
  submissions: string[];
  /** Submissions that wait for a review, with and without an owner. Nobody else of these people will act on them. */
  toReview: string[];
  toTake: string[];
  /** Addresses of the tasks that they added and have not done. */
  tasks: string[];
  /** Engagements that they may change. */
  engagements: string[];
  /** ETags of what they have read, by path. */
  seen: Map<string, string>;
}

/** Records that anyone of an audience may open. */
export interface Records {
  openCalls: string[];
  calls: string[];
  announcements: string[];
  organizations: string[];
  engagements: string[];
  commands: string[];
  tags: string[];
  words: string[];
}

export interface Population {
  administrators: number;
  government: number;
  industry: number;
  visitors: number;
}

const RECORDS_OF_ONE = 40;
const RECORDS_OF_ALL = 400;

interface Account {
  id: string;
  role: string;
  industryRole: string | null;
  organizationId: string | null;
  commandId: string | null;
}

/** Chooses people, evenly spread over all, and begins a session for each who signs in. */
export function choosePeople(
  db: Database,
  settings: Settings,
  { administrators, government, industry, visitors }: Population,
): Person[] {
  const accounts = (where: string, count: number) => spread(accountsWhere(db, where), count);
  const people = [
    ...accounts("role = 'GOV_SYSTEM_ADMIN'", administrators).map((account) =>
      signedIn(db, settings, account, "administrator"),
    ),
    ...accounts("role IN ('GOV_COMMAND_LEAD', 'GOV_POC')", government).map((account) =>
      signedIn(db, settings, account, "government"),
    ),
    ...accounts("role = 'INDUSTRY' AND id IN (SELECT submitted_by FROM submission)", industry).map((account) =>
      signedIn(db, settings, account, "industry"),
    ),
    ...Array.from({ length: visitors }, () => aVisitor()),
  ];
  shareWaiting(
    db,
    people.filter(({ audience }) => audience === "government"),
  );
  return people.map((person, number) => ({
    ...person,
    address: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
  }));
}

function accountsWhere({ $client }: Database, where: string): Account[] {
  return $client
    .prepare<[], Account>(
      `SELECT id, role, industry_role AS industryRole, organization_id AS organizationId, command_id AS commandId FROM user
         WHERE active = 1 AND ${where} ORDER BY id`,
    )
    .all();
}

/** Some of many, at equal distances, and the first. */
const spread = <Item>(all: readonly Item[], count: number): Item[] =>
  all
    .filter(
      (_item, place) =>
        Math.floor((place * count) / all.length) > Math.floor(((place - 1) * count) / all.length) || place === 0,
    )
    .slice(0, count);

function signedIn(db: Database, settings: Settings, account: Account, audience: Person["audience"]): Person {
  const { $client } = db;
  const ids = (text: string, ...values: unknown[]) =>
    $client
      .prepare<unknown[], string>(text)
      .pluck()
      .all(...values);
  const token = createSession(
    { db, settings, randomBytes },
    { id: account.id, sessionVersion: 1 },
    { ip: "127.0.0.1", userAgent: null },
    new Date(),
  );
  return {
    ...aVisitor(),
    ...account,
    audience,
    cookie: `session=${token}`,
    submissions:
      audience === "industry"
        ? ids(
            "SELECT id FROM submission WHERE organization_id = ? AND status <> 'ARCHIVED' ORDER BY created_at DESC LIMIT ?",
            account.organizationId,
            RECORDS_OF_ONE,
          )
        : ids(
            `SELECT submission.id FROM submission JOIN submission_match ON submission_id = submission.id
               WHERE user_id = ? AND status <> 'ARCHIVED' ORDER BY submission.created_at DESC LIMIT ?`,
            account.id,
            RECORDS_OF_ONE,
          ),
    engagements: ids(
      "SELECT id FROM engagement WHERE command_id = ? ORDER BY date DESC LIMIT ?",
      account.commandId,
      RECORDS_OF_ONE,
    ),
  };
}

const aVisitor = (): Person => ({
  audience: "visitor",
  id: "",
  cookie: "",
  address: "",
  organizationId: null,
  role: "",
  industryRole: null,
  submissions: [],
  toReview: [],
  toTake: [],
  tasks: [],
  engagements: [],
  seen: new Map(),
});

/** Gives each submission that waits to one reviewer, so that no two act on the same one. */
function shareWaiting({ $client }: Database, reviewers: readonly Person[]): void {
  const waiting = $client
    .prepare<[], { id: string; isOwned: 0 | 1 }>(
      "SELECT id, owner_id IS NOT NULL AS isOwned FROM submission WHERE status = 'ROUTED' ORDER BY created_at DESC",
    )
    .all();
  for (const [place, { id, isOwned }] of waiting.entries()) {
    const reviewer = reviewers[place % reviewers.length];
    reviewer?.[isOwned === 1 ? "toReview" : "toTake"].push(id);
  }
}

/** A word that someone looks for, of a title: some are common, and some are in few records. None if all are short. */
function wordOf(title: string, index: number): string[] {
  const words = title.split(" ").filter((word) => word.length >= 4);
  const word = words[index % words.length];
  return word === undefined ? [] : [word];
}

export function chooseRecords({ $client }: Database): Records {
  const values = (text: string) => $client.prepare<[], string>(text).pluck().all();
  const isSampled = (table: string) =>
    `record_number % max(1, (SELECT count(*) FROM ${table}) / ${RECORDS_OF_ALL}) = 0`;
  const some = (table: string, where = "TRUE") =>
    values(`SELECT id FROM ${table} WHERE ${where} AND ${isSampled(table)}`);
  return {
    openCalls: values("SELECT id FROM call WHERE status = 'OPEN'"),
    calls: some("call", "status <> 'DRAFT'"),
    announcements: values(
      `SELECT id FROM announcement WHERE published = 1 AND deleted_at IS NULL ORDER BY published_at DESC LIMIT ${RECORDS_OF_ALL}`,
    ),
    organizations: some("organization"),
    engagements: some("engagement"),
    commands: values("SELECT id FROM command"),
    tags: values("SELECT label FROM preset_tag"),
    words: values(`SELECT title FROM submission WHERE ${isSampled("submission")}`).flatMap(wordOf),
  };
}
