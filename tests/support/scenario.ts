import { expect, test } from "vitest";
import { type AuditEventName, outcomeOf } from "~/audit/events";
import type { PersonKey } from "./cast";
import { type Answer, openPortal, type Portal, type RequestOptions } from "./portal";
import { rowsByTable } from "./rows";

/** One request and all of its expected effects. */
export interface Call extends RequestOptions {
  as: PersonKey | null;
  method: string;
  path: string;
  status: number;
  /** The audit events that it appends, in order. By default none. */
  events?: readonly AuditEventName[];
  /** A part of the body. */
  body?: unknown;
  /** The names of the fields with errors, for a 400 or 409. */
  fields?: readonly string[];
}

/** A call as a separate test, on a new portal. */
export interface Scenario extends Call {
  /** A sentence. */
  name: string;
  settings?: Record<string, string>;
  /** Sets up the portal. It may change the call if an id is known only then. */
  given?: (portal: Portal) => Partial<Call> | undefined | Promise<Partial<Call> | undefined>;
  /** Further checks after the call. */
  after?: (portal: Portal, answer: Answer) => void | Promise<void>;
}

export function scenarios(rows: readonly Scenario[]): void {
  for (const row of rows) {
    test(row.name, async () => {
      const portal = await openPortal(row.settings);
      const known = await row.given?.(portal);
      const answer = await perform(portal, { ...row, ...known });
      await row.after?.(portal, answer);
    });
  }
}

/**
 * Makes the call and checks its status and audit events. A refusal must change only the audit log and the counted
 * attempts.
 */
export async function perform(portal: Portal, call: Call): Promise<Answer> {
  if (call.as) portal.cookieOf(call.as);
  const rowsBefore = portal.auditRows().length;
  const isRefused = call.status >= 400;
  const before = isRefused && contents(portal);
  const answer = await portal.request(call.as, call.method, call.path, call);
  const appended = portal.auditRows().slice(rowsBefore);

  const said = `${call.method} ${call.path} answered ${answer.status}: ${answer.text.slice(0, 500)}`;
  expect(answer.status, said).toBe(call.status);
  expect(
    appended.map(({ event }) => event),
    said,
  ).toEqual(call.events ?? []);
  for (const row of appended) expect(row.outcome).toBe(outcomeOf(row.event as AuditEventName));
  if (isRefused) {
    expect(contents(portal), `${said}, and yet something changed`).toEqual(before);
    expect(answer.body, said).toMatchObject({ error: expect.stringMatching(/\S/) });
    expect(answer.body).not.toHaveProperty("data");
  }
  if (call.fields) {
    expect(Object.keys((answer.body as { fields?: object }).fields ?? {}), said).toEqual(call.fields);
  }
  if (call.body !== undefined) expect(answer.body, said).toMatchObject(call.body as object);
  return answer;
}

/** The tables that a refused request may write to. */
const MAY_CHANGE = ["audit_event", "rate_limit_attempt"];

/** Every row of every table, and every file, as text to be compared. */
export function contents({ db, storedFiles }: Portal): Record<string, string[]> {
  return { ...rowsByTable(db.$client, MAY_CHANGE), files: storedFiles() };
}
