import type { SearchNotice } from "#db/enumerations";
import { DAY_MILLISECONDS } from "~/values/days";
import { DIGEST_HOUR } from "../../routing/outbox.server";

/** In UTC: an hour before digests of mail, so that those include the notification. */
const HOUR = DIGEST_HOUR - 1;

/** When someone is notified of a record that a search finds now. */
export function dueAt(notify: SearchNotice, now: Date): string {
  if (notify !== "DIGEST") return now.toISOString();
  const due = new Date(now);
  due.setUTCHours(HOUR, 0, 0, 0);
  return (due > now ? due : new Date(due.getTime() + DAY_MILLISECONDS)).toISOString();
}
