import type { Outcome } from "#db/enumerations";
import { labelOf } from "~/values/labels";

/** What a table shows of an answer, so that loaders send no more. */
export const shownAnswer = ({ outcome }: { outcome: { outcome: Outcome } | null }) => ({
  answer: outcome?.outcome ?? null,
});

/** For tables of an organization's own submissions: what the government answered, in a few words. */
export const ANSWER_COLUMN = {
  key: "answer",
  header: "Answer",
  cell: ({ answer }: { answer: Outcome | null }) =>
    answer ? labelOf(answer) : <span className="glip-muted">None yet</span>,
};
