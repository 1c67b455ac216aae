import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readSettings } from "~/settings.server";
import { readCodeTables } from "~/storage/code-tables.server";
import { LIMITS } from "~/values/limits";
import { insertCall } from "../support/arrange";
import { START } from "../support/cast";
import { wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";
import { scenarios } from "../support/scenario";

/** As the Census Bureau writes its table: groups of industries above the industries, spaces in its header. */
const NAICS = `Seq. No.,2022 NAICS US   Code,2022 NAICS US Title
1,33,Manufacturing
2,3345,"Navigational, Measuring and Control Instruments Manufacturing"
3,334510,Electromedical Apparatus Manufacturing
4,334511,"Search, Detection, Navigation and Guidance Instrument Manufacturing"
,,
5,541715,Research in the Physical Sciences
`;

/** As GSA writes its table: each code again for each time in which it was valid. */
const PSC = `PSC CODE,PRODUCT AND SERVICE CODE NAME,START DATE,END DATE
AC12,Defense Research (1979),10/1/1979,9/30/2020
AC12,Applied Research,10/1/2020,
1550,Unmanned Aircraft,10/1/2011,
1560,Airframe Parts,10/1/1979,9/30/2020
1570,Drones,10/1/1979,9/30/2999
`;

function codeFile(content: string | Buffer, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "portal-codes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const openWithTables = () =>
  openPortal({ NAICS_CODES: codeFile(`\uFEFF${NAICS}`, "naics-2022.csv"), PSC_CODES: codeFile(PSC, "psc 2024.csv") });

async function found(portal: Portal, query: string) {
  const { status, body } = await portal.request(null, "GET", `/api/classification-codes?${query}`);
  expect(status).toBe(200);
  return (body as { data: { year: number | null; total: number; codes: { code: string; title: string }[] } }).data;
}

describe("GET /api/classification-codes", () => {
  test.each([
    ["the start of a code", "system=NAICS&q=33451", ["334510", "334511"]],
    ["starts of words in any order and case", "system=NAICS&q=GUID+search", ["334511"]],
    ["a word and the start of a code", "system=NAICS&q=manufacturing+334511", ["334511"]],
    ["a word that no title has", "system=NAICS&q=rotor", []],
    ["the middle of a word", "system=NAICS&q=manned", []],
    ["no words", "system=NAICS&q=+%2C", []],
    ["another system", "system=PSC&q=unmanned", ["1550"]],
    ["a code that has ended", "system=PSC&q=airframe", []],
    ["a code that ends later", "system=PSC&q=drone", ["1570"]],
    ["plurals", "system=NAICS&q=navigations+instruments", ["334511"]],
    [
      "all words of a long title",
      "system=NAICS&q=search+detection+navigation+and+guidance+instrument+manufacturing+334511+334510",
      [],
    ],
    ["a code in small letters", "system=PSC&q=ac1", ["AC12"]],
  ])("finds codes by %s", async (_what, query, codes) => {
    const { total, ...rest } = await found(await openWithTables(), query);
    expect(rest.codes.map(({ code }) => code)).toEqual(codes);
    expect(total).toBe(codes.length);
  });

  test("names the table's year, the newest title and how many codes there are", async () => {
    const portal = await openWithTables();
    expect(await found(portal, "system=PSC&q=AC12")).toEqual({
      system: "PSC",
      year: 2024,
      total: 1,
      codes: [{ code: "AC12", title: "Applied Research" }],
    });
    expect(await found(portal, "system=NAICS&q=manufacturing&limit=1")).toMatchObject({
      year: 2022,
      total: 2,
      codes: [{ code: "334510" }],
    });
  });

  test("finds nothing without a table, and its page does not exist", async () => {
    const portal = await openPortal();
    expect(await found(portal, "system=NAICS&q=research")).toEqual({
      system: "NAICS",
      year: null,
      total: 0,
      codes: [],
    });
    expect((await portal.request(null, "GET", "/classification-codes")).status).toBe(404);
  });

  const get = { as: null, method: "GET", status: 400 } as const;
  const path = (query: string) => `/api/classification-codes?${query}`;
  scenarios([
    { name: "requires a system and a text", ...get, path: path(""), fields: ["system", "q"] },
    { name: "knows only its systems", ...get, path: path("system=SIC&q=a"), fields: ["system"] },
    { name: "takes at most 255 characters", ...get, path: path(`system=PSC&q=${"a".repeat(256)}`), fields: ["q"] },
    { name: "returns at most 100 codes", ...get, path: path("system=PSC&q=a&limit=101"), fields: ["limit"] },
  ]);
});

describe("pages", () => {
  test("show the names of a call's codes, and codes that the tables do not have alone", async () => {
    const portal = await openWithTables();
    const known = insertCall(portal, { naicsCode: "334511", classificationCode: "AC12" });
    const unknown = insertCall(portal, { naicsCode: "335911", classificationCode: "1560" });
    const textOf = async (id: string) => wordsOf((await portal.request(null, "GET", `/calls/${id}`)).text);
    expect(await textOf(known)).toMatch(/334511 Search, Detection.*AC12 Applied Research/s);
    expect(await textOf(unknown)).toMatch(/335911.*1560/s);
  });

  test("list codes by name without scripts", async () => {
    const portal = await openWithTables();
    const { status, text } = await portal.request(null, "GET", "/classification-codes?system=NAICS&q=physical");
    expect(status).toBe(200);
    expect(wordsOf(text)).toContain("541715 Research in the Physical Sciences");
  });
});

describe("the settings", () => {
  const read = (path: string) => readCodeTables(readSettings({ NAICS_CODES: path }), START);

  test.each<[string, string | Buffer, string]>([
    ["a name without a year", NAICS, "naics.csv"],
    ["a name with a number that is no year", NAICS, "naics-120225.csv"],
    ["no column with titles", "2022 NAICS US Code,Index\n541715,1\n", "naics-2022.csv"],
    ["no codes", "2022 NAICS US Code,2022 NAICS US Title\n33,Manufacturing\n", "naics-2022.csv"],
    ["codes of another system", PSC, "naics-2022.csv"],
    ["an open quotation mark", 'Code,Title\n541715,"Research\n', "naics-2022.csv"],
    ["text in Windows-1252", Buffer.from("Code,Title\n541715,Caf\xe9\n", "latin1"), "naics-2022.csv"],
    ["too many bytes", Buffer.alloc(LIMITS.codeTableBytes + 1, "a"), "naics-2022.csv"],
    ["nothing", "", "naics-2022.csv"],
  ])("refuse a file with %s", async (_what, content, name) => {
    await expect(read(codeFile(content, name))).rejects.toThrow(/NAICS_CODES: /);
  });

  test("refuse a file that does not exist", async () => {
    await expect(read("/no/such/naics-2022.csv")).rejects.toThrow("NAICS_CODES: there is no such file");
  });
});
