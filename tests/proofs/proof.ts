/** One thing that a proof found: what was looked at, the figure, what it is held to, and whether it holds. */
export interface Finding {
  what: string;
  figure: string;
  bound: string;
  holds: boolean;
}

/**
 * Tries the built server until something is known of it. Findings come as they are made. A proof takes its sizes, so that
 * the tests run it small and a person runs it whole.
 */
export type Proof = () => AsyncIterable<Finding>;
