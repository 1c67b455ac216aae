import type { StageAct } from "~/demo/stage/stage";
import type { Past, Times } from "~/demo/stage/timeline";
import {
  ALEJANDRO,
  DANIEL,
  INGRID,
  JONATHAN,
  KEISHA,
  MARCUS,
  MEI_LING,
  PRIYA,
  RENEE,
  TOMAS,
} from "~/demo/tables/reviewers";
import { addDialogueNote } from "~/domain/organization/add-dialogue-note.server";

interface Note {
  organization: string;
  at: Past;
  by: string;
  body: string;
}

/** Internal government notes about organizations. */
const NOTES: readonly Note[] = [
  {
    organization: "halcyon",
    at: [148, "19:00"],
    by: DANIEL,
    body: "Capability statement is plain and checkable. Two of the past performances are with people I know; both confirm them.",
  },
  {
    organization: "halcyon",
    at: [139, "15:20"],
    by: PRIYA,
    body: "Set ACTIVE. Nontraditional: no covered contract in the last year, by their own statement and the public record.",
  },
  {
    organization: "halcyon",
    at: [60, "14:30"],
    by: MARCUS,
    body: "Headcount and revenue were updated. Growth comes from a commercial inspection contract.",
  },
  {
    organization: "ironwood",
    at: [112, "17:30"],
    by: TOMAS,
    body: "Best false-track rate at the winter trial. Their range claims held to within ten percent.",
  },
  {
    organization: "redoubt",
    at: [33, "16:50"],
    by: RENEE,
    body: "Moved to WATCHLIST: SAM registration has lapsed. Nothing else speaks against them. Look again when it is renewed.",
  },
  { organization: "redoubt", at: [7, "15:00"], by: RENEE, body: "They wrote that the renewal was filed." },
  { organization: "palisade", at: [52, "14:20"], by: PRIYA, body: "INACTIVE at their own wish." },
  {
    organization: "montreal",
    at: [108, "16:00"],
    by: PRIYA,
    body: "Under review: the export and publication terms of a university abroad take counsel six weeks.",
  },
  {
    organization: "montreal",
    at: [85, "19:00"],
    by: MEI_LING,
    body: "Scientifically the strongest of the three magnetometer groups. Code and data are public, which simplifies the review.",
  },
  {
    organization: "consortium",
    at: [94, "13:40"],
    by: KEISHA,
    body: "Who signs for the consortium? Forty-one members, no statement of authority yet. Asked.",
  },
  {
    organization: "solstice",
    at: [83, "20:00"],
    by: ALEJANDRO,
    body: "Third-party abuse tests are genuine; I called the laboratory.",
  },
  { organization: "kestrel", at: [58, "15:15"], by: JONATHAN, body: "Publishes what goes wrong as well. Keep close." },
  { organization: "vantage", at: [66, "16:00"], by: INGRID, body: "SAM registration needs renewal soon. Told them." },
  {
    organization: "bluewater",
    at: [65, "18:30"],
    by: MARCUS,
    body: "No command of ours follows undersea work. Passed their name to a colleague outside the agency, with their consent.",
  },
];

export function dialogueActs({ ago }: Times): StageAct[] {
  return NOTES.map((note) => ({
    at: ago(note.at),
    what: `internal note on ${note.organization}`,
    perform: (stage) =>
      stage.perform(addDialogueNote, note.by, { id: stage.idOf("organization", note.organization), body: note.body }),
  }));
}
