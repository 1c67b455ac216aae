import { useEffect, useState } from "react";
import { counted } from "~/values/format";
import { normalizeTags } from "~/values/tags";
import { composedParagraphs, countCharacters } from "~/values/text-length";
import type { FieldConstraint } from "~/web/forms/form-state";
import { limitHint, standingLimit } from "./field-group";

/** The length of a text, counted as its schema counts it. */
export const lengthOfText = (text: string) => countCharacters(composedParagraphs(text));

/**
 * The length of a list of tags. Both the typed text and the saved text have to fit, so this returns the longer length.
 */
export const lengthOfTags = (text: string) => Math.max(countCharacters(text), countCharacters(normalizeTags(text)));

/** From this part of a limit on, the field says how much is left. */
const NEAR = 0.75;

/** What a field shows about the length of its text. Nothing while the text is well within its limit. */
export function countMessage(count: number, constraint: FieldConstraint): string | undefined {
  const { minLength = 0, maxLength } = constraint;
  const standing = standingLimit(constraint);
  if (maxLength === undefined) return standing;
  if (count > maxLength) return `${counted(count - maxLength, "character", "characters")} over limit`;
  if (standing && count > 0 && count < minLength) {
    return `${counted(minLength - count, "more character", "more characters")} needed`;
  }
  if (count < maxLength * NEAR) return standing;
  return `${counted(maxLength - count, "character", "characters")} left`;
}

/** How long the design system waits for a pause. Screen readers then read the count once, not after each key. */
const PAUSE_MILLISECONDS = 1200;

type CharacterCountProps = {
  constraint: FieldConstraint;
  /** The length of the text that the server sent. */
  given: number;
  /** The typed length. Null until a script runs: the server cannot know what someone types. */
  count: number | null;
};

/**
 * Says how much of a field's limit is left, once most of it is used. It cuts nothing off, so people can shorten a longer
 * paste.
 */
export function CharacterCount({ constraint, given, count }: CharacterCountProps) {
  const message = countMessage(count ?? given, constraint);
  // Without a script, the limit takes the place of the count, so that nothing moves when one runs.
  const shown = count === null ? message && limitHint(constraint) : message;
  const [announced, setAnnounced] = useState<string>();
  useEffect(() => {
    const pause = setTimeout(() => setAnnounced(message), PAUSE_MILLISECONDS);
    return () => clearTimeout(pause);
  }, [message]);
  if (constraint.maxLength === undefined) return null;
  const isOver = count !== null && count > constraint.maxLength;
  return (
    <>
      {shown && (
        <div
          className={`usa-hint usa-character-count__status${isOver ? " usa-character-count__status--invalid" : ""}`}
          aria-hidden="true"
        >
          {shown}
        </div>
      )}
      {count !== null && (
        <div className="usa-sr-only" aria-live="polite">
          {announced === standingLimit(constraint) ? "" : announced}
        </div>
      )}
    </>
  );
}
