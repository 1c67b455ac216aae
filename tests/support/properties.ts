import fc from "fast-check";
import { test } from "vitest";

/*
 * How many cases a property test tries, and from which seed. Normal test runs try a few cases from a fixed seed.
 * `npm run prove:input` tries many more, from a new seed each time. Set both through the environment:
 *
 *   PROPERTY_TIMES=20 PROPERTY_SEED=7 npm run test:unit -- tests/properties
 */

const SECONDS = 1000;
const TIMES = wholeNumber("PROPERTY_TIMES", 1);
/** A fixed default, so that every test run tries the same cases. */
export const SEED = wholeNumber("PROPERTY_SEED", 20_261_122);

declare module "vitest" {
  interface TaskMeta {
    /** How many cases the test tried. */
    cases?: number;
  }
}

/** The number of cases, multiplied by PROPERTY_TIMES. */
export const times = (cases: number): number => cases * TIMES;

/** A test's timeout in milliseconds. @param seconds its timeout when PROPERTY_TIMES is 1 */
export const timeoutOf = (seconds: number): number => times(seconds) * SECONDS;

/** Adds a property test. A failure reports the smallest counterexample and the seed. @param seconds the most it may take */
export function property<Values>(name: string, cases: number, rule: fc.IRawProperty<Values>, seconds = 20): void {
  test(name, { timeout: timeoutOf(seconds) }, async ({ task }) => {
    await fc.assert(rule, { numRuns: times(cases), seed: SEED });
    task.meta.cases = times(cases);
  });
}

function wholeNumber(name: string, otherwise: number): number {
  const number = Number(process.env[name] ?? otherwise);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`${name} must be a whole number of 1 or more`);
  return number;
}
