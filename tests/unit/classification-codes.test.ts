import { expect, test } from "vitest";
import { type CodeTable, codeTable, findCodes } from "~/values/classification-codes";

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
  let compared = 0;
  const words = {
    includes: () => {
      compared += 1;
      return true;
    },
  };
  const searched = [{ code: { code: "1550", title: "Unmanned Aircraft" }, words: words as unknown as string }];
  const table: CodeTable = { ...TABLE, searched };
  findCodes(table, "a air aircraft unmanned ".repeat(10));
  expect(compared).toBe(2);
});
