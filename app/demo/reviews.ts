import type { StageAct } from "~/demo/stage/stage";
import type { Past, Times } from "~/demo/stage/timeline";
import { ALEJANDRO, DANIEL, INGRID, JONATHAN, MARCUS, MEI_LING, PRIYA, TOMAS } from "~/demo/tables/reviewers";
import { askForOpinion } from "~/domain/review/opinions.server";
import { recuse } from "~/domain/review/recuse.server";
import { setSubmissionOwner } from "~/domain/review/set-owner.server";
import { setGovernmentTags } from "~/domain/review/set-tags.server";

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

export function reviewActs({ ago }: Times): StageAct[] {
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
