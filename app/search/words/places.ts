import { COUNTRY_CODES, countryNameOf, STATES } from "~/values/address/places";
import { fold } from "../similarity";

/** A place as a record has it: the parts of an address, or a text such as "Falmouth, MA". */
export interface Place {
  text?: string | null;
  city?: string | null;
  state?: string | null;
  zip?: string | null;
  country?: string | null;
}

/** What else people call a country. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  US: "USA United States of America",
  GB: "UK Great Britain England",
  AE: "UAE",
  KR: "Korea",
  NL: "Holland",
};
/** A code of a state at the end of a text, or before its postal code. */
const TRAILING_STATE = /,\s*([A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?\s*$/;

const codesOfStates = new Map([...STATES].map(([code, name]) => [fold(name), code]));
const codesOfCountries = new Map(["US", ...COUNTRY_CODES].map((code) => [fold(countryNameOf(code)), code]));
const UNITED_STATES = new Set(["usa", "us", "united states", "united states of america"]);

/** The words by which people look for a place: also the name and code of its state and its country. */
export function wordsOfPlace({ text, city, state, zip, country }: Place): string {
  const parts = [text, city, state, zip, country].filter((part) => part !== null && part !== undefined && part !== "");
  const named = [state, ...(text ?? "").split(",")].map((part) => fold(part ?? "").trim());
  const codes = [state?.trim().toUpperCase(), TRAILING_STATE.exec(text ?? "")?.[1]];
  return [
    ...parts,
    ...codes.flatMap((code) => withWord(STATES.get(code ?? ""), "state")),
    ...named.flatMap((name) => withWord(codesOfStates.get(name), "state")),
    ...[country ?? "", ...(text ?? "").split(",")].flatMap(countryWords),
  ].join(" ");
}

const withWord = (found: string | undefined, word: string) => (found === undefined ? [] : [found, word]);

function countryWords(written: string): string[] {
  const name = fold(written).trim();
  const code = UNITED_STATES.has(name)
    ? "US"
    : (codesOfCountries.get(name) ?? (COUNTRY_CODES.includes(written.trim()) ? written.trim() : undefined));
  return code === undefined ? [] : [countryNameOf(code), OTHER_NAMES[code] ?? ""];
}
