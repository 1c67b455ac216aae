import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/* What the build sends to browsers. */

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
