interface Segment {
  title: string;
  isDone: boolean;
}

type StepIndicatorProps = {
  /** What the steps lead to. */
  task: string;
  steps: readonly Segment[];
  /** Counted from 1. */
  current: number;
};

/**
 * Where somebody is in a task of several steps. The page's h1 stands in it, and says the step's number before its
 * title: a reader who is led from step to step hears at once that this is another.
 */
export function StepIndicator({ task, steps, current }: StepIndicatorProps) {
  return (
    <div className="glip-steps">
      <p className="glip-steps__task">{task}</p>
      <div className="usa-step-indicator">
        <ol className="usa-step-indicator__segments">
          {steps.map(({ title, isDone }, index) => (
            <li
              key={title}
              className={segmentClass(isDone, index + 1 === current)}
              aria-current={index + 1 === current ? "step" : undefined}
            >
              <span className="usa-step-indicator__segment-label">
                {title}
                {index + 1 !== current && (
                  <span className="usa-sr-only">{isDone ? ", completed" : ", not completed"}</span>
                )}
              </span>
            </li>
          ))}
        </ol>
        <div className="usa-step-indicator__header">
          <h1 className="usa-step-indicator__heading">
            <span className="usa-step-indicator__heading-counter">
              <span className="usa-sr-only">Step </span>
              <span className="usa-step-indicator__current-step">{current}</span>{" "}
              <span className="usa-step-indicator__total-steps">of {steps.length}</span>
              <span className="usa-sr-only">: </span>
            </span>
            <span className="usa-step-indicator__heading-text">{steps[current - 1]?.title}</span>
          </h1>
        </div>
      </div>
    </div>
  );
}

function segmentClass(isDone: boolean, isCurrent: boolean): string {
  const state = isCurrent ? "current" : isDone && "complete";
  return `usa-step-indicator__segment${state ? ` usa-step-indicator__segment--${state}` : ""}`;
}
