interface Segment {
  title: string;
  isDone: boolean;
}

type StepIndicatorProps = {
  /** The name of the whole task. */
  task: string;
  steps: readonly Segment[];
  /** Counted from 1. */
  current: number;
};

/**
 * The progress in a task of several steps. It contains the page's h1 with the step's number first, so that people who
 * listen notice a new step.
 */
export function StepIndicator({ task, steps, current }: StepIndicatorProps) {
  return (
    <div>
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
