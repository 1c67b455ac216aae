import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemonstration } from "~/demo/seed";
import { readSettings } from "~/settings.server";
import { unescaped, withoutScripts } from "../support/markup";
import { makePlace, outcomeOf, type Place, PORTAL, type RunningServer, startServer } from "../support/server-process";

/* Runs the curl session of the developer guide in bash, exactly as the page shows it. */

let place: Place;
let server: RunningServer;
beforeAll(async () => {
  place = makePlace();
  await seedDemonstration(readSettings({ ...place.settings, LOG_LEVEL: "silent" }), new Date());
  server = await startServer(PORTAL, place.settings);
}, 60_000);
afterAll(async () => {
  await server.stop();
  place.remove();
});

interface Step {
  id: string;
  code: string;
}

/** The steps on the page: each heading, and the code after it. */
async function shownSteps(): Promise<Step[]> {
  const html = withoutScripts(await (await fetch(`${server.origin}/developers`)).text());
  const [, session = ""] = html.split('<h2 id="session">');
  const shown = session.slice(0, session.indexOf("</section>"));
  return Array.from(
    shown.matchAll(/<h3 id="session-([^"]+)">[\s\S]*?<pre><code>([\s\S]*?)<\/code><\/pre>/g),
    ([, id = "", code = ""]) => ({ id, code: unescaped(code) }),
  );
}

const END = "--- end of step";

/** Runs steps one after another until one is refused. @returns the output of each */
async function run(steps: readonly Step[]) {
  const script = steps.map(({ id, code }) => `${code}\nprintf '%s\\n' '${END} ${id}'`).join("\n");
  const outcome = await outcomeOf(["bash", "-euo", "pipefail", "-c", script], {
    BASE: server.origin,
    TMPDIR: place.folder,
  });
  const printed = outcome.stdout.split(new RegExp(`^${END} (.*)\n`, "m"));
  const prints = Object.fromEntries(
    printed.slice(0, -1).flatMap((text, index) => (index % 2 === 0 ? [[printed[index + 1], text.trimEnd()]] : [])),
  );
  return { ...outcome, prints };
}

const IDENTIFIER = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test("the session in the guide works from registration to export", { timeout: 60_000 }, async () => {
  const steps = await shownSteps();
  const { code, stderr, prints } = await run(steps);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(Object.keys(prints)).toEqual(steps.map(({ id }) => id));

  expect(prints).toEqual({
    prepare: "",
    register: expect.stringMatching(IDENTIFIER),
    "sign-in": "INDUSTRY_ADMIN",
    calls: expect.stringMatching(/^\S.+(\n\S.+)+$/),
    submit: expect.stringMatching(IDENTIFIER),
    status: "ROUTED",
    government: "GOV_SYSTEM_ADMIN",
    find: expect.stringMatching(/^Passive radar, run \d+: ROUTED$/),
    matches: expect.stringContaining("CALL_AUTHOR"),
    engagement: expect.stringMatching(IDENTIFIER),
    standing: "UNDER_REVIEW",
    search: "Organizations: 1\nEngagements: 1",
    // First the complete list, then the changes since, which are empty.
    copy: expect.stringMatching(/^1\nFalcon Ridge Sensing \d+: ACTIVE$/),
    export: expect.stringMatching(/^1\nPassive radar, run \d+$/),
    "sign-out": "true\ntrue\n401",
  });
});

test("the session stops at a refusal, and says why", { timeout: 60_000 }, async () => {
  const [prepare, register, ...others] = await shownSteps();
  if (!prepare || !register) throw new Error("The page shows no session");
  const refused = { ...register, code: register.code.replace('"COMPANY"', '"CLUB"') };
  const { code, stderr, prints } = await run([prepare, refused, ...others]);
  expect(code).not.toBe(0);
  expect(stderr).toContain("400");
  expect(Object.keys(prints)).toEqual(["prepare"]);
});
