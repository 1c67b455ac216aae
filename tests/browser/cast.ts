import type { APIRequestContext, Page } from "@playwright/test";
import { type Column, sql } from "drizzle-orm";
import { closeDatabase, type Database, openDatabase } from "#db/open";
import { command, organization, user } from "#db/schema";
import { idOf, insertCast, type PersonKey } from "../support/cast";
import type { Visitor } from "../support/pages";
import { openSession } from "../support/sessions";
import { unsubscribeToken } from "../support/unsubscribe";
import type { Callers } from "./callers";
import { type CallAs, LONG_WORD, makeRecords, type Records } from "./records";

/** Everyone has the same name, so that people with the same permissions see identical pages. */
const NAME = "Maximiliana Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh";
const LONG_WEBSITE = `https://${"a".repeat(60)}.example/${"b".repeat(120)}`;

/** The people of the cast in a running portal. They have no passwords: the test starts their sessions. */
export interface Cast {
  /** Calls the API as a person. */
  as(person: PersonKey): Promise<APIRequestContext>;
  /** Starts a new session for a visitor in a page's browser. `nobody` only ends the current one. */
  actAs(page: Page, visitor: Visitor): Promise<void>;
  /** Records for tests that only read them, made on first use. */
  records(): Promise<Records>;
  /** More of them, for tests that change them. */
  newRecords(): Promise<Records>;
  close(): void;
}

/** Starts a new session for a user in a page's browser. Null only ends the current one. */
export async function startSession(page: Page, origin: string, db: Database, userId: string | null): Promise<void> {
  await page.context().clearCookies();
  if (userId === null) return;
  await page.context().addCookies([{ name: "session", value: openSession(db, userId), url: origin }]);
}

/** Writes the cast into the database of a running portal, with the longest names that a page must show. */
export function openCast(callers: Callers, databasePath: string): Cast {
  const db = openDatabase(databasePath);
  insertCast(db, "none");
  const longer = (name: Column) => sql<string>`${name} || ' ' || ${LONG_WORD}`;
  db.update(user).set({ name: NAME, title: LONG_WORD }).run();
  db.update(organization)
    .set({ name: longer(organization.name), website: LONG_WEBSITE })
    .run();
  db.update(command)
    .set({ name: longer(command.name), mission: LONG_WORD, location: LONG_WORD })
    .run();
  const as: CallAs = (person) => callers.withSession(openSession(db, idOf(person)));
  const newRecords = () => makeRecords(as, unsubscribeToken(db, idOf("readonly")));
  let records: Promise<Records> | undefined;
  return {
    as,
    actAs: (page, visitor) => startSession(page, callers.origin, db, visitor === "nobody" ? null : idOf(visitor)),
    newRecords,
    records() {
      records ??= newRecords();
      return records;
    },
    close: () => closeDatabase(db),
  };
}
