import type { Database } from "#db/open";
import { LIMITS } from "~/values/limits";
import type { ReadContext } from "./operation.server";

/**
 * A function for `run` that reads figures again only when they are `LIMITS.figuresKeptSeconds` old. Everyone must get the
 * same ones. It is for those that take long with a large ledger: reading 48,000 reviews takes 0.3 s.
 */
export function keptFigures<Figures>(
  read: (context: ReadContext<"gov read">) => Figures,
): (context: ReadContext<"gov read">) => Figures {
  const kept = new WeakMap<Database["$client"], { from: number; figures: Figures }>();
  return (context) => {
    const { $client } = context.db;
    const time = context.now.getTime();
    const present = kept.get($client);
    // The clock may have been set back.
    const age = present ? time - present.from : Number.NaN;
    if (present && age >= 0 && age < LIMITS.figuresKeptSeconds * 1000) return present.figures;
    const figures = read(context);
    kept.set($client, { from: time, figures });
    return figures;
  };
}
