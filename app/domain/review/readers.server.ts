import type { Database } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { findSubmission } from "../submission/queries.server";

/** Who reads a submission, by their ids, and when they last said so. In memory only: it is worth nothing after a restart. */
type Readers = Map<string, { name: string; at: number }>;

const reading = new WeakMap<Database["$client"], Map<string, Readers>>();

/**
 * Records that the caller reads a submission, and names the colleagues who read it now, so that two people do not do
 * the same work. Pages ask again from time to time, until people leave.
 */
export const readersOfSubmission = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run({ db, actor, now }, { id }) {
    findSubmission(db, id);
    const bySubmission = reading.get(db.$client) ?? new Map<string, Readers>();
    reading.set(db.$client, bySubmission);
    const since = now.getTime() - LIMITS.readerSeconds * 1000;
    const readers: Readers = bySubmission.get(id) ?? new Map();
    readers.set(actor.id, { name: actor.name, at: now.getTime() });
    for (const [userId, { at }] of readers) if (at < since) readers.delete(userId);
    // The submission read last is the last one of the map, so the first ones are the oldest.
    bySubmission.delete(id);
    bySubmission.set(id, readers);
    const [oldest] = bySubmission.keys();
    if (bySubmission.size > LIMITS.submissionsRead && oldest !== undefined) bySubmission.delete(oldest);
    return [...readers]
      .filter(([userId]) => userId !== actor.id)
      .slice(0, LIMITS.readersShown)
      .map(([userId, { name }]) => ({ id: userId, name }));
  },
});
