import { DomainError } from "./errors";

export interface FairQueueSizes {
  /** How much work runs at once. */
  places: number;
  /** How many of one group may wait. */
  waitingPerGroup: number;
  /** How many may wait in all. */
  waiting: number;
  /** The longest wait. */
  waitMilliseconds: number;
  /** How long a refused caller should wait before another try. */
  retryAfterSeconds: number;
}

/** Who asks for a place: the group that it belongs to, and a signal for when it gives up. */
export interface Requester {
  group: string;
  abandoned?: AbortSignal;
}

/**
 * Runs the work as soon as one of `places` is free.
 * @throws DomainError rate_limited if the group or the whole queue is full, or after `waitMilliseconds`;
 *   invalid_request if the caller gave up first
 */
export type FairQueue = <Result>(requester: Requester, work: () => Promise<Result>) => Promise<Result>;

interface Waiter {
  start: () => void;
  refuse: (error: DomainError) => void;
}

/**
 * A queue in which groups take turns. Each free place goes to the next of the groups with the fewest places, including
 * the group that frees it. A group that asks for a lot delays itself and not the others, and a newcomer waits only for
 * work that already runs. When the queue is full, the newest of the longest group makes room for a shorter group. With
 * more groups than places in the queue, each has an equal chance at the next free place.
 */
export function createFairQueue(sizes: FairQueueSizes): FairQueue {
  const { places, waitingPerGroup, waiting: waitingMost, waitMilliseconds, retryAfterSeconds } = sizes;
  /** Waiting work by group. The groups are in the order of their turns. */
  const groups = new Map<string, Waiter[]>();
  /** How many places each group has. */
  const placesOf = new Map<string, number>();
  let running = 0;
  let waiting = 0;

  const busy = () =>
    new DomainError("rate_limited", "The service is busy. Try again in a moment", { retryAfterSeconds });

  const leave = (group: string, waiter: Waiter): void => {
    const line = groups.get(group);
    const at = line?.indexOf(waiter) ?? -1;
    if (!line || at < 0) return;
    line.splice(at, 1);
    waiting -= 1;
    if (line.length === 0) groups.delete(group);
  };

  const nextTurn = (): string | undefined => {
    let next: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const group of groups.keys()) {
      const count = placesOf.get(group) ?? 0;
      if (count < fewest) [next, fewest] = [group, count];
    }
    return next;
  };

  const startNext = (): void => {
    const group = nextTurn();
    const line = group === undefined ? undefined : groups.get(group);
    if (group === undefined || !line) {
      running -= 1;
      return;
    }
    const waiter = line[0] as Waiter;
    leave(group, waiter);
    // Its next turn is last, if more of it waits.
    if (groups.delete(group)) groups.set(group, line);
    // The place passes to the next one, so `running` does not change.
    waiter.start();
  };

  /** Makes room for one more of a group, or refuses it. */
  const makeRoom = (group: string): void => {
    const own = groups.get(group)?.length ?? 0;
    if (own >= waitingPerGroup) throw busy();
    if (waiting < waitingMost) return;
    const [longest, line] = [...groups].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    if (line.length <= own + 1) throw busy();
    const newest = line.at(-1) as Waiter;
    leave(longest, newest);
    newest.refuse(busy());
  };

  const turnOf = ({ group, abandoned }: Requester): Promise<void> => {
    if (running < places) {
      running += 1;
      return Promise.resolve();
    }
    makeRoom(group);
    return new Promise<void>((resolve, reject) => {
      const over = () => {
        clearTimeout(deadline);
        abandoned?.removeEventListener("abort", abandon);
      };
      const waiter: Waiter = {
        start() {
          over();
          resolve();
        },
        refuse(error) {
          over();
          reject(error);
        },
      };
      const giveUp = (error: DomainError) => {
        leave(group, waiter);
        waiter.refuse(error);
      };
      const abandon = () => giveUp(abandonedError());
      const deadline = setTimeout(() => giveUp(busy()), waitMilliseconds);
      deadline.unref();
      abandoned?.addEventListener("abort", abandon);
      const line = groups.get(group);
      if (line) line.push(waiter);
      else groups.set(group, [waiter]);
      waiting += 1;
    });
  };

  return async (requester, work) => {
    if (requester.abandoned?.aborted) throw abandonedError();
    await turnOf(requester);
    const { group } = requester;
    placesOf.set(group, (placesOf.get(group) ?? 0) + 1);
    try {
      return await work();
    } finally {
      // Still counted here, so a group that just had a place goes after groups that had none.
      startNext();
      const left = (placesOf.get(group) ?? 1) - 1;
      if (left === 0) placesOf.delete(group);
      else placesOf.set(group, left);
    }
  };
}

/** The error for a client that closed its connection. Nobody reads it. */
export const abandonedError = () => new DomainError("invalid_request", "The request was interrupted");
