import { expect, test } from "vitest";
import { proveMail } from "../proofs/mail";

test("a server that is killed while it sends mail loses none and sends no two messages about one notification", async () => {
  for await (const { what, figure, holds } of proveMail({ kills: 6, people: 3 })) {
    expect(holds, `${what}: ${figure}`).toBe(true);
  }
}, 60_000);
