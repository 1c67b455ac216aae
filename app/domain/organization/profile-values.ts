import * as z from "zod";
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
  asciiText(maxDigits, "Send digits as text")
    .overwrite(plainDigits)
    .regex(new RegExp(`^\\d{1,${maxDigits}}$`), `Enter a whole number with at most ${maxDigits} digits`)
    .transform(Number)
    .pipe(z.number().max(max, `Enter ${max.toLocaleString("en-US")} or less`));

/** NAICS codes as they are typed, with commas or spaces between; each once. */
export const naicsCodes = asciiText(LIMITS.naicsCharacters)
  .meta({ pattern: `^[\\s,]*(\\d{6}([\\s,]+\\d{6}){0,${LIMITS.naicsCodes - 1}}[\\s,]*)?$` })
  .transform((value) => [...new Set(value.split(/[\s,]+/).filter((code) => code !== ""))])
  .pipe(
    z
      .array(z.string().regex(/^\d{6}$/, "Enter six-digit codes with commas or spaces between them"))
      .max(LIMITS.naicsCodes, `Enter at most ${LIMITS.naicsCodes} NAICS codes`),
  );

/** Any of the set-asides, in the order of their list, each once. */
export const setAsides = z
  .array(oneOf(SET_ASIDES), "Send a list")
  .max(LIMITS.setAsides, `Choose at most ${LIMITS.setAsides} set-asides`)
  .transform((values) => SET_ASIDES.filter((value) => values.includes(value)));
