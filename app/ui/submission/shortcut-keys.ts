import type { Shortcut } from "~/ui/kit/shortcuts";

const ROWS = "main table tbody th > a:first-of-type";

/** The shortcuts of the list of submissions. */
export const QUEUE_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["j", "n"], words: "Go to the next submission", target: ROWS, step: 1 },
  { keys: ["k", "p"], words: "Go to the previous submission", target: ROWS, step: -1 },
  { keys: ["o"], words: "Open the submission (or Enter)", target: `${ROWS}:focus` },
  { keys: ["x"], words: "Select the submission", target: 'main table tbody tr:focus-within input[name="ids"]' },
  { keys: ["/"], words: "Search in titles", target: 'form.glip-filters [name="q"]' },
];

/** The shortcuts of a submission's page. */
export const REVIEW_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["j", "n"], words: "Next submission of the list", target: '[data-shortcut="next"]' },
  { keys: ["k", "p"], words: "Previous submission of the list", target: '[data-shortcut="previous"]' },
  { keys: ["u"], words: "Back to the list", target: '[data-shortcut="list"]' },
  { keys: ["o"], words: "Open the document", target: '[data-shortcut="document"]' },
  { keys: ["t"], words: "Take it", target: 'button[name="ownerId"]' },
  { keys: ["e"], words: "Write your assessment", target: "#assessment-relevance" },
  { keys: ["a"], words: "Write the answer", target: "#answer-outcome" },
  { keys: ["m"], words: "Write a note", target: "#note-body" },
];
