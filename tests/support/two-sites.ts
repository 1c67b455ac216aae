import { onTestFinished } from "vitest";
import { settingsFor } from "../proofs/failover";
import { makePlaceForWrites, Writers } from "../proofs/writers";
import { ReplicaSite } from "./replica-site";
import { makePlace } from "./server-process";

/** Longer than it takes to renew a lease on a busy machine. */
export const LEASE_SECONDS = 3;

/** Two machines and a store between them, until the end of the test. The first one has data. */
export interface TwoSites {
  primary: ReplicaSite;
  other: ReplicaSite;
  writers: Writers;
  /** A session of a government user. */
  government: string;
  /** The status of a page for a government user. */
  statusOf(origin: string, path: string): Promise<number>;
  /** Writes ten times. @returns how many were acknowledged */
  acceptedBy(site: ReplicaSite): Promise<number>;
}

export function openTwoSites(): TwoSites {
  const { place, cast } = makePlaceForWrites(2_000);
  const store = makePlace();
  const settings = settingsFor(store, LEASE_SECONDS);
  const [primary, other] = [new ReplicaSite(place, settings), new ReplicaSite(makePlace(), settings)];
  const writers = new Writers(cast);
  onTestFinished(async () => {
    for (const site of [primary, other]) {
      site.signal("SIGCONT");
      await site.kill();
      site.place.remove();
    }
    store.remove();
  });
  return {
    primary,
    other,
    writers,
    government: cast.government,
    async statusOf(origin, path) {
      const response = await fetch(`${origin}${path}`, { headers: { cookie: `session=${cast.government}` } });
      return response.status;
    },
    async acceptedBy(site) {
      const before = writers.acknowledged.length;
      for (let count = 0; count < 10; count += 1) await writers.write(site.origin);
      return writers.acknowledged.length - before;
    },
  };
}
