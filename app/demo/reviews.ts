import type { StageAct } from "~/demo/stage/stage";
import type { Past, Times } from "~/demo/stage/timeline";
import { ALEJANDRO, DANIEL, INGRID, JONATHAN, MARCUS, MEI_LING, PRIYA, TOMAS } from "~/demo/tables/reviewers";
import { sendMessage, sendOwnMessage } from "~/domain/message/send.server";
import { askForOpinion } from "~/domain/review/opinions.server";
import { recuse } from "~/domain/review/recuse.server";
import { setSubmissionOwner } from "~/domain/review/set-owner.server";
import { setGovernmentTags } from "~/domain/review/set-tags.server";
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

export function reviewActs(times: Times): StageAct[] {
  return [...ownedActs(times), ...messageActs(times)];
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
