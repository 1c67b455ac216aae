import type { Outcome } from "#db/enumerations";
import type { StageAct } from "~/demo/stage/stage";
import type { Past, Times } from "~/demo/stage/timeline";
import { ALEJANDRO, DANIEL, INGRID, JONATHAN, KEISHA, RENEE, TOMAS } from "~/demo/tables/reviewers";
import { sendOutcome } from "~/domain/outcome/send.server";

interface Answer {
  /** The submission's title. */
  to: string;
  /** Later than its review. */
  at: Past;
  by: string;
  outcome: Outcome;
  body: string;
}

/** Answers to submissions that were reviewed months ago. */
const ANSWERS: readonly Answer[] = [
  {
    to: "Halcyon Autonomy: Capability Statement",
    at: [146, "15:20"],
    by: DANIEL,
    outcome: "INTERESTED",
    body: "Your work on planning without a central node fits two of our programs. Watch for a call on collaborative autonomy.",
  },
  {
    to: "Cascadia Additive Works: From a Broken Part to a Qualified One",
    at: [138, "14:05"],
    by: ALEJANDRO,
    outcome: "FORWARDED",
    body: "We forwarded this to the depot that repairs these pumps. Its engineers will contact you.",
  },
  {
    to: "Ironwood Counter-UAS Solutions: Products and Test History",
    at: [130, "16:45"],
    by: TOMAS,
    outcome: "INTERESTED",
    body: "Thank you for the test history. Please answer our next call on fixed sites with figures for your newest radar.",
  },
  {
    to: "Search with Loss of Members: Flight Results for a Group of Nine Aircraft",
    at: [128, "13:30"],
    by: DANIEL,
    outcome: "MEETING_PROPOSED",
    body: "We would like to see the flight logs with you. We propose an hour by video and send two dates.",
  },
  {
    to: "Lattice Ridge: Domestic Radiation-Hardened Mixed-Signal Line",
    at: [126, "17:10"],
    by: KEISHA,
    outcome: "NOT_NOW",
    body: "We have no program for this node now. Your statement stays on file, and we look at it again when one starts.",
  },
  {
    to: "Run-Time Monitors for Learned Controllers: A Bounded-Cost Approach",
    at: [122, "15:00"],
    by: DANIEL,
    outcome: "NOT_NOW",
    body: "The bound is convincing. We have no aircraft to try it on before next year.",
  },
  {
    to: "Vantage Orbit Analytics: Tracks with Honest Covariances",
    at: [117, "14:25"],
    by: INGRID,
    outcome: "MEETING_PROPOSED",
    body: "Please show us how your covariances compare with our own tracks. We send a sample under separate cover.",
  },
  {
    to: "Redoubt Cyber Defense Group: Capability Statement",
    at: [114, "18:40"],
    by: RENEE,
    outcome: "INTERESTED",
    body: "We read this with interest, above all the part on controllers. A call on this is in preparation.",
  },
  {
    to: "Three Parts from the List: Manufacturing, Inspection and Cost",
    at: [105, "13:15"],
    by: ALEJANDRO,
    outcome: "INTERESTED",
    body: "The second part is the one we need most. Please send the inspection report when it is complete.",
  },
  {
    to: "Core Temperature from the Wrist: Why It Fails, and Where It Does Not",
    at: [90, "15:35"],
    by: JONATHAN,
    outcome: "MEETING_PROPOSED",
    body: "We would like to discuss the cases where it works with our physiologists.",
  },
  {
    to: "Solstice: Sodium-Ion Modules That Ship at Zero Volts",
    at: [80, "16:20"],
    by: ALEJANDRO,
    outcome: "NOT_NOW",
    body: "Shipping at zero volts solves a real problem, but not one that we may buy for this year.",
  },
  {
    to: "How Long Does a Poisoned Model Stay Poisoned? Measurements on Public Data",
    at: [70, "14:50"],
    by: RENEE,
    outcome: "FORWARDED",
    body: "We forwarded this to the group that evaluates models. They may ask you for the measurement scripts.",
  },
];

export function answerActs({ ago }: Times): StageAct[] {
  return ANSWERS.map(({ to, at, by, outcome, body }) => ({
    at: ago(at),
    what: `answer to "${to}"`,
    perform: (stage) =>
      stage.perform(sendOutcome, by, { id: stage.idOf("submission", to), outcome, body, replaces: null }),
  }));
}
