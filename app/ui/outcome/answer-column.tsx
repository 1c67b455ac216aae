import type { Outcome } from "#db/enumerations";
import { Detail } from "~/ui/kit/detail";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { labelOf } from "~/values/labels";

interface Answered {
  outcome: { outcome: Outcome } | null;
  answerNeeded: boolean;
}

/** What a table shows of an answer, so that loaders send no more. */
export const shownAnswer = ({ outcome, answerNeeded }: Answered) => ({
  answer: outcome?.outcome ?? null,
  answerNeeded,
});

/**
 * For tables of an organization's own submissions: what the government answered, in a few words, and whether it waits for
 * an answer itself.
 */
export const ANSWER_COLUMN = {
  key: "answer",
  header: "Answer",
  cell: ({ answer, answerNeeded }: ReturnType<typeof shownAnswer>) => (
    <>
      {answer ? labelOf(answer) : <span className="glip-muted">No answer yet</span>}
      {answerNeeded && (
        <Detail>
          <StatusTag value="ANSWER_NEEDED" />
        </Detail>
      )}
    </>
  ),
};
