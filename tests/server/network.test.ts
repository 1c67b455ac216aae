import { expect, test } from "vitest";
import { proveNetwork } from "../proofs/network";

test("nothing passes for another site, and what could be read in two ways is refused", async () => {
  for await (const { what, figure, holds } of proveNetwork({ people: ["systemAdmin"] })) {
    expect(holds, `${what}: ${figure}`).toBe(true);
  }
}, 60_000);
