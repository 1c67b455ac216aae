import type { SubmissionStatus } from "#db/enumerations";

/**
 * The views of the list: everything; promised answers that are due; what the caller owns, is asked about or was routed; what
 * nobody owns; and what has no reviewer.
 */
export const SUBMISSION_VIEWS = ["all", "due", "owned", "opinion", "mine", "unassigned", "unrouted"] as const;
export type SubmissionView = (typeof SUBMISSION_VIEWS)[number];

/** Views that depend on the review or the day, whose changes copies do not get. */
export const VIEWS_OF_REVIEW: readonly SubmissionView[] = ["due", "owned", "opinion", "unassigned"];

/** The order of a view if none is asked for: the answers that are due soonest first, other submissions newest first. */
export const defaultSortOf = (view: SubmissionView) => (view === "due" ? "answerBy" : "-createdAt");

/** How many days ago a submission arrived at least, for the filter by age. */
export const SUBMISSION_AGES = ["7", "14", "30", "90"] as const;

/** The statuses that a government reviewer may set. */
export const SETTABLE_STATUSES = ["REVIEWED", "ARCHIVED"] as const satisfies readonly SubmissionStatus[];
type SettableStatus = (typeof SETTABLE_STATUSES)[number];

/** The statuses from which a government reviewer may set each one (docs/contract.md#submissions). */
const SETTABLE_FROM: Record<SettableStatus, readonly SubmissionStatus[]> = {
  REVIEWED: ["ROUTED"],
  ARCHIVED: ["SUBMITTED", "ROUTED", "REVIEWED"],
};

/** Whether a reviewer may set this status on a submission that has that one. */
export function maySetStatus(from: SubmissionStatus, to: SettableStatus): boolean {
  return SETTABLE_FROM[to].includes(from);
}

/** The median of whole numbers, each with how often it occurs; 0 if there are none. */
export function medianOf(values: readonly { value: number; count: number }[]): number {
  const inOrder = values.toSorted((one, other) => one.value - other.value);
  const total = inOrder.reduce((sum, { count }) => sum + count, 0);
  const at = (place: number): number => {
    let left = place;
    for (const { value, count } of inOrder) {
      if (left < count) return value;
      left -= count;
    }
    return 0;
  };
  return (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2;
}

/** How many months the dashboard's figures cover, including the current one. */
export const FIGURE_MONTHS = 12;

/** Orders commands from the slowest on. Figures of people without a command come last. */
export function bySlowness<Figures extends { command: { abbreviation: string } | null; median: number }>(
  one: Figures,
  other: Figures,
): number {
  if (one.command === null || other.command === null)
    return Number(one.command === null) - Number(other.command === null);
  return other.median - one.median || (one.command.abbreviation < other.command.abbreviation ? -1 : 1);
}
