import type { SearchType } from "#db/enumerations";
import { seededRandom } from "~/demo/stage/random";
import { properName } from "./vocabulary";

/*
 * What the ledger's search finds besides titles and texts. It depends on the number of the record only, and not on the
 * corpus's own draws.
 */

export interface Identity {
  /** Five letters and digits, like a CAGE code. */
  code: string;
  /** Twelve letters and digits, like a UEI. */
  entity: string;
  solicitationNumber: string;
  /** A first and a last name. */
  person: string;
  city: string;
  state: string;
}

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODES = LETTERS.length ** 5;
/** Has no factor with the number of codes in common, so that no two records have the same code. */
const STEP = 19_349_663;
const FIRST_NAMES = "Ada Bruno Carla Dmitri Elena Farid Grace Hugo Ines Jonas Katya Liam Mara Noor Otto Priya".split(
  " ",
);
const LAST_NAMES = 40_000;
const CITIES = [
  ["Arlington", "VA"],
  ["Huntsville", "AL"],
  ["San Diego", "CA"],
  ["Dayton", "OH"],
  ["Tucson", "AZ"],
  ["Boulder", "CO"],
  ["Newport", "RI"],
  ["Austin", "TX"],
] as const;
const OFFICES = "DARS NAVX AFMC TRDC SOLX".split(" ");

export function identityOf(type: SearchType, recordNumber: number): Identity {
  const random = seededRandom(Math.imul(recordNumber * 4 + type.length, 0x9e3779b1));
  const lastName = properName(random.below(LAST_NAMES));
  const [city, state] = random.pick(CITIES);
  const code = codeOf((recordNumber * STEP) % CODES, 5);
  return {
    code,
    entity: `${codeOf(random.below(CODES), 5)}${code}${codeOf(random.below(1024), 2)}`,
    solicitationNumber: `BEN-${random.pick(OFFICES)}-RFI-${recordNumber.toString().padStart(7, "0")}`,
    person: `${random.pick(FIRST_NAMES)} ${lastName.charAt(0).toUpperCase()}${lastName.slice(1)}`,
    city,
    state,
  };
}

function codeOf(number: number, length: number): string {
  let rest = number;
  return Array.from({ length }, () => {
    const letter = LETTERS.charAt(rest % LETTERS.length);
    rest = Math.floor(rest / LETTERS.length);
    return letter;
  }).join("");
}
