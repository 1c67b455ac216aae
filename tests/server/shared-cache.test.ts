import { expect, test } from "vitest";
import { MB } from "~/values/limits";
import { proveCache } from "../proofs/cache";

test.skipIf(process.platform !== "linux")(
  "behind nginx, nobody gets what is someone else's, and visitors do not see a restart",
  { timeout: 120_000 },
  async () => {
    const sizes = {
      publications: 3,
      people: ["systemAdmin"],
      every: { open: 4, closed: 25, attack: 4 },
      fileBytes: MB,
      restart: { upMilliseconds: 0, stoppedMilliseconds: 2_000, killedMilliseconds: null },
      load: null,
    } as const;
    for await (const { what, figure, holds } of proveCache(sizes)) expect(holds, `${what}: ${figure}`).toBe(true);
  },
);
