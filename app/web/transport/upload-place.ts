import type { Caller } from "~/operations/caller.server";
import { createFairQueue, type FairQueue } from "~/values/fair-queue";
import { UPLOADS } from "~/values/limits";
import { addressGroup } from "~/values/network/address-group";

/** The uploads in progress or waiting, by user, or by address for visitors who are not signed in. */
const queues = new Map<string, { queue: FairQueue; uploads: number }>();

/**
 * Waits until the caller may upload. Each user may have a few uploads at a time; more wait unread. An upload uses disk
 * until it is finished and disposed of, so give back its place only then.
 * @returns a function that gives back the place
 * @throws DomainError rate_limited if too many wait, or one waits too long; invalid_request if the client hung up
 */
export async function takeUploadPlace({ actor, ip, abandoned }: Caller): Promise<() => void> {
  const key = actor ? `user ${actor.id}` : addressGroup(ip);
  const own = queues.get(key) ?? { queue: createFairQueue(UPLOADS.queue), uploads: 0 };
  queues.set(key, own);
  own.uploads += 1;
  return new Promise((resolve, reject) => {
    own
      .queue({ group: key, abandoned }, () => new Promise<void>(resolve))
      .catch(reject)
      .finally(() => {
        own.uploads -= 1;
        if (own.uploads === 0) queues.delete(key);
      });
  });
}
