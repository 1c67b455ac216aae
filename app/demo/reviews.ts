import type { Stage, StageAct } from "~/demo/stage/stage";
import type { Past, Times } from "~/demo/stage/timeline";
import { ALEJANDRO, DANIEL, INGRID, JONATHAN, MARCUS, MEI_LING, PRIYA, TOMAS } from "~/demo/tables/reviewers";
import { assessSubmission } from "~/domain/assessment/assess.server";
import { concludeReview } from "~/domain/assessment/conclude.server";
import { setDefaultQuestions } from "~/domain/assessment/set-questions.server";
import { sendMessage, sendOwnMessage } from "~/domain/message/send.server";
import { sendOutcome } from "~/domain/outcome/send.server";
import { askForOpinion } from "~/domain/review/opinions.server";
import { recuse } from "~/domain/review/recuse.server";
import { setSubmissionOwner } from "~/domain/review/set-owner.server";
import { setGovernmentTags } from "~/domain/review/set-tags.server";
import { addReviewNote } from "~/domain/review-note/add.server";
import { saveView } from "~/domain/saved-view/save.server";
import { performWithFiles } from "./uploads";

interface Review {
  /** The submission's title. */
  of: string;
  /** Later than the submission. */
  at: Past;
  owner: string;
  tags?: string;
  asked?: readonly string[];
  recused?: { by: string; reason: string };
}

/** Reviews that are under way. */
const REVIEWS: readonly Review[] = [
  {
    of: "Telling Birds from Drones by Micro-Doppler at Long Dwell",
    at: [25, "14:00"],
    owner: DANIEL,
    asked: [PRIYA, TOMAS],
    tags: "counter-uas, sensors",
  },
  {
    of: "Under-Ice Survey Gliders: What Twelve People Can Build",
    at: [70, "15:30"],
    owner: MARCUS,
    asked: [INGRID],
  },
  {
    of: "Horloges atomiques sur puce: holdover of 200 ns over a Day without Satellites",
    at: [22, "13:20"],
    owner: ALEJANDRO,
    recused: { by: JONATHAN, reason: "I published with one of the authors last year." },
  },
  {
    of: "Charging at Minus Forty: Sodium-Ion Packs in the 6T Form Factor",
    at: [3, "18:00"],
    owner: MEI_LING,
    tags: "arctic operations",
  },
];

interface Message {
  at: Past;
  by: string;
  body: string;
  /** A question of the government. */
  asks?: true;
  /** An answer of the organization, with this file. */
  answersWith?: string;
}

/** The submission with messages. */
const DISCUSSED = "Telling Birds from Drones by Micro-Doppler at Long Dwell";

const MESSAGES: readonly Message[] = [
  {
    at: [24, "15:10"],
    by: DANIEL,
    body: "How many of the 1.4 million tracks are birds at less than 500 m, and over which terrain did you record them?",
    asks: true,
  },
  {
    at: [22, "13:40"],
    by: "l.brandt@chesapeake-ssl.example",
    body: "About 310,000, two thirds of them over water and the rest over farmland. The table breaks them down by month and radar.",
    answersWith: "tracks-by-terrain.pdf",
  },
  { at: [22, "16:05"], by: DANIEL, body: "Thank you, this answers our question." },
];

function messageActs({ ago }: Times): StageAct[] {
  return MESSAGES.map(({ at, by, body, asks = false, answersWith }) => ({
    at: ago(at),
    what: `message about "${DISCUSSED}"`,
    perform: (stage) => {
      const id = stage.idOf("submission", DISCUSSED);
      if (!answersWith) return stage.perform(sendMessage, by, { id, body, asksAnswer: asks });
      const sections = [{ heading: "Tracks by terrain", paragraphs: [body] }];
      const document = {
        title: DISCUSSED,
        author: "Chesapeake Sensors and Signals Laboratory",
        date: stage.services.clock(),
        sections,
      };
      const sent = [{ fileName: answersWith, document }];
      return performWithFiles(stage, sendOwnMessage, by, { id, body }, { field: "files", sent });
    },
  }));
}

/** The submission whose review led to an answer. */
const ANSWERED = "Under-Ice Survey Gliders: What Twelve People Can Build";

/** What reviewers think of these two submissions, and the answer to one of them. */
function judgmentActs({ ago }: Times): StageAct[] {
  const act = (at: Past, perform: StageAct["perform"]): StageAct => ({
    at: ago(at),
    what: "what reviewers think of a submission",
    perform,
  });
  const questions = [
    { kind: "YES_NO", label: "Is a prototype available for a trial?" },
    { kind: "SCALE", label: "How well does the team cover what it proposes?" },
  ];
  const idOf = (stage: Stage, title: string) => ({ id: stage.idOf("submission", title) });
  return [
    act([100, "14:00"], (stage) => stage.perform(setDefaultQuestions, MARCUS, { questions })),
    act([69, "10:20"], (stage) =>
      stage.perform(assessSubmission, INGRID, {
        ...idOf(stage, ANSWERED),
        relevance: "HIGH",
        readinessLevel: 7,
        nextStep: "MEET",
        comment: "Both gliders came back from 190 km under ice. I know of nobody else at this price.",
      }),
    ),
    act([68, "15:45"], (stage) =>
      stage.perform(addReviewNote, MARCUS, {
        ...idOf(stage, ANSWERED),
        body: "The laboratory has ship time in March. Would you join a call with them?",
        mentions: [stage.idOf("user", INGRID)],
      }),
    ),
    act([67, "13:10"], (stage) =>
      stage.perform(concludeReview, MARCUS, {
        ...idOf(stage, ANSWERED),
        relevance: "HIGH",
        readinessLevel: 7,
        nextStep: "MEET",
        comment: "Invite them for a day, with the survey office.",
      }),
    ),
    act([67, "13:25"], (stage) =>
      stage.perform(sendOutcome, MARCUS, {
        ...idOf(stage, ANSWERED),
        outcome: "MEETING_PROPOSED",
        body: "Your gliders interest us. Please bring one to a meeting with our survey office. We send two dates this week.",
        replaces: null,
      }),
    ),
    act([21, "09:30"], (stage) =>
      stage.perform(assessSubmission, PRIYA, {
        ...idOf(stage, DISCUSSED),
        relevance: "MEDIUM",
        readinessLevel: 5,
        nextStep: "ASK_QUESTIONS",
        comment: "The data set is worth more to us than the classifier.",
      }),
    ),
    act([20, "16:00"], (stage) =>
      stage.perform(saveView, DANIEL, { name: "Answers due on drones", query: "view=due&tag=counter-uas" }),
    ),
  ];
}

export function reviewActs(times: Times): StageAct[] {
  return [...ownedActs(times), ...messageActs(times), ...judgmentActs(times)];
}

function ownedActs({ ago }: Times): StageAct[] {
  return REVIEWS.map(({ of, at, owner, tags, asked = [], recused }) => ({
    at: ago(at),
    what: `review of "${of}" under way`,
    perform: async (stage) => {
      const id = stage.idOf("submission", of);
      await stage.perform(setSubmissionOwner, owner, { id, ownerId: stage.idOf("user", owner), presentOwnerId: null });
      if (tags) await stage.perform(setGovernmentTags, owner, { id, governmentTags: tags });
      for (const person of asked) {
        await stage.perform(askForOpinion, owner, { id, userId: stage.idOf("user", person) });
      }
      if (recused) await stage.perform(recuse, recused.by, { id, reason: recused.reason });
    },
  }));
}
