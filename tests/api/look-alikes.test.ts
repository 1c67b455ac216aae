import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { organization } from "#db/schema";
import { fillSkeletons } from "~/domain/organization/look-alikes.server";
import { ORGANIZATIONS, PASSWORD } from "../support/cast";
import { type ChangesResponse, FROM_THE_BEGINNING } from "../support/copy";
import { wordsOf } from "../support/markup";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform } from "../support/scenario";

const { acme } = ORGANIZATIONS;
const SAME = "\u0430cme industries";

interface Flagged {
  id: string;
  looksLike: { id: string; name: string }[];
}

async function register(portal: Portal, orgName: string, number = 1, ip?: string): Promise<string> {
  const json = {
    orgName,
    orgType: "COMPANY",
    contactName: "Mal Lory",
    email: `m${number}@evil.test`,
    password: PASSWORD,
  };
  const call = { as: null, method: "POST", path: "/api/portal/register", json, ...(ip && { ip }) } as const;
  const answer = await perform(portal, { ...call, status: 201, events: ["organization_registered"] });
  return dataOf<{ organizationId: string }>(answer).organizationId;
}

const read = async (portal: Portal, id: string) =>
  dataOf<Flagged>(
    await perform(portal, { as: "readonly", method: "GET", path: `/api/gov/organizations/${id}`, status: 200 }),
  );

test("a name that looks like another organization's is accepted, and reviewers see a flag on both", async () => {
  const portal = await openPortal();
  expect(fillSkeletons(portal.db)).toBe(2);
  expect(fillSkeletons(portal.db)).toBe(0);
  const id = await register(portal, SAME);
  expect((await read(portal, id)).looksLike).toEqual([{ id: acme, name: "acme industries" }]);
  expect((await read(portal, acme)).looksLike).toEqual([{ id, name: SAME }]);
  const list = await perform(portal, { as: "readonly", method: "GET", path: "/api/gov/organizations", status: 200 });
  const flagged = dataOf<{ items: Flagged[] }>(list).items.filter(({ looksLike }) => looksLike.length > 0);
  expect(flagged.map((item) => item.id).sort()).toEqual([acme, id].sort());
});

test("the server computes an earlier version's skeletons again at the next start", async () => {
  const portal = await openPortal();
  fillSkeletons(portal.db);
  portal.db.update(organization).set({ nameSkeleton: "as it was" }).where(eq(organization.id, acme)).run();
  expect(fillSkeletons(portal.db)).toBe(1);
  expect(portal.db.select().from(organization).where(eq(organization.id, acme)).get()?.nameSkeleton).toContain("acrne");
});

test("a name that differs only in its corporate suffix is flagged too", async () => {
  const portal = await openPortal();
  fillSkeletons(portal.db);
  const id = await register(portal, "Acme Industries, LLC");
  expect((await read(portal, id)).looksLike).toEqual([{ id: acme, name: "acme industries" }]);
  expect((await read(portal, acme)).looksLike).toEqual([{ id, name: "Acme Industries, LLC" }]);
});

test("the pages of organizations show the flag", async () => {
  const portal = await openPortal();
  fillSkeletons(portal.db);
  const id = await register(portal, SAME);
  const { text } = await portal.request("poc", "GET", `/gov/organizations/${id}`);
  expect(wordsOf(text)).toContain("This name looks like acme industries");
  expect(text).toContain(`href="/gov/organizations/${acme}"`);
  const list = (await portal.request("poc", "GET", "/gov/organizations")).text;
  expect(wordsOf(list).split("This name looks like")).toHaveLength(3);
});

test("a page separates several names, and a name that ends in a period ends the sentence", async () => {
  const portal = await openPortal();
  fillSkeletons(portal.db);
  await register(portal, "Acme Industries, Inc.");
  const { text } = await portal.request("poc", "GET", `/gov/organizations/${await register(portal, SAME, 2)}`);
  expect(wordsOf(text).replace(/ (?=[;.])/g, "")).toContain(
    "This name looks like acme industries; Acme Industries, Inc. Compare",
  );
});

test("the organization itself does not see which others it looks like", async () => {
  const portal = await openPortal();
  fillSkeletons(portal.db);
  await register(portal, SAME);
  const answer = await perform(portal, { as: "acmeAdmin", method: "GET", path: "/api/portal/profile", status: 200 });
  expect(dataOf<object>(answer)).not.toHaveProperty("looksLike");
});

test("a program that synchronizes the list sees that an organization has a look-alike", async () => {
  const portal = await openPortal();
  fillSkeletons(portal.db);
  const ask = async (since: string) => {
    const path = `/api/gov/organizations?updatedSince=${since}`;
    return dataOf<ChangesResponse>(await perform(portal, { as: "readonly", method: "GET", path, status: 200 }));
  };
  const { next } = await ask(FROM_THE_BEGINNING);
  const id = await register(portal, SAME);
  expect((await ask(next)).items.map((item) => item.id).sort()).toEqual([acme, id].sort());
});

test("a page names only a few of many look-alikes", async () => {
  const portal = await openPortal();
  const letters = ["\u0430", "\u0251", "\u03b1", "\uff41", "\u{1d41a}", "\u{1d44e}", "\u{1d482}"];
  const names = letters.slice(0, 3).flatMap((letter) => [`${letter}cme industries`, `${letter}cme  industr1es`]);
  for (const [number, name] of names.entries()) await register(portal, name, number, `198.51.100.${number}`);
  const skeletons = portal.db.select({ skeleton: organization.nameSkeleton }).from(organization);
  expect(new Set(skeletons.all().map(({ skeleton }) => skeleton)).size).toBe(2);
  fillSkeletons(portal.db);
  expect((await read(portal, acme)).looksLike).toHaveLength(5);
  expect(portal.db.select().from(organization).where(eq(organization.id, acme)).get()?.nameSkeleton).not.toBeNull();
});
