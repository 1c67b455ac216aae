import { createCall } from "~/domain/call/create.server";
import { updateCall } from "~/domain/call/update.server";
import type { StageAct } from "./stage";
import { CLOSED_CALLS } from "./tables/closed-calls";
import { OPEN_CALLS } from "./tables/open-calls";
import { UPCOMING_CALLS } from "./tables/upcoming-calls";
import type { Past, Times } from "./timeline";

/** A moment that lies ahead of the call's creation: whole days from now, behind it when negative. */
type FromNow = readonly [daysAhead: number, time: string];

interface CallMove {
  at: Past;
  by: string;
  status?: "OPEN" | "CLOSED" | "DRAFT" | "PENDING";
  releasesAt?: FromNow;
  fields?: Record<string, string>;
}

/** A call as its form sends it, and what became of it; `key` is what the other tables call it. */
export interface Call {
  key: string;
  author: string;
  createdAt: Past;
  status: "OPEN" | "DRAFT" | "PENDING";
  releasesAt?: FromNow;
  title: string;
  description: string;
  /** Days from now. */
  closesInDays?: number;
  questionsDueInDays?: number;
  fields: Record<string, string>;
  moves?: readonly CallMove[];
}

export const CALLS: readonly Call[] = [...OPEN_CALLS, ...UPCOMING_CALLS, ...CLOSED_CALLS];

/** Calls, each with the moves that brought it to its present state. */
export function callActs({ ago, day }: Times): StageAct[] {
  const instant = (fromNow: FromNow | undefined) => fromNow && { releasesAt: `${day(fromNow[0])}T${fromNow[1]}:00Z` };
  return CALLS.flatMap(({ key, author, createdAt, moves = [], fields, ...call }) => [
    {
      at: ago(createdAt),
      what: `call ${key}`,
      async perform(stage) {
        const { id } = await stage.perform(createCall, author, {
          title: call.title,
          description: call.description,
          status: call.status,
          ...instant(call.releasesAt),
          ...(call.closesInDays !== undefined && { closesAt: day(call.closesInDays) }),
          ...(call.questionsDueInDays !== undefined && { questionsDueAt: day(call.questionsDueInDays) }),
          ...fields,
        });
        stage.remember("call", key, id);
      },
    },
    ...moves.map(
      (move): StageAct => ({
        at: ago(move.at),
        what: `call ${key} becomes ${move.status ?? "edited"}`,
        perform: (stage) =>
          stage.perform(updateCall, move.by, {
            id: stage.idOf("call", key),
            ...move.fields,
            ...(move.status && { status: move.status }),
            ...instant(move.releasesAt),
          }),
      }),
    ),
  ]);
}
