import { mkdirSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePlace, outcomeOf, type Place, PORTAL, type RunningServer, startServer } from "../support/server-process";

/*
 * The example of a typed client (tests/client). This test generates its types from the served document. They are not in the
 * repository, so only this test can compile it.
 */

const ADMINISTRATOR = { email: "administrator@agency.example", password: "First-Of-Them-All-26" };
const GENERATED = "tests/client/generated";
const EXAMPLE = "../client/main-job";
const COMPILER = [process.execPath, "node_modules/typescript/bin/tsc", "--noEmit", "--project", "tests/client"];

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

test("the example compiles against the served document, and not against a different one", {
  timeout: 60_000,
}, async () => {
  const document = await (await fetch(`${server.origin}/api/openapi.json`)).text();
  mkdirSync(GENERATED, { recursive: true });
  const writeTypes = async (text: string) => writeFileSync(`${GENERATED}/api.d.ts`, astToString(await openapiTS(text)));

  await writeTypes(document.replaceAll("matchedTags", "tagsThatMatched"));
  const other = await outcomeOf(COMPILER, {});
  expect(other.stdout).toContain("matchedTags");
  expect(other.code).not.toBe(0);

  await writeTypes(document);
  expect(await outcomeOf(COMPILER, {})).toMatchObject({ stdout: "", code: 0 });
});

test("a typed client does the main job", async () => {
  const { walkMainJob } = await import(/* @vite-ignore */ EXAMPLE);
  const outcome = await walkMainJob(server.origin, ADMINISTRATOR);
  expect(outcome).toMatchObject({
    matches: expect.arrayContaining([
      { email: "reviewer@agency.example", reason: "TAG", matchedTags: ["rotors"] },
      { email: ADMINISTRATOR.email, reason: "CALL_AUTHOR", matchedTags: [] },
    ]),
    notification: { linkUrl: `/gov/organizations/${outcome.organizationId}?submission=${outcome.submissionId}` },
    status: "REVIEWED",
    exported: [outcome.submissionId],
  });
});
