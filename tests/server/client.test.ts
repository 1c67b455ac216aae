import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { walkMainJob } from "../client/main-job";
import { makePlace, type Place, PORTAL, type RunningServer, startServer } from "../support/server-process";

const ADMINISTRATOR = { email: "administrator@agency.example", password: "First-Of-Them-All-26" };
const HEADER = `/*
 * Made of GET /api/openapi.json by openapi-typescript; \`npx vitest run -u --config tests/vitest.config.ts
 * tests/server/client.test.ts\` makes it anew after \`npm run build\`. A difference here is a change that programs see.
 */

`;

let place: Place;
let server: RunningServer;
beforeAll(async () => {
  place = makePlace();
  server = await startServer(PORTAL, {
    ...place.settings,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
});
afterAll(async () => {
  await server.stop();
  place.remove();
});

test("the client's types are those that the served document makes", async () => {
  const document = await (await fetch(`${server.origin}/api/openapi.json`)).text();
  const types = astToString(await openapiTS(document));
  await expect(HEADER + types).toMatchFileSnapshot("../client/generated/api.d.ts");
});

test("a typed client walks the main job", async () => {
  const outcome = await walkMainJob(server.origin, ADMINISTRATOR);
  expect(outcome).toMatchObject({
    matches: expect.arrayContaining([
      { email: "reviewer@agency.example", reason: "TAG", matchedTags: ["rotors"] },
      { email: ADMINISTRATOR.email, reason: "CALL_AUTHOR", matchedTags: [] },
    ]),
    notice: { linkUrl: `/gov/organizations/${outcome.organizationId}?submission=${outcome.submissionId}` },
    status: "REVIEWED",
    exported: [outcome.submissionId],
  });
});
