import { expect, test } from "vitest";
import { proveCost } from "../proofs/cost";

const LEDGER = { publications: 300, records: 100, administration: 100, each: 20, events: 100 };

test("no request makes another one wait", async () => {
  for await (const { what, figure, holds } of proveCost({ ledger: LEDGER, people: ["systemAdmin"], every: 97 })) {
    expect(holds, `${what}: ${figure}`).toBe(true);
  }
}, 120_000);
