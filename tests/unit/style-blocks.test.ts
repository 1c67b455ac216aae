import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const STYLES = "app/ui/styles";

test("a class has its own rule in one file, so that two parts of a page never share a name", () => {
  const owners = new Map<string, Set<string>>();
  const sheets = readdirSync(STYLES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".scss"));
  for (const sheet of sheets)
    for (const [, name = ""] of readFileSync(join(STYLES, sheet), "utf8").matchAll(/^\.(glip-[\w-]+) \{/gm))
      owners.set(name, (owners.get(name) ?? new Set()).add(sheet));
  expect(owners.size).toBeGreaterThan(100);
  expect(
    [...owners].filter(([, files]) => files.size > 1).map(([name, files]) => `${name}: ${[...files].join(", ")}`),
  ).toEqual([]);
});
