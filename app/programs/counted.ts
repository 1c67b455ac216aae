/** A number and what it counts, as programs say it: "1 row", "1,200 rows". */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
