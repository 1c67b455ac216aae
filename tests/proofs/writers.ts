import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "#db/open";
import { addSubmitters, pdfOfSize, submissionForm } from "../bench/data";
import { makeFilledPlace } from "../bench/portal-process";
import { idOf, insertCast, ORGANIZATIONS } from "../support/cast";
import type { Place } from "../support/server-process";
import { openSession } from "../support/sessions";

/* Users who write to a portal without a pause: notes on an organization, and as every fifth write a submission with a file. */

/** A user's hourly limit. */
const SUBMISSIONS_PER_USER = 20;
const SUBMISSION_EVERY = 5;
const ACKNOWLEDGED = "201";
const FILE_BYTES = 2_000;
/** The most open requests, if the machine is too slow for the intended rate. */
const MAX_UNANSWERED = 50;

export type Kind = "note" | "submission";

/** A write that the server confirmed. */
export interface Acknowledged {
  kind: Kind;
  id: string;
  /** When the response arrived. */
  at: Date;
}

/** The table of each kind of write. */
export const TABLES: Record<Kind, string> = { note: "organization_dialogue_note", submission: "submission" };

/** Sends a request and reads its whole response. */
export type Send = (request: Request) => Promise<{ status: number; text: string }>;

/** With the pool of connections of Node's `fetch`, which it keeps. */
export const byFetch: Send = async (request) => {
  const response = await fetch(request);
  return { status: response.status, text: await response.text() };
};

/** Session tokens of a government user and of enough submitters. */
export interface Cast {
  government: string;
  submitters: string[];
}

/** Creates a place with a ledger for this many writes. */
export function makePlaceForWrites(count: number): { place: Place; cast: Cast } {
  const cast: Cast = { government: "", submitters: [] };
  const place = makeFilledPlace((db: Database) => {
    insertCast(db, "none");
    cast.government = openSession(db, idOf("admin"));
    cast.submitters = addSubmitters(db, Math.ceil(count / SUBMISSION_EVERY / SUBMISSIONS_PER_USER));
  });
  return { place, cast };
}

/** Sends writes and records their outcomes. */
export class Writers {
  readonly acknowledged: Acknowledged[] = [];
  /** The errors of failed requests. */
  readonly failures: string[] = [];
  private begun = 0;
  private readonly cast: Cast;

  constructor(cast: Cast) {
    this.cast = cast;
  }

  /**
   * Writes once. Connection errors count as failures.
   * @returns the kind and the status, with the text of a refusal
   */
  async write(origin: string, send = byFetch): Promise<{ kind: Kind; outcome: string }> {
    const number = this.begun;
    this.begun += 1;
    const kind: Kind = number % SUBMISSION_EVERY === 0 ? "submission" : "note";
    try {
      const { status, text } = await send(new Request(...this.requestOf(kind, number, origin)));
      if (status === 201) {
        this.acknowledged.push({ kind, id: JSON.parse(text).data.id, at: new Date() });
        return { kind, outcome: ACKNOWLEDGED };
      }
      return this.failed(kind, `${status} ${text}`);
    } catch (error) {
      return this.failed(kind, String(error instanceof Error && error.cause ? error.cause : error));
    }
  }

  private failed(kind: Kind, outcome: string): { kind: Kind; outcome: string } {
    this.failures.push(outcome);
    return { kind, outcome };
  }

  /** Makes `count` writes, `atOnce` at a time, and stops early if one fails. */
  async writeUntilFailure(origin: string, count: number, atOnce: number): Promise<void> {
    let left = count;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left > 0) {
          left -= 1;
          const { outcome } = await this.write(origin);
          if (outcome !== ACKNOWLEDGED) left = 0;
        }
      }),
    );
  }

  /** Starts `perSecond` writes a second until `isDone`, without waiting for the previous ones. */
  async writeSteadily(origin: string, perSecond: number, isDone: () => boolean): Promise<void> {
    const started = performance.now();
    const pending = new Set<Promise<unknown>>();
    for (let count = 0; !isDone(); count += 1) {
      const due = started + (count * 1000) / perSecond;
      const early = due - performance.now();
      if (early > 0) await pause(early);
      if (pending.size >= MAX_UNANSWERED) await Promise.race(pending);
      const write: Promise<unknown> = this.write(origin).finally(() => pending.delete(write));
      pending.add(write);
    }
    await Promise.all(pending);
  }

  private requestOf(kind: Kind, number: number, origin: string): [string, RequestInit] {
    if (kind === "note") {
      return [
        `${origin}/api/gov/organizations/${ORGANIZATIONS.acme}/dialogue`,
        {
          method: "POST",
          headers: { cookie: `session=${this.cast.government}`, "content-type": "application/json" },
          body: JSON.stringify({ body: `Note ${number}` }),
        },
      ];
    }
    const submission = Math.floor(number / SUBMISSION_EVERY);
    const token = this.cast.submitters[Math.floor(submission / SUBMISSIONS_PER_USER)];
    return [
      `${origin}/api/portal/submissions`,
      {
        method: "POST",
        headers: { cookie: `session=${token}` },
        body: submissionForm(pdfOfSize(FILE_BYTES + number)),
      },
    ];
  }
}
