import { expect, onTestFinished, test, vi } from "vitest";
import { codeTable, findCodes } from "~/values/classification-codes";

const TABLE = codeTable(
  2024,
  new Map([
    ["1550", "Unmanned Aircraft"],
    ["1560", "Airframe Structural Components"],
  ]),
);

test.each([
  ["air a ai air airs aircraft", ["1550"]],
  ["a a a a", ["1550", "1560"]],
  ["air 15 156", ["1560"]],
  ["aircraft structural", []],
])("a query with words that begin others finds what all of them find: %s", (query, codes) => {
  expect(findCodes(TABLE, query).map(({ code }) => code)).toEqual(codes);
});

test("a title is compared with each word of a query only once, and not with the beginnings of the word", () => {
  const includes = vi.spyOn(String.prototype, "includes");
  onTestFinished(() => includes.mockRestore());
  findCodes(TABLE, "a air aircraft unmanned ".repeat(10));
  const [aircraft] = TABLE.searched;
  expect(includes.mock.contexts.filter((text) => String(text) === aircraft?.words)).toHaveLength(2);
});
