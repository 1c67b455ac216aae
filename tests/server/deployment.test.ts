import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { proveDeployment } from "../proofs/deployment";

test("check:deploy tells weak deployments from sound ones, and the process is confined", {
  timeout: 60_000,
}, async () => {
  for await (const { what, figure, holds } of proveDeployment()) expect(holds, `${what}: ${figure}`).toBe(true);
});

test("the image has every module that the server needs to start, and does not run as root", () => {
  const dockerfile = readFileSync("Dockerfile", "utf8");
  const imported = [...readFileSync("app/programs/start.mjs", "utf8").matchAll(/from "\.(\.?)\/(.+?)"/g)].map(
    ([, isAbove, name = ""]) => (isAbove ? name : `programs/${name}`),
  );
  expect(imported.length).toBeGreaterThan(0);
  const workers = readdirSync("app/programs")
    .filter((name) => name.endsWith("-worker.mjs"))
    .map((name) => `programs/${name}`);
  expect(workers.length).toBeGreaterThan(3);
  for (const name of ["programs/start.mjs", ...workers, "values/data-places.mjs", ...imported]) {
    // By itself, or in its folder.
    const isCopied = [name, dirname(name)].some((path) => dockerfile.includes(`/portal/app/${path} `));
    expect(isCopied, name).toBe(true);
  }
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^VOLUME \["\/data"\]$/m);
});
