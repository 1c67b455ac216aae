import { createHash } from "node:crypto";
import type { Database } from "#db/open";

const COLUMNS = ["seq", "id", "created_at", "event", "outcome", "actor_id", "actor_email", "actor_role"].concat(
  ["organization_id", "target_type", "target_id", "ip", "user_agent", "request_id", "path", "referrer"],
  ["details", "prev_hash"],
);

/** Appends a row to the audit log as older versions did, with one chain for all rows including page views. */
export function appendInOneChain(
  { $client: client }: Pick<Database, "$client">,
  values: Record<string, string | null>,
): void {
  const last = client.prepare("SELECT seq, hash FROM audit_event ORDER BY seq DESC LIMIT 1").get() as
    | { seq: number; hash: string }
    | undefined;
  const seq = (last?.seq ?? 0) + 1;
  const given = { seq, id: `row-${seq}`, outcome: "SUCCESS", prev_hash: last?.hash ?? "0".repeat(64), ...values };
  const row = COLUMNS.map((name) => (given as Record<string, string | number | null>)[name] ?? null);
  const hash = createHash("sha256").update(JSON.stringify(row)).digest("hex");
  const places = COLUMNS.map(() => "?").join(", ");
  client.prepare(`INSERT INTO audit_event (${COLUMNS.join(", ")}, hash) VALUES (${places}, ?)`).run(...row, hash);
}
