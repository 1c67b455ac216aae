import { describe, expect, test } from "vitest";
import { proveHandover } from "../proofs/handover";

describe.runIf(process.platform === "linux")("servers that follow each other on one socket", () => {
  test("fail no request and lose no write", { timeout: 60_000 }, async () => {
    const findings = proveHandover({
      handovers: 2,
      clients: {
        "fetch that keeps connections": 2,
        "kept connections without pauses": 2,
        "a connection for each request": 2,
      },
      proxied: {},
      betweenMilliseconds: [200, 400],
      waitMilliseconds: Number.POSITIVE_INFINITY,
    });
    for await (const { what, figure, holds } of findings) expect(holds, `${what}: ${figure}`).toBe(true);
  });
});
