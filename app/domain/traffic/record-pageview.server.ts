import { type Database, statement } from "#db/open";
import { defineOperation } from "~/operations/operation.server";
import { withoutSecrets } from "~/secrets/secret-paths";
import { LIMITS, RATE_LIMITS } from "~/values/limits";
import { countedName, OTHER_PAGES } from "./known-pages.server";
import { pageviewSchema } from "./schema";

/**
 * Counts a name. If the day already has its maximum of names, a new one counts as other, because anyone may make names
 * up.
 */
const countName = (table: string, name: string) => `
  INSERT INTO ${table} (day, ${name}, views)
  SELECT @day, iif(
    EXISTS (SELECT 1 FROM ${table} WHERE day = @day AND ${name} = @name)
      OR (SELECT count(*) FROM ${table} WHERE day = @day) < @most, @name, '${OTHER_PAGES}'), 1
  WHERE true ON CONFLICT DO UPDATE SET views = views + 1`;
const COUNT_PATH = countName("traffic_path", "path");
const COUNT_REFERRER = countName("traffic_referrer", "referrer");

/**
 * Records a page view: one audit row, and one more view in the page's daily count (docs/contract.md#page-views). It
 * stores nothing in the browser. If there is a session, the audit row names its user.
 */
export const recordPageview = defineOperation({
  gate: "public",
  input: pageviewSchema,
  limit: RATE_LIMITS.pageview,
  events: ["pageview"],
  run({ audit, db, now }, view) {
    const path = recorded(view.path);
    const referrer = view.referrer ? recorded(view.referrer) : null;
    audit("pageview", { path, referrer });
    countNames(db, now, path, referrer);
    return { ok: true as const };
  },
});

const ELLIPSIS = "…";

/** A path as it is stored: without secrets, and cut at a whole character if it has too many bytes of UTF-8. */
function recorded(path: string): string {
  const plain = withoutSecrets(path);
  if (Buffer.byteLength(plain) <= LIMITS.pageviewPathBytes) return plain;
  const room = new Uint8Array(LIMITS.pageviewPathBytes - Buffer.byteLength(ELLIPSIS));
  return plain.slice(0, new TextEncoder().encodeInto(plain, room).read) + ELLIPSIS;
}

/** Counts a view by its path and referrer, for the traffic page. */
export function countNames(db: Database, at: Date, path: string, referrer: string | null): void {
  const day = at.toISOString().slice(0, 10);
  const count = (text: string, name: string) =>
    statement(db, text).run({ day, name: countedName(db, name), most: LIMITS.trafficNamesADay });
  count(COUNT_PATH, path);
  if (referrer !== null) count(COUNT_REFERRER, referrer);
}
