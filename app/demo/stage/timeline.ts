const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A past moment in the tables: whole days before now, and the time of that day in UTC. */
export type Past = readonly [daysAgo: number, time: string];

/** Turns the tables' days into moments, relative to the same `now`. */
export interface Times {
  now: Date;
  ago(past: Past): Date;
  minutesAgo(minutes: number): Date;
  /** A moment some days after a past one. */
  after(past: Past, days: number): Date;
  /** The calendar day that many days from now, as YYYY-MM-DD. Negative for the past. */
  day(daysAhead: number): string;
}

export function timesFrom(now: Date): Times {
  const dayOf = (daysAhead: number) => new Date(now.getTime() + daysAhead * DAY).toISOString().slice(0, 10);
  const ago = ([daysAgo, time]: Past) => new Date(`${dayOf(-daysAgo)}T${time}:00.000Z`);
  return {
    now,
    ago,
    minutesAgo: (minutes) => new Date(now.getTime() - minutes * MINUTE),
    after: (past, days) => new Date(ago(past).getTime() + days * DAY),
    day: dayOf,
  };
}

/** One event of the demonstration's history. */
export interface Act<Stage> {
  at: Date;
  /** A description for the error message if it fails. */
  what: string;
  perform(stage: Stage): unknown;
}

/**
 * Performs the acts in order of time. Acts at the same time keep the order of the list.
 * @throws Error that names the act that failed.
 */
export async function play<Stage extends { moveTo(at: Date): void }>(
  stage: Stage,
  acts: readonly Act<Stage>[],
): Promise<void> {
  const inOrder = acts.toSorted((left, right) => left.at.getTime() - right.at.getTime());
  for (const act of inOrder) {
    stage.moveTo(act.at);
    try {
      await act.perform(stage);
    } catch (cause) {
      throw new Error(`Seeding failed at ${act.at.toISOString()}: ${act.what}: ${reasonOf(cause)}`, { cause });
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fields = "fields" in error && error.fields ? ` ${JSON.stringify(error.fields)}` : "";
  return `${error.message}${fields}`;
}
