import { DateTime } from "~/ui/kit/format/date-time";

/** When someone last signed in, without the zone, which the column's header has. */
export function LastSignIn({ at }: { at: string | null }) {
  return at === null ? "Never" : <DateTime value={at} isShort />;
}
