import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { submission } from "#db/schema";
import { submissionListSchema } from "~/domain/submission/schema";
import { choicesOf } from "~/lists/paging";
import { insertSubmission } from "../support/arrange";
import { idOf } from "../support/cast";
import { unescaped } from "../support/markup";
import { dataOf, openPortal, type Portal } from "../support/portal";

interface Links {
  previous: string | undefined;
  next: string | undefined;
  list: string | undefined;
}

/** The addresses to which a submission's page leads. */
async function linksOf(portal: Portal, address: string): Promise<Links> {
  const { status, text } = await portal.request("poc", "GET", address);
  expect(status).toBe(200);
  const nav = /<nav class="glip-queue".*?<\/nav>/s.exec(text)?.[0] ?? "";
  const links = [...nav.matchAll(/<a ([^>]*)>([^<]*)/g)].map(([, attributes = "", words]) => ({
    words,
    href: unescaped(/href="([^"]*)"/.exec(attributes)?.[1] ?? ""),
  }));
  const hrefOf = (name: string) => links.find(({ words }) => words === name)?.href;
  return { previous: hrefOf("Previous"), next: hrefOf("Next"), list: hrefOf("Back to the list") };
}

/** Submissions of which several are equal by each column. */
function insertSome(portal: Portal): void {
  const days = ["2026-02-01T00:00:00.000Z", "2026-02-02T00:00:00.000Z"];
  for (const [index, title] of ["Beta", "alpha", "Alpha", "gamma", "beta", "ALPHA"].entries()) {
    insertSubmission(portal, {
      id: `submission-${(index * 5) % 6}`,
      title,
      status: index % 3 === 0 ? "SUBMITTED" : "ROUTED",
      createdAt: days[index % 2],
      updatedAt: days[(index >> 1) % 2],
      answerBy: [null, "2026-03-05", "2026-03-05", null, "2026-03-04", null][index],
    });
  }
}

describe("a submission's page leads through the list:", () => {
  for (const sort of ["", ...choicesOf(submissionListSchema).sorts]) {
    test(`in the order ${sort || "of its view"}`, async () => {
      const portal = await openPortal();
      insertSome(portal);
      const query = sort && `?sort=${sort}`;
      const { items } = dataOf<{ items: { id: string }[] }>(
        await portal.request("poc", "GET", `/api/gov/submissions${query}`),
      );
      expect(items).toHaveLength(6);
      const addresses = items.map(({ id }) => `/gov/submissions/${id}${query}`);
      for (const [index, address] of addresses.entries()) {
        expect(await linksOf(portal, address)).toEqual({
          previous: addresses[index - 1],
          next: addresses[index + 1],
          list: `/gov/submissions${query}`,
        });
      }
    });
  }

  test("only to those of its view and filters, also once it has left them itself", async () => {
    const portal = await openPortal();
    const row = (day: number, more = {}) =>
      insertSubmission(portal, { status: "ROUTED", createdAt: `2026-02-0${day}T00:00:00.000Z`, ...more });
    const [oldest, taken, answered, newest] = [row(1), row(2), row(3), row(5)];
    row(4, { type: "CAPABILITY_STATEMENT" });
    portal.db
      .update(submission)
      .set({ ownerId: idOf("lead") })
      .where(eq(submission.id, taken))
      .run();
    const query = "?view=unassigned&type=WHITE_PAPER";
    await portal.request("poc", "PATCH", `/api/gov/submissions/${answered}/status`, { json: { status: "REVIEWED" } });
    for (const id of [taken, answered]) {
      expect(await linksOf(portal, `/gov/submissions/${id}${query}`)).toEqual({
        previous: `/gov/submissions/${newest}${query}`,
        next: `/gov/submissions/${oldest}${query}`,
        list: `/gov/submissions${query}`,
      });
    }
  });

  test("without the parts of a query that are wrong or about something else", async () => {
    const portal = await openPortal();
    const [id, other] = [insertSubmission(portal), insertSubmission(portal)];
    const query = "?view=nonsense&sort=drop&status=&type=WHITE_PAPER&notesPage=1&x=%00&page=0";
    const links = await linksOf(portal, `/gov/submissions/${id}${query.replace("%00", "1")}`);
    expect([links.previous, links.next]).toContain(`/gov/submissions/${other}?type=WHITE_PAPER`);
    expect(links.list).toBe("/gov/submissions?type=WHITE_PAPER");
  });
});

test("whoever answers stays on the page, in the same list", async () => {
  const portal = await openPortal();
  const id = insertSubmission(portal, { status: "ROUTED" });
  const address = `/gov/submissions/${id}?view=unassigned&sort=title`;
  const { text } = await portal.request("poc", "GET", address);
  const actions = [...text.matchAll(/<form[^>]* action="([^"]*)"/g)].map(([, action = ""]) => unescaped(action));
  const answer = actions.find((action) => action.endsWith("&answer"));
  expect(answer).toBe(`${address}&answer`);
  const sent = await portal.request("poc", "POST", `${address}&answer`, {
    form: { outcome: "NOT_NOW", body: "Thank you.", replaces: "" },
  });
  expect([sent.status, sent.headers.get("location")]).toEqual([302, address]);
});
