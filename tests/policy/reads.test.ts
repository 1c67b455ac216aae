import { describe, expect, test } from "vitest";
import { ownAccount } from "~/domain/account/queries.server";
import { browseAudit, readAuditEvent } from "~/domain/audit-log/queries.server";
import { callsClosingSoon } from "~/domain/call/closing-soon.server";
import { openCallsByOwnTags } from "~/domain/call/own-tags.server";
import { attendeeChoices } from "~/domain/engagement/attendees.server";
import { engagementsByMonth } from "~/domain/engagement/by-month.server";
import { openTasks } from "~/domain/engagement/tasks.server";
import { exportCounts } from "~/domain/export/queries.server";
import { industryUsersToChange, namesOfAdministrators } from "~/domain/industry-user/queries.server";
import { ownCompleteness } from "~/domain/organization/completeness.server";
import { browsePresetTags } from "~/domain/preset-tag/queries.server";
import { ownSessions } from "~/domain/session/queries.server";
import { reviewedSubmission } from "~/domain/submission/explained-routing.server";
import { browseOwnSubmissions } from "~/domain/submission/queries.server";
import { reroutePreview } from "~/domain/submission/reroute-preview.server";
import { reviewTimes } from "~/domain/submission/review-times.server";
import { readTraffic } from "~/domain/traffic/queries.server";
import { execute } from "~/operations/execute.server";
import type { AnyCallable } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { INDUSTRY_PEOPLE, idOf, PEOPLE, type PersonKey, roleOf } from "../support/cast";
import { CLIENT_IP, openPortal } from "../support/portal";

/*
 * Queries that only pages use have their own gates, so they admit the same people whichever page calls them. The expected
 * people come from docs/contract.md#roles-and-permissions, not from the policy's code.
 */

const GOVERNMENT = PEOPLE.filter((person) => roleOf(person) !== "INDUSTRY");

const READS: Record<string, { read: AnyCallable; passes: readonly PersonKey[] }> = {
  "one's own account": { read: ownAccount, passes: PEOPLE },
  "one's own sessions": { read: ownSessions, passes: PEOPLE },
  "the people whose role may change": { read: industryUsersToChange, passes: ["acmeAdmin", "borealisAdmin"] },
  "the number of records in an export": { read: exportCounts, passes: ["admin", "systemAdmin"] },
  "the audit log": { read: browseAudit, passes: ["systemAdmin"] },
  "an event of the audit log": { read: readAuditEvent, passes: ["systemAdmin"] },
  "the traffic": { read: readTraffic, passes: ["systemAdmin"] },
  "the preset tags": { read: browsePresetTags, passes: ["systemAdmin"] },
  "what a routing run would do": { read: reroutePreview, passes: ["admin", "systemAdmin"] },
  "a submission with its reviewers and the reasons": { read: reviewedSubmission, passes: GOVERNMENT },
  "the calls that close soon": { read: callsClosingSoon, passes: GOVERNMENT },
  "the engagements of each month": { read: engagementsByMonth, passes: GOVERNMENT },
  "the reader's open tasks": { read: openTasks, passes: GOVERNMENT },
  "the people to choose attendees from": {
    read: attendeeChoices,
    passes: ["poc", "lead", "admin", "systemAdmin", "bravoPoc"],
  },
  "how long commands take to review": { read: reviewTimes, passes: GOVERNMENT },
  "the calls by one's own tags": { read: openCallsByOwnTags, passes: INDUSTRY_PEOPLE },
  "the submissions of one's organization": { read: browseOwnSubmissions, passes: INDUSTRY_PEOPLE },
  "how complete one's profile is": { read: ownCompleteness, passes: INDUSTRY_PEOPLE },
  "who administers one's organization": { read: namesOfAdministrators, passes: INDUSTRY_PEOPLE },
};

describe.each(Object.entries(READS))("%s", (_what, { read, passes }) => {
  test.each([null, ...PEOPLE])("can be read only by its audience: %s", async (person) => {
    const { db, services } = await openPortal();
    const row = person && db.query.user.findFirst({ where: (row, { eq }) => eq(row.id, idOf(person)) }).sync();
    const actor = row ? { ...row, hasSecondFactor: false } : null;
    const caller = { sessionHash: null, ip: CLIENT_IP, userAgent: null, requestId: "request", origin: "" };
    const refusal = await execute(read, services, { ...caller, actor }, () => ({
      value: { id: "none" },
    }))
      .then(() => null)
      .catch((error: unknown) => (error instanceof DomainError ? error.code : error));
    if (person === null) expect(refusal).toBe("unauthorized");
    else if (passes.includes(person)) expect([null, "not_found"]).toContain(refusal);
    else expect(refusal).toBe("forbidden");
  });
});
