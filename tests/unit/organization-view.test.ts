import { getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import { organization } from "#db/schema";
import { viewForGovernment, viewOrganization } from "~/domain/organization/profile.server";
import { organization as governmentOrganization, organizationProfile } from "~/domain/organization/responses";

/** A row with every column of the table, and one that no response declares. */
const row = {
  ...Object.fromEntries(Object.keys(getTableColumns(organization)).map((name) => [name, name])),
  undeclared: "undeclared",
} as unknown as typeof organization.$inferSelect;

test.each([
  ["industry", viewOrganization, organizationProfile],
  ["government", viewForGovernment, governmentOrganization],
] as const)("a new column stays hidden from %s until the response declares it", (_reader, view, response) => {
  expect(Object.keys(view(row)).sort()).toEqual(Object.keys(response.shape).sort());
});

test("industry does not see the columns that only the service uses", () => {
  const shown = Object.keys(viewOrganization(row));
  const hidden = Object.keys(getTableColumns(organization)).filter((name) => !shown.includes(name));
  expect(hidden.sort()).toEqual(["createdAt", "nameKey", "nameSkeleton", "recordNumber", "updatedAt"].sort());
});
