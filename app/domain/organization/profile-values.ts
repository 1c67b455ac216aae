import { z } from "zod";
import { SET_ASIDES } from "#db/enumerations";
import { LIMITS } from "~/values/limits";
import { asciiText, oneOf } from "~/values/text";

/** Digits in groups of three, as people write large numbers. */
const GROUPED = /^\d{1,3}(?:,\d{3})+$|^\d{1,3}(?:\s\d{3})+$/;

/** Removes the separators that group the digits of a number, and leading zeros. */
const plainDigits = (value: string): string =>
  (GROUPED.test(value) ? value.replace(/[,\s]/g, "") : value).replace(/^0+(?=\d)/, "");

/** A whole number as people type it. */
export const digits = (maxDigits: number, max: number) =>
  asciiText(maxDigits, { error: "must be digits" })
    .overwrite(plainDigits)
    .regex(new RegExp(`^\\d{1,${maxDigits}}$`), `must be a whole number of at most ${maxDigits} digits`)
    .transform(Number)
    .pipe(z.number().max(max, `must be at most ${max.toLocaleString("en-US")}`));

/** NAICS codes as they are typed, with commas or spaces between; each once. */
export const naicsCodes = asciiText(LIMITS.naicsCharacters, { error: "must be text" })
  .meta({ pattern: `^[\\s,]*(\\d{6}([\\s,]+\\d{6}){0,${LIMITS.naicsCodes - 1}}[\\s,]*)?$` })
  .transform((value) => [...new Set(value.split(/[\s,]+/).filter((code) => code !== ""))])
  .pipe(
    z
      .array(z.string().regex(/^\d{6}$/, "must be six-digit codes with commas or spaces between"))
      .max(LIMITS.naicsCodes, `must be at most ${LIMITS.naicsCodes} codes`),
  );

/** Any of the set-asides, in the order of their list, each once. */
export const setAsides = z
  .array(oneOf(SET_ASIDES), { error: "must be a list" })
  .max(LIMITS.setAsides, `must be at most ${LIMITS.setAsides}`)
  .transform((values) => SET_ASIDES.filter((value) => values.includes(value)));
