import { expect, test } from "vitest";
import { proveNetwork } from "../proofs/network";

test("no other site's request is accepted, and an ambiguous request is refused", async () => {
  for await (const { what, figure, holds } of proveNetwork({ people: ["systemAdmin"] })) {
    expect(holds, `${what}: ${figure}`).toBe(true);
  }
}, 60_000);
