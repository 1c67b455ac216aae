import { useEffect, useState } from "react";
import { counted } from "~/values/format";
import { normalizeTags } from "~/values/tags";
import { composedParagraphs, countCharacters } from "~/values/text-length";
import type { FieldConstraint } from "~/web/forms/form-state";
import { limitHint, limitId } from "./field-group";

/** The length of a text, counted as its schema counts it. */
export const lengthOfText = (text: string) => countCharacters(composedParagraphs(text));

/**
 * The length of a list of tags. Both the typed text and the saved text have to fit, so this returns the longer length.
 */
export const lengthOfTags = (text: string) => Math.max(countCharacters(text), countCharacters(normalizeTags(text)));

/** The count as a sentence. */
export function countMessage(count: number, constraint: FieldConstraint): string | undefined {
  const { minLength = 0, maxLength } = constraint;
  if (count === 0 || maxLength === undefined) return limitHint(constraint);
  if (count > maxLength) return `${counted(count - maxLength, "character", "characters")} over limit`;
  if (count < minLength) return `${counted(minLength - count, "more character", "more characters")} needed`;
  return `${counted(maxLength - count, "character", "characters")} left`;
}

/** How long the design system waits for a pause. Screen readers then read the count once, not after each key. */
const PAUSE_MILLISECONDS = 1200;

type CharacterCountProps = {
  /** The id of the text's control. */
  id: string;
  constraint: FieldConstraint;
  /** The typed length. Null until a script runs; the field then shows only the limit. */
  count: number | null;
};

/**
 * Shows the limit of a field's text, and how much is left while someone types. It cuts nothing off, so people can
 * shorten a longer paste.
 */
export function CharacterCount({ id, constraint, count }: CharacterCountProps) {
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
      <div
        className={`usa-hint usa-character-count__status${isOver ? " usa-character-count__status--invalid" : ""}`}
        aria-hidden="true"
      >
        {message}
      </div>
      <div className="usa-sr-only" id={limitId(id)}>
        {limit}
      </div>
      <div className="usa-sr-only" aria-live="polite">
        {announced === limit ? "" : announced}
      </div>
    </>
  );
}
