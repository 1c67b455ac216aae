/** How many children a list or component has, and which of them is rendered now. */
export type Fork = readonly [count: number, index: number];

const DIGIT_BITS = 5;
const MOST_BITS = 30;
const bitsOf = (number: number) => 32 - Math.clz32(number);

/**
 * The number of a place in the tree of components, from the forks on the way there. React's browser renderer makes the ids of
 * `useId` from it. Each fork adds the bits of its index. Digits to the base 32 that no later fork changes become text.
 */
export function treeIdOf(forks: Iterable<Fork>): string {
  let digits = "";
  let id = 0;
  let length = 0;
  for (const [count, index] of forks) {
    const more = bitsOf(count);
    if (length + more > MOST_BITS) {
      const done = length - (length % DIGIT_BITS);
      digits = (id & ((1 << done) - 1)).toString(32) + digits;
      id >>= done;
      length -= done;
    }
    id |= (index + 1) << length;
    length += more;
  }
  return id.toString(32) + digits;
}
