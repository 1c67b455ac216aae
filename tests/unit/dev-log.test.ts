import { expect, test } from "vitest";
import { shortList } from "../../dev/log";

test.each([
  [["a.ts"], "a.ts"],
  [["a.ts", "b.ts", "c.ts"], "a.ts, b.ts, c.ts"],
  [["a.ts", "b.ts", "c.ts", "d.ts"], "a.ts, b.ts, c.ts and 1 more"],
])("npm run dev lists %j as %j", (files, text) => {
  expect(shortList(files)).toBe(text);
});
