import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readSettings } from "~/settings.server";
import { readDocumentFrom } from "~/web/openapi/described-routes.server";
import { DOCUMENT_FILE } from "../../app/programs/built-server.mjs";
import { documentOf } from "../support/documented";

/* What the build sends to browsers, and what it prepares for the server's start. */

interface Metafile {
  outputs: Record<string, { inputs: Record<string, unknown> }>;
}

const { outputs }: Metafile = JSON.parse(readFileSync("build/metafile.js.json", "utf8"));
const sources = [...new Set(Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)))];

test("the build sends no server module, database or schema library to browsers", () => {
  expect(sources).toContain("app/root.tsx");
  const unwanted = sources.filter((source) =>
    /\.server\.|^db\/(?!enumerations)|node_modules\/(zod|drizzle-orm|better-sqlite3|pino|busboy)\//.test(source),
  );
  expect(unwanted).toEqual([]);
});

describe("the compiled code of the build", () => {
  /** Whether V8 refused it, in a confined process; "undefined" if it did not get it. */
  const refusal = (folder: string, before = "") => {
    const program = `
      import { collectGarbage, serverScript } from "./app/programs/built-server.mjs";
      ${before}
      process.stdout.write(String(serverScript().cachedDataRejected));
    `;
    const options = ["--permission", "--allow-fs-read=*", "--input-type=module", "--eval", program];
    return spawnSync(process.execPath, options, { encoding: "utf8", cwd: folder }).stdout;
  };

  test("is what a confined server takes, also after it collected its garbage", () => {
    expect(refusal(".")).toBe("false");
    expect(refusal(".", "collectGarbage();")).toBe("false");
  });

  test.each([
    ["damaged", "server.compiled"],
    ["of another source", "server.cjs"],
  ])("is left alone if it is %s", (_what, changed) => {
    const folder = mkdtempSync(join(tmpdir(), "portal-build-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync("app/programs/built-server.mjs", join(folder, "app/programs/built-server.mjs"));
    for (const name of ["server.cjs", "server.compiled"]) cpSync(`build/${name}`, join(folder, "build", name));
    expect(refusal(folder)).toBe("false");
    const file = join(folder, "build", changed);
    const bytes = readFileSync(file);
    // A space in place of another character, far from the beginning.
    bytes[bytes.lastIndexOf(10) - 1] = bytes[bytes.lastIndexOf(10) - 1] === 32 ? 9 : 32;
    writeFileSync(file, bytes);
    expect(refusal(folder)).toBe("undefined");
  });

  test("is strict, as modules are", () => {
    expect(readFileSync("build/server.cjs", "utf8")).toMatch(/^"use strict"/);
  });
});

test("the build describes the API as its routes do", () => {
  const settings = ["http://localhost:3000", "https://portal.example"].map((origin) =>
    readSettings({ NODE_ENV: "test", PUBLIC_ORIGIN: origin }),
  );
  const described = settings.map((each) => JSON.parse(JSON.stringify(documentOf(each))));
  readDocumentFrom(DOCUMENT_FILE);
  // Other test files share this module.
  onTestFinished(() => readDocumentFrom(""));
  expect(settings.map(documentOf)).toEqual(described);
  expect(described[0]).not.toEqual(described[1]);
});
