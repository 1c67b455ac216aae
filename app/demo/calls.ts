import type { Call, FromNow } from "~/demo/stage/rows";
import type { StageAct } from "~/demo/stage/stage";
import type { Times } from "~/demo/stage/timeline";
import { CLOSED_CALLS } from "~/demo/tables/closed-calls";
import { OPEN_CALLS } from "~/demo/tables/open-calls";
import { UPCOMING_CALLS } from "~/demo/tables/upcoming-calls";
import { createCall } from "~/domain/call/create.server";
import { updateCall } from "~/domain/call/update.server";

export const CALLS: readonly Call[] = [...OPEN_CALLS, ...UPCOMING_CALLS, ...CLOSED_CALLS];

/** Creates calls and moves each to its present status. */
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
