import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase } from "#db/open";
import { submissionForm } from "../support/arrange";
import { emailOf, PASSWORD, type PersonKey } from "../support/cast";
import { openMigrated } from "../support/migrated";
import { insertServerCast } from "../support/server-cast";
import { makePlace, type Place, PORTAL, type RunningServer, startServer } from "../support/server-process";

/*
 * Every rate limit in docs/contract.md#limits, over HTTP, on the built server. Each limit lets exactly its number of a
 * burst through, survives a restart, and ignores an X-Forwarded-For header that no trusted proxy added.
 */

interface Limited {
  what: string;
  /** How many requests the limit admits, and how many the test sends at once. */
  max: number;
  burst: number;
  as: PersonKey | null;
  method: string;
  path: string;
  /** The status of an admitted request. */
  admitted: number;
  body?: (index: number) => object | FormData;
}

const wrongPassword = { currentPassword: "Not-The-Password-1!", newPassword: "Another-Horse-8-Battery" };

const LIMITED: Limited[] = [
  {
    what: "registrations from an address in an hour",
    max: 5,
    burst: 50,
    as: null,
    method: "POST",
    path: "/api/portal/register",
    admitted: 201,
    body: (index) => ({
      orgName: `Limited ${index}`,
      orgType: "COMPANY",
      contactName: "Lee Limited",
      email: `owner-${index}@limited.example`,
      password: PASSWORD,
    }),
  },
  {
    what: "failed sign-ins with an email from an address in fifteen minutes",
    max: 10,
    burst: 50,
    as: null,
    method: "POST",
    path: "/api/session",
    admitted: 401,
    body: () => ({ email: emailOf("readonly"), password: wrongPassword.currentPassword }),
  },
  {
    what: "submissions of a user in an hour",
    max: 20,
    burst: 50,
    as: "acmeUser",
    method: "POST",
    path: "/api/portal/submissions",
    admitted: 201,
    body: (index) => submissionForm({ title: `Paper ${index}` }),
  },
  {
    what: "password changes of a user in fifteen minutes",
    max: 5,
    burst: 50,
    as: "poc",
    method: "POST",
    path: "/api/account/password",
    admitted: 403,
    body: () => wrongPassword,
  },
  {
    what: "invitations of an organization in an hour",
    max: 20,
    burst: 50,
    as: "acmeAdmin",
    method: "POST",
    path: "/api/portal/invitations",
    admitted: 201,
    body: (index) => ({ email: `guest-${index}@limited.example`, industryRole: "INDUSTRY_USER" }),
  },
  {
    what: "exports of a user in an hour",
    max: 60,
    burst: 100,
    as: "admin",
    method: "GET",
    path: "/api/export/csv?entity=engagements",
    admitted: 200,
  },
  {
    what: "pageviews from an address in a minute",
    max: 60,
    burst: 100,
    as: null,
    method: "POST",
    path: "/api/analytics/pageview",
    admitted: 201,
    body: () => ({ path: "/calls" }),
  },
  {
    what: "searches of a user in a minute",
    max: 120,
    burst: 150,
    as: "lead",
    method: "GET",
    path: "/api/search?q=rotors",
    admitted: 200,
  },
];

let place: Place;
let server: RunningServer;
let tokens: Record<PersonKey, string>;
const settings = { DEMO_LOCK_CREDENTIALS: "false" };

beforeAll(async () => {
  place = makePlace();
  const db = openMigrated(place.settings.DATABASE_PATH);
  tokens = await insertServerCast(db);
  closeDatabase(db);
  server = await startServer(PORTAL, { ...place.settings, ...settings });
});
afterAll(async () => {
  await server.stop();
  place.remove();
});

/** Each request claims another address. */
async function send({ as, method, path, body }: Limited, index: number): Promise<Response> {
  const content = body?.(index);
  const isForm = content instanceof FormData;
  const headers = {
    "x-forwarded-for": `198.51.100.${index % 250}`,
    ...(as && { cookie: `session=${tokens[as]}` }),
    ...(content && !isForm && { "content-type": "application/json" }),
  };
  const response = await fetch(server.origin + path, {
    method,
    headers,
    body: isForm ? content : content && JSON.stringify(content),
  });
  await response.arrayBuffer();
  return response;
}

const sendAtOnce = (limited: Limited, count: number, from = 0) =>
  Promise.all(Array.from({ length: count }, (_unused, index) => send(limited, from + index)));

describe("in a burst, the limit of", () => {
  for (const limited of LIMITED) {
    test(`${limited.what} admits exactly ${limited.max}`, async () => {
      const answers = await sendAtOnce(limited, limited.burst);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === limited.admitted)).toHaveLength(limited.max);
      expect(statuses.filter((status) => status === 429)).toHaveLength(limited.burst - limited.max);
      for (const { status, headers } of answers) {
        if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      }
    });
  }
});

test("a restart resets none of them", async () => {
  // On a slow machine, limits of a minute may end in the meantime.
  const lasting = LIMITED.filter(({ what }) => !what.endsWith("in a minute"));
  for (const limited of lasting) await sendAtOnce(limited, limited.max, 1000);
  await server.stop();
  server = await startServer(PORTAL, { ...place.settings, ...settings });
  for (const limited of lasting) {
    const answers = await sendAtOnce(limited, 10, 2000);
    expect(
      answers.map(({ status }) => status),
      limited.what,
    ).toEqual(Array(10).fill(429));
  }
});
