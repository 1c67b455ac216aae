import type { UpkeepTask } from "#db/enumerations";
import { type Database, immediateTransaction, statement } from "#db/open";
import { excerptOf } from "~/values/excerpt";

/** The last result of a task that the server does by itself. */
interface UpkeepResult {
  finishedAt: string;
  succeeded: boolean;
  /** What went wrong, for an operator. Null if nothing did. */
  problem: string | null;
}

const PROBLEM_CHARACTERS = 500;
const RECORD = `
  INSERT INTO upkeep_result (task, finished_at, succeeded, problem) VALUES (@task, @finishedAt, @succeeded, @problem)
  ON CONFLICT (task) DO UPDATE SET finished_at = @finishedAt, succeeded = @succeeded, problem = @problem`;

/** Records the result of a task. @param problems sentences for an operator; empty if it succeeded */
export function recordUpkeep(db: Database, task: UpkeepTask, problems: readonly string[], now: Date): void {
  immediateTransaction(db, () =>
    statement(db, RECORD).run({
      task,
      finishedAt: now.toISOString(),
      succeeded: problems.length === 0 ? 1 : 0,
      problem: excerptOf(problems.join(" "), PROBLEM_CHARACTERS),
    }),
  );
}

const SELECT = "SELECT finished_at AS finishedAt, succeeded, problem FROM upkeep_result WHERE task = ?";

/** The last result of a task; null if the server has not done it yet. */
export function lastUpkeep(db: Database, task: UpkeepTask): UpkeepResult | null {
  const row = statement<Omit<UpkeepResult, "succeeded" | "problem"> & { succeeded: 0 | 1; problem: string }>(
    db,
    SELECT,
  ).get(task);
  return row ? { ...row, succeeded: row.succeeded === 1, problem: row.problem === "" ? null : row.problem } : null;
}
