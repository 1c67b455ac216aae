import { expect, test } from "vitest";
import { type AuditEventName, outcomeOf } from "~/audit/events";
import type { PersonKey } from "./cast";
import { openPortal, type Portal, type RequestOptions, type TestResponse } from "./portal";
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

/** A call that runs as its own test, on a new portal. */
export interface Scenario extends Call {
  /** A sentence. */
  name: string;
  settings?: Record<string, string>;
  /** Sets up the portal. Returns changes to the call, such as the id of a new record. */
  given?: (portal: Portal) => Partial<Call> | undefined | Promise<Partial<Call> | undefined>;
  /** Further checks after the call. */
  after?: (portal: Portal, response: TestResponse) => void | Promise<void>;
}

export function scenarios(rows: readonly Scenario[]): void {
  for (const row of rows) {
    test(row.name, async () => {
      const portal = await openPortal(row.settings);
      const changes = await row.given?.(portal);
      const response = await perform(portal, { ...row, ...changes });
      await row.after?.(portal, response);
    });
  }
}

/**
 * Makes the call and checks its status and audit events. A refusal must change only the audit log and the counted
 * attempts.
 */
export async function perform(portal: Portal, call: Call): Promise<TestResponse> {
  if (call.as) portal.cookieOf(call.as);
  const rowsBefore = portal.auditRows().length;
  const isRefused = call.status >= 400;
  const before = isRefused && contents(portal);
  const response = await portal.request(call.as, call.method, call.path, call);
  const appended = portal.auditRows().slice(rowsBefore);

  const message = `${call.method} ${call.path} returned ${response.status}: ${response.text.slice(0, 500)}`;
  expect(response.status, message).toBe(call.status);
  expect(
    appended.map(({ event }) => event),
    message,
  ).toEqual(call.events ?? []);
  for (const row of appended) expect(row.outcome).toBe(outcomeOf(row.event as AuditEventName));
  if (isRefused) {
    expect(contents(portal), `${message}. It changed something.`).toEqual(before);
    expect(response.body, message).toMatchObject({ error: expect.stringMatching(/\S/) });
    expect(response.body).not.toHaveProperty("data");
  }
  if (call.fields) {
    expect(Object.keys((response.body as { fields?: object }).fields ?? {}), message).toEqual(call.fields);
  }
  if (call.body !== undefined) expect(response.body, message).toMatchObject(call.body as object);
  return response;
}

/** The tables that a refused request may write to. */
const MAY_CHANGE = ["audit_event", "audit_total", "rate_limit_attempt"];

/** The rows of the tables that a refused request must not change, and the files' names, as comparable text. */
export function contents({ db, storedFiles }: Portal): Record<string, string[]> {
  return { ...rowsByTable(db.$client, MAY_CHANGE), files: storedFiles() };
}
