import type { Database } from "#db/open";
import { type AuditOrigin, type AuditRecord, appendAudit } from "../../../app/audit/chain.server";
import type { AuditEventName } from "../../../app/audit/events";
import { drawn, idsUntil, timesUntil } from "./functions";
import { type Kind, NEWEST_CALLS, type Sizes } from "./sizes";

/** As long as the service keeps page views by default. */
const PAGEVIEW_DAYS = 399;
const VIEWS_A_SUBMISSION = 7;
/** A submission is reviewed when this share of all has come after it. */
const REVIEW_LAG = 1 / 300;
const ROWS_A_TRANSACTION = 100_000;
const DAY = 86_400_000;
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/**
 * Appends the rows of 20 years to the audit log, with its own function, so that the chain is valid: what was submitted,
 * routed and reviewed, sign-ins, and the page views that have not expired.
 * @returns how many rows
 */
export function appendHistory(db: Database, end: number, sizes: Sizes): number {
  const [id, time] = [idsUntil(end, sizes), timesUntil(end, sizes)];
  const lag = Math.ceil(sizes.submission * REVIEW_LAG);
  let rows = 0;
  const append = (at: number, who: Kind, n: number, event: AuditEventName, record: AuditRecord) => {
    rows += 1;
    const isIndustry = who === "industry";
    const actor = {
      id: id(who, n),
      email: `person-${n}@${isIndustry ? "company" : "agency"}.example`,
      role: isIndustry ? "INDUSTRY" : "GOV_POC",
      organizationId: isIndustry ? id("organization", 1 + ((n - 1) % sizes.organization)) : null,
    };
    const origin: AuditOrigin = {
      id: `audit-${rows.toString(16).padStart(30, "0")}`,
      at: new Date(at).toISOString(),
      actor: event === "pageview" ? null : actor,
      ip: `198.51.${n % 200}.${rows % 250}`,
      userAgent: USER_AGENT,
      requestId: `request-${rows.toString(16).padStart(28, "0")}`,
    };
    appendAudit(db, origin, event, record);
  };
  const ofSubmission = (n: number, details: Record<string, unknown>): AuditRecord => ({
    targetType: "submission",
    targetId: id("submission", n),
    details: { after: details },
  });
  const history = (n: number) => {
    const at = time("submission", n);
    const random = drawn(n, 9);
    const [submitter, reviewer] = [1 + random.below(sizes.industry), 1 + random.below(sizes.government)];
    append(at, "industry", submitter, "sign_in_success", {});
    append(
      at,
      "industry",
      submitter,
      "submission_created",
      ofSubmission(n, { title: `Submission ${n}`, type: "WHITE_PAPER" }),
    );
    append(at, "industry", submitter, "submission_routed", ofSubmission(n, { matches: 3 }));
    if (n > lag)
      append(at, "government", reviewer, "submission_reviewed", ofSubmission(n - lag, { status: "REVIEWED" }));
    if (end - at > PAGEVIEW_DAYS * DAY) return;
    for (let view = 0; view < VIEWS_A_SUBMISSION; view += 1) {
      const call = sizes.call - NEWEST_CALLS.DRAFT - NEWEST_CALLS.PENDING - random.below(NEWEST_CALLS.OPEN);
      const path = random.pick(["/", "/calls", "/announcements", `/calls/${id("call", call)}`]);
      append(at, "industry", 1 + random.below(sizes.industry), "pageview", { path });
    }
  };
  for (let from = 1; from <= sizes.submission; from += ROWS_A_TRANSACTION) {
    db.$client.transaction(() => {
      for (let n = from; n < from + ROWS_A_TRANSACTION && n <= sizes.submission; n += 1) history(n);
    })();
  }
  return rows;
}

/** What the triggers of the log would have counted. */
export const TRAFFIC_STATEMENTS = [
  `INSERT INTO traffic_day (day, views, visitors)
     SELECT substr(created_at, 1, 10), count(*), count(DISTINCT ip) FROM audit_event WHERE event = 'pageview' GROUP BY 1`,
  `INSERT INTO traffic_path (day, path, views)
     SELECT substr(created_at, 1, 10), path, count(*) FROM audit_event WHERE event = 'pageview' GROUP BY 1, 2`,
];
