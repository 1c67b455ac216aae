import { expect, test } from "vitest";
import { checkIfDue } from "~/domain/service-status/checks.server";
import { lastUpkeep } from "~/domain/service-status/upkeep.server";
import { changeAuditLog } from "../support/audit-changes";
import { MINUTE, openPortal } from "../support/portal";

const HOUR = 60 * MINUTE;

test("the server checks the audit log and the search index once a day, in a thread", async () => {
  const portal = await openPortal();
  await portal.request("poc", "DELETE", "/api/session");
  await checkIfDue(portal.services);
  const first = lastUpkeep(portal.db, "AUDIT_LOG_CHECK");
  expect(first).toEqual({ finishedAt: portal.now().toISOString(), succeeded: true, problem: null });
  expect(lastUpkeep(portal.db, "SEARCH_INDEX_CHECK")).toEqual(first);

  changeAuditLog(portal.db.$client, "UPDATE audit_event SET ip = '192.0.2.9' WHERE seq = 1");
  portal.advance(23 * HOUR);
  await checkIfDue(portal.services);
  expect(lastUpkeep(portal.db, "AUDIT_LOG_CHECK")).toEqual(first);
  portal.advance(HOUR);
  await checkIfDue(portal.services);
  expect(lastUpkeep(portal.db, "AUDIT_LOG_CHECK")).toMatchObject({ succeeded: false });
});
