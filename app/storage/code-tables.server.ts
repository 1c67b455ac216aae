import { isUtf8 } from "node:buffer";
import { basename } from "node:path";
import { parse } from "csv-parse/sync";
import type { Settings } from "~/settings.server";
import { type CodeSystem, type CodeTable, type CodeTables, codeTable } from "~/values/classification-codes";
import { LIMITS } from "~/values/limits";
import { readSettingFile, settingFault } from "./setting-file.server";

/** The setting with the file of each system, and the form of its codes. Shorter NAICS codes are groups of industries. */
const SYSTEMS: Readonly<Record<CodeSystem, { setting: string; form: RegExp }>> = {
  NAICS: { setting: "NAICS_CODES", form: /^\d{6}$/ },
  PSC: { setting: "PSC_CODES", form: /^[A-Z0-9]{4}$/ },
};

/**
 * Reads the tables of classification codes that the settings name, without the codes that have ended.
 * @throws Error that names the setting that cannot be used, and why
 */
export async function readCodeTables({ naicsCodes, pscCodes }: Settings, now: Date): Promise<CodeTables> {
  const [NAICS, PSC] = await Promise.all([readTable("NAICS", naicsCodes, now), readTable("PSC", pscCodes, now)]);
  return { NAICS, PSC };
}

async function readTable(system: CodeSystem, path: string | null, now: Date): Promise<CodeTable | null> {
  if (path === null) return null;
  const { setting, form } = SYSTEMS[system];
  const year = Number(/(?<!\d)(?:19|20)\d\d(?!\d)/.exec(basename(path))?.[0]);
  if (Number.isNaN(year))
    throw settingFault(setting, "the file's name needs the year of the table, as in codes-2022.csv");
  const bytes = await readSettingFile(setting, path, LIMITS.codeTableBytes);
  const titles = titlesIn(rowsOf(bytes, setting), form, now);
  if (titles === null)
    throw settingFault(setting, "the first line must name a column with Code and one with Title or Name");
  if (titles.size === 0) throw settingFault(setting, `no line has a ${system} code and its title`);
  return codeTable(year, titles);
}

function rowsOf(bytes: Buffer, setting: string): string[][] {
  if (!isUtf8(bytes)) throw settingFault(setting, "it is not in UTF-8");
  try {
    return parse(bytes, { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    throw settingFault(setting, `it is not a CSV file: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * The titles by code, without headings and without codes that have ended. The official tables name their columns
 * "2022 NAICS US Code" and "2022 NAICS US Title", or "PSC CODE", "PRODUCT AND SERVICE CODE NAME" and "END DATE".
 */
function titlesIn([header = [], ...rows]: string[][], form: RegExp, now: Date): Map<string, string> | null {
  const column = (name: RegExp) => header.findIndex((text) => name.test(text));
  const [code, title, end] = [column(/\bcode$/i), column(/\b(?:title|name)$/i), column(/\bend date$/i)];
  if (code === -1 || title === -1) return null;
  const titles = new Map<string, string>();
  for (const row of rows) {
    const [value = "", name = ""] = [row[code]?.toUpperCase(), row[title]];
    if (form.test(value) && name !== "" && !hasEnded(row[end], now)) titles.set(value, name);
  }
  return titles;
}

/** @param end such as 9/30/2020. Text that is not a date says only that there is an end */
function hasEnded(end: string | undefined, now: Date): boolean {
  if (!end) return false;
  const date = new Date(end);
  return Number.isNaN(date.getTime()) || date < now;
}
