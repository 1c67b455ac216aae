import { Day, FutureDay, ShortDay } from "~/ui/kit/format/date-time";
import { counted } from "~/values/format";

/** A promise of an answer, as far as pages show it. */
export interface ShownPromise {
  state: "NONE" | "RUNNING" | "STOPPED" | "KEPT" | "MISSED" | "ENDED";
  dueOn: string | null;
  isDueSoon: boolean;
  isOverdue: boolean;
  workingDaysLeft: number | null;
}

type PromiseOfAnswerProps = {
  promise: ShownPromise;
  /** Whether to count the days until then. A table has no room for it. */
  hasDaysLeft?: boolean;
};

/** The state of a promise for its reviewers, in a line. */
export function PromiseOfAnswer({ promise, hasDaysLeft = false }: PromiseOfAnswerProps) {
  const { state, dueOn, isDueSoon, isOverdue, workingDaysLeft } = promise;
  const day = <ShortDay value={dueOn} />;
  switch (state) {
    case "NONE":
      return "None";
    case "RUNNING":
      if (hasDaysLeft)
        return (
          <>
            Due on <FutureDay value={dueOn} />
          </>
        );
      return (
        <>
          Due on {day}
          {isDueSoon && " (soon)"}
        </>
      );
    case "STOPPED":
      return `Stopped until the organization answers. Then ${counted(workingDaysLeft ?? 0, "working day")} will be left.`;
    case "KEPT":
      return <>Kept. The answer was due on {day}.</>;
    case "MISSED":
      return isOverdue ? <strong>Overdue since {day}</strong> : <>Missed. The answer was due on {day}.</>;
    case "ENDED":
      return <>Archived without an answer. It was due on {day}.</>;
  }
}

type PromiseToCompanyProps = { promise: ShownPromise; answerBy: string | null };

/** What the submitter may expect, until there is an answer. */
export function PromiseToCompany({ promise, answerBy }: PromiseToCompanyProps) {
  const { state, dueOn, isOverdue } = promise;
  if (state === "STOPPED")
    return <p>We are waiting for your answer. Until then, the time for our answer stands still.</p>;
  if (state === "RUNNING" && dueOn !== null)
    return (
      <p>
        You will hear from us by <Day value={dueOn} />
        {dueOn !== answerBy && ". We moved the day because we waited for your answer"}.
      </p>
    );
  if (isOverdue)
    return (
      <p>
        We promised you an answer by <Day value={dueOn} />, and we are late.
      </p>
    );
  return null;
}
