import type { SubmissionStatus } from "#db/enumerations";

/** The statuses from which a government reviewer may set each one (decisions on review and archive). */
const SETTABLE_FROM: Record<"REVIEWED" | "ARCHIVED", readonly SubmissionStatus[]> = {
  REVIEWED: ["ROUTED"],
  ARCHIVED: ["SUBMITTED", "ROUTED", "REVIEWED"],
};

export function maySetStatus(from: SubmissionStatus, to: "REVIEWED" | "ARCHIVED"): boolean {
  return SETTABLE_FROM[to].includes(from);
}
