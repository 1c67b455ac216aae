import type { ReactNode } from "react";
import { DateTime } from "~/ui/kit/format/date-time";
import { Icon } from "~/ui/kit/icon";
import type { Moment } from "~/values/format";

export type TimelineStep = {
  label: string;
  at?: Moment | null;
  detail?: ReactNode;
  state: "done" | "current" | "todo";
};

const stateWords = { done: "Done", current: "Current step", todo: "Not yet" } as const;

/** The steps of a submission, and which of them it has reached. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="glip-timeline">
      {steps.map(({ label, at, detail, state }) => (
        <li
          key={label}
          className={`glip-timeline__step glip-timeline__step--${state}`}
          aria-current={state === "current" ? "step" : undefined}
        >
          <span className="glip-timeline__marker">{state === "done" && <Icon name="check" />}</span>
          <div className="glip-timeline__label">
            {label} <span className="usa-sr-only">({stateWords[state]})</span>
          </div>
          {at !== undefined && at !== null && (
            <div className="glip-timeline__time">
              <DateTime value={at} />
            </div>
          )}
          {detail && <div>{detail}</div>}
        </li>
      ))}
    </ol>
  );
}
