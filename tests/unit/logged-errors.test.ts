import { expect, onTestFailed, test } from "vitest";
import { openPortal } from "../support/portal";

/* What a failed test of a page prints. The first test fails, and the second reads its error. */

let failure: { message: string; diff?: string } | undefined;

test.fails("a page that is expected to work, and does not", async () => {
  // These run in reverse order: this one after the one that adds the log.
  onTestFailed(({ task }) => {
    failure = task.result?.errors?.[0];
  });
  const portal = await openPortal();
  portal.db.$client.exec("ALTER TABLE call RENAME TO call_away");
  const { text } = await portal.request(null, "GET", "/calls");
  expect(text).toContain("There are no open calls");
});

test("a test that fails after a status of 500 shows the error that the server logged, and not the page", () => {
  expect(failure?.message).toMatch(/no such table: call[\s\S]+\n +at .+app\/domain\/call/);
  expect(failure?.diff).toBeUndefined();
});
