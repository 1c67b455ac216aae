import { labelOf, statusFamily } from "~/values/labels";

/** An enumerated status in words. The colour only repeats what the word says. */
export function StatusTag({ value }: { value: string }) {
  return <span className={`glip-status glip-status--${statusFamily(value)}`}>{labelOf(value)}</span>;
}
