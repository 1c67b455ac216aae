import { expect, test } from "vitest";
import { z } from "zod";
import { defineQuery } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { api, endpoint } from "~/web/api/api.server";
import { describeApi } from "~/web/openapi/document.server";
import type { RequestContext } from "~/web/transport/request-context.server";
import { openPortal } from "../support/portal";

/* No API route is deprecated at present. This tests the deprecation headers with a route of its own. */

const going = api({
  GET: endpoint(
    defineQuery({
      gate: "public",
      input: z.object({ fail: z.string().optional() }),
      run(_context, { fail }) {
        if (fail) throw new DomainError("not_found");
        return { here: true };
      },
    }),
    {
      summary: "What goes",
      data: z.object({ here: z.boolean() }),
      deprecation: { since: "2026-01-01", sunset: "2026-07-01", reason: "Ask for what comes." },
    },
  ),
});

const ANNOUNCED = {
  deprecation: "@1767225600",
  sunset: "Wed, 01 Jul 2026 00:00:00 GMT",
  link: '</developers#versions>; rel="deprecation"; type="text/html"',
};

test.each([
  ["an answer", "", 200],
  ["a refusal", "?fail=1", 404],
])("the responses of %s announce that it is deprecated", async (_which, query, status) => {
  const { services } = await openPortal();
  const context: RequestContext = { services, requestId: "request", socketAddress: undefined, nonce: "" };
  const request = new Request(`http://portal.test/api/going${query}`);
  const response = await going.loader({ request, params: {}, context });
  expect(response.status).toBe(status);
  expect(Object.fromEntries(response.headers)).toMatchObject(ANNOUNCED);
});

test("the API document marks it as deprecated too", () => {
  const document = describeApi([{ path: "api/going", endpoints: going.endpoints }], "session");
  expect(document.paths["/api/going"]?.get).toMatchObject({
    deprecated: true,
    description: expect.stringContaining("2026-07-01. Ask for what comes."),
  });
});
