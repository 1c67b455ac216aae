import { useEffect, useState } from "react";
import { counted } from "~/values/format";
import { normalizeTags } from "~/values/tags";
import { composedParagraphs, countCharacters } from "~/values/text-length";
import type { FieldConstraint } from "~/web/forms/form-state";
import { limitHint, limitId } from "./field-group";

/** How long a text is as its schema counts it. */
export const lengthOfText = (text: string) => countCharacters(composedParagraphs(text));

/** How long a list of tags is: neither what is typed nor what is kept of it may be too long. */
export const lengthOfTags = (text: string) => Math.max(countCharacters(text), countCharacters(normalizeTags(text)));

/** What a count comes to, in words. */
export function countMessage(count: number, constraint: FieldConstraint): string | undefined {
  const { minLength = 0, maxLength } = constraint;
  if (count === 0 || maxLength === undefined) return limitHint(constraint);
  if (count > maxLength) return `${counted(count - maxLength, "character", "characters")} over limit`;
  if (count < minLength) return `${counted(minLength - count, "more character", "more characters")} needed`;
  return `${counted(maxLength - count, "character", "characters")} left`;
}

/** As long as the design system waits for a pause: a screen reader is to read it once, and not at every key. */
const PAUSE_MILLISECONDS = 1200;

type CharacterCountProps = {
  name: string;
  constraint: FieldConstraint;
  /** What is typed now; null until a script knows, which is all that is said without one. */
  count: number | null;
};

/**
 * Says under a field how long its text may be, and while it is typed how much is left. Nothing is cut off: a longer paste
 * can be shortened.
 */
export function CharacterCount({ name, constraint, count }: CharacterCountProps) {
  const limit = limitHint(constraint);
  const message = count === null ? limit : countMessage(count, constraint);
  const [announced, setAnnounced] = useState(limit);
  useEffect(() => {
    const pause = setTimeout(() => setAnnounced(message), PAUSE_MILLISECONDS);
    return () => clearTimeout(pause);
  }, [message]);
  if (limit === undefined) return null;
  const isOver = count !== null && constraint.maxLength !== undefined && count > constraint.maxLength;
  return (
    <>
      {count !== null && (
        <div
          className={`usa-hint usa-character-count__status${isOver ? " usa-character-count__status--invalid" : ""}`}
          aria-hidden="true"
        >
          {message}
        </div>
      )}
      <div className={count === null ? "usa-hint usa-character-count__status" : "usa-sr-only"} id={limitId(name)}>
        {limit}
      </div>
      <div className="usa-sr-only" aria-live="polite">
        {announced === limit ? "" : announced}
      </div>
    </>
  );
}
