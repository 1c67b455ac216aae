/** One result of a proof: what it checked, the figure, the limit, and whether the figure is within it. */
export interface Finding {
  what: string;
  figure: string;
  bound: string;
  holds: boolean;
}

/**
 * Tests a promise on the built server and yields findings as it makes them. Proofs take their sizes as parameters, so
 * that the tests can run them small.
 */
export type Proof = () => AsyncIterable<Finding>;
