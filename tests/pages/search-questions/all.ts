import { COMPANY } from "./company";
import { datesAt } from "./dates";
import { DOCUMENTS } from "./documents";
import { IDENTIFIERS } from "./identifiers";
import { MISSPELLINGS } from "./misspellings";
import { NOTES } from "./notes";
import { OTHER_WORDS } from "./other-words";
import { PEOPLE } from "./people";
import { WORDINGS } from "./phrases";
import { PLACES } from "./places";
import type { Question } from "./question";
import { OTHER_RECORDS } from "./records";
import { TAG_NAMES } from "./tag-names";
import { VISITORS } from "./visitors";
import { WITHOUT_ANSWER } from "./without-answer";

/** When the questions are asked: a Tuesday. */
export const NOW = new Date("2026-05-05T15:00:00.000Z");

/** The judged set: what people ask, and what answers it. Written before the search that it judges. */
export const QUESTIONS: readonly Question[] = [
  ...IDENTIFIERS,
  ...PEOPLE,
  ...DOCUMENTS,
  ...NOTES,
  ...PLACES,
  ...datesAt(NOW),
  ...OTHER_WORDS,
  ...TAG_NAMES,
  ...MISSPELLINGS,
  ...WORDINGS,
  ...OTHER_RECORDS,
  ...COMPANY,
  ...VISITORS,
  ...WITHOUT_ANSWER,
];
