import { expect, test } from "vitest";
import { excerptOf } from "~/values/excerpt";

test.each([
  ["short", 10, "short"],
  ["exactly te", 10, "exactly te"],
  [" lines\n\n and\ttabs ", 20, "lines and tabs"],
  ["one two three", 10, "one two…"],
  ["one two three", 8, "one two…"],
  ["one two three", 7, "one…"],
  ["unbreakable", 5, "unbr…"],
  ["a unbreakable", 5, "a un…"],
  ["😀😀😀", 4, "😀…"],
])("%j in %i characters is %j", (text, max, excerpt) => {
  expect(excerptOf(text, max)).toBe(excerpt);
  expect(excerptOf(text, max).length).toBeLessThanOrEqual(max);
  expect(excerptOf(text, max).isWellFormed()).toBe(true);
});
