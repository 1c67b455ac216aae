import { labelOf, statusFamily } from "~/values/labels";

/** A status in words. The color only repeats them. */
export function StatusTag({ value }: { value: string }) {
  return <span className={`glip-status glip-status--${statusFamily(value)}`}>{labelOf(value)}</span>;
}
