import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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

test("a confined server takes the compiled code of the build", () => {
  const program = `
    import { serverScript } from "./app/programs/built-server.mjs";
    process.stdout.write(String(serverScript().cachedDataRejected));
  `;
  const options = ["--permission", "--allow-fs-read=*", "--input-type=module", "--eval", program];
  expect(spawnSync(process.execPath, options, { encoding: "utf8" }).stdout).toBe("false");
});

test("the build describes the API as its routes do", () => {
  const settings = ["http://localhost:3000", "https://portal.example"].map((origin) =>
    readSettings({ NODE_ENV: "test", PUBLIC_ORIGIN: origin }),
  );
  const described = settings.map((each) => JSON.parse(JSON.stringify(documentOf(each))));
  readDocumentFrom(DOCUMENT_FILE);
  expect(settings.map(documentOf)).toEqual(described);
  expect(described[0]).not.toEqual(described[1]);
});
