import { Form, Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { hrefWith, type Query } from "~/ui/kit/list/list-address";
import { counted } from "~/values/format";

/** The name of the form for the selected submissions, in its action's query. */
export const SEVERAL = "several";

/** The choice of nobody as the owner. */
export const NOBODY = "nobody";

/** What the name of a row's field with its present owner begins with. The submission's ID follows. */
export const OWNER_FIELD = "owner:";

/** What was done to the selected submissions. */
export interface SeveralOutcome {
  action: "assign" | "tag" | "untag" | "review" | "archive";
  ownerId: string | null;
  governmentTags: string;
  /** How many it was done to. */
  done: number;
  /** The ids of those that changed while nobody was notified. */
  unnoticed: string[];
  refused: { id: string; title: string | null; reason: string }[];
}

const DONE: Record<SeveralOutcome["action"], [one: string, many: string]> = {
  assign: ["submission assigned", "submissions assigned"],
  tag: ["submission tagged", "submissions tagged"],
  untag: ["submission is without these tags", "submissions are without these tags"],
  review: ["submission marked reviewed", "submissions marked reviewed"],
  archive: ["submission archived", "submissions archived"],
};
const GIVEN_BACK: [string, string] = ["submission put back in the queue", "submissions put back in the queue"];

const UNDO_MILLISECONDS = 10_000;

interface SeveralOutcomeProps {
  outcome: SeveralOutcome;
  query: Query;
  readerId: string;
}

/** What was done, and what was refused and why. It takes the focus, with or without scripts. */
export function SeveralOutcomeBox({ outcome, query, readerId }: SeveralOutcomeProps) {
  const { action, ownerId, done, refused, unnoticed } = outcome;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome) box.current?.focus();
  }, [outcome]);
  const words = action === "assign" && ownerId === null ? GIVEN_BACK : DONE[action];
  const kind = refused.length > 0 ? "warning" : "success";
  return (
    <div
      className={`usa-alert usa-alert--${kind} glip-outcome`}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: people should read what became of their action first
      autoFocus
      ref={box}
    >
      <div className="usa-alert__body">
        <h2 className="usa-alert__heading">{counted(done, ...words)}</h2>
        {refused.length > 0 && (
          <>
            <p className="usa-alert__text">{counted(refused.length, "was", "were")} not changed:</p>
            <ul className="usa-list">
              {refused.map(({ id, title, reason }) => (
                <li key={id}>
                  {title === null ? id : <Link to={`/gov/submissions/${id}`}>{title}</Link>}: {reason}
                </li>
              ))}
            </ul>
          </>
        )}
        {unnoticed.length > 0 && <Undo outcome={outcome} query={query} readerId={readerId} />}
      </div>
    </div>
  );
}

/** The reverse of an action, as fields of its form. */
function reverseOf({ action, ownerId, governmentTags }: SeveralOutcome, readerId: string): Record<string, string> {
  if (action === "tag") return { action: "untag", governmentTags };
  // Refused where someone else owns it by now.
  return ownerId === null
    ? { action: "assign", ownerId: readerId }
    : { action: "assign", ownerId: NOBODY, presentOwnerId: readerId };
}

/** Takes back what nobody was notified of. With scripts, it goes away after a while, but never while it has the focus. */
function Undo({ outcome, query, readerId }: SeveralOutcomeProps) {
  const { done, unnoticed } = outcome;
  const [isOver, setIsOver] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!outcome) return;
    setIsOver(false);
    const end = () => {
      if (!form.current?.contains(document.activeElement)) return setIsOver(true);
      form.current.addEventListener("focusout", () => setIsOver(true), { once: true });
    };
    const timer = setTimeout(end, UNDO_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <div className="glip-outcome__undo" role="status">
      {isOver ? (
        <p className="usa-alert__text">The time to undo this is over.</p>
      ) : (
        <Form method="post" action={hrefWith(query, { [SEVERAL]: "" })} ref={form} preventScrollReset>
          {Object.entries(reverseOf(outcome, readerId)).map(([name, value]) => (
            <input type="hidden" key={name} name={name} value={value} />
          ))}
          {unnoticed.map((id) => (
            <input type="hidden" key={id} name="ids" value={id} />
          ))}
          <SubmitButton variant="outline" pendingText="Undoing…">
            {unnoticed.length === done ? "Undo" : `Undo for ${unnoticed.length} of ${done}`}
          </SubmitButton>
        </Form>
      )}
    </div>
  );
}
