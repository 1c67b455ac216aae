import { expect, test } from "vitest";
import { READS } from "~/limits";
import { HOST, openPortal } from "../support/portal";

test.each(["/calls", "/api/portal/calls", "/api/feeds/calls.atom"])(
  "one address that asks for %s often at once does not keep another waiting for all of it",
  async (path) => {
    const { handler } = await openPortal();
    const answered: string[] = [];
    const ask = async (ip: string) => {
      const request = new Request(`http://${HOST}${path}`, { headers: { host: HOST } });
      const response = await handler(Object.assign(request, { ip }));
      answered.push(ip);
      expect(response.status).toBe(200);
      await response.body?.cancel();
    };
    const many = Array.from({ length: 40 }, () => ask("203.0.113.1"));
    await Promise.all([...many, ask("203.0.113.2")]);
    expect(answered).toHaveLength(41);
    expect(answered.indexOf("203.0.113.2")).toBeLessThanOrEqual(2 * READS.places);
  },
);
