import fc from "fast-check";
import { test } from "vitest";

/*
 * How often a property is tried, and from which seed. The tests try a little, the same each time; `npm run prove:input`
 * tries many times as much, and from another seed each time. Both are told by the environment:
 *
 *   PROPERTY_TIMES=20 PROPERTY_SEED=7 npm run test:unit -- tests/properties
 */

const SECONDS = 1000;
const TIMES = wholeNumber("PROPERTY_TIMES", 1);
/** Any will do; with one that stands here the cases are the same each time. */
export const SEED = wholeNumber("PROPERTY_SEED", 20_261_122);

declare module "vitest" {
  interface TaskMeta {
    /** How many cases the test tried. */
    cases?: number;
  }
}

/** So many cases, as many times over as is asked for. */
export const times = (cases: number): number => cases * TIMES;

/** How long a test may take that takes so many seconds at most when it tries its cases once. */
export const timeoutOf = (seconds: number): number => times(seconds) * SECONDS;

/** Makes a test of a property. What it fails on is shrunk, and told together with the seed. */
export function property<Values>(name: string, cases: number, held: fc.IRawProperty<Values>): void {
  test(name, { timeout: timeoutOf(20) }, async ({ task }) => {
    await fc.assert(held, { numRuns: times(cases), seed: SEED });
    task.meta.cases = times(cases);
  });
}

function wholeNumber(name: string, otherwise: number): number {
  const number = Number(process.env[name] ?? otherwise);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`${name} must be a whole number, and 1 or more`);
  return number;
}
