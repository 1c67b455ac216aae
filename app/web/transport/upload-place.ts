import type { Caller } from "~/operations/caller.server";
import { addressGroup } from "~/values/address-group";
import { createFairQueue, type FairQueue } from "~/values/fair-queue";
import { UPLOADS } from "~/values/limits";

/** The uploads of each user that has any under way or waiting. */
const queues = new Map<string, { queue: FairQueue; uploads: number }>();

/**
 * Waits until the caller may upload: each user has a few uploads at once, and more wait unread. What is staged of one
 * stays on the disk until it is over, so only then may its place be given back.
 * @returns what gives it back
 * @throws DomainError rate_limited when too many wait, or for too long; invalid_request when the client hung up.
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
