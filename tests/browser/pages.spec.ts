import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { PAGE_ROUTES } from "../../app/routes.js";
import { ADMIN, expect, PASSWORD, type Portal, signIn, test } from "./portal";

const WIDTHS = [1280, 375];
const SUBMITTER = "owner@widths.example";
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Pages that only somebody of one side sees; every other page is visited by a stranger. */
const sideOf = (path: string) =>
  /^(gov|help\/government)/.test(path) ? ADMIN : /^(portal|notifications|account)/.test(path) ? SUBMITTER : null;
/** A form's target, not a page; and the page for whatever is no page, which answers 404 by design. */
const NOT_VISITED = new Set(["logout", "*"]);

interface Records {
  calls: string;
  submissions: string;
  organizations: string;
  announcements: string;
  commands: string;
  developers: string;
  engagements: string;
  invitations: string;
  register: string;
  audit: string;
}

let records: Promise<Records> | undefined;

/** One record of each kind, with the longest words that a page must bear. */
async function makeRecords(portal: Portal): Promise<Records> {
  const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
  const admin = await portal.as(ADMIN);
  const call = await admin.post("/api/gov/calls", {
    data: { title: `${longWord} ${longWord}`, description: longWord.repeat(8), techTags: `${longWord},ai` },
  });
  const announcement = await admin.post("/api/gov/announcements", {
    data: { title: `${longWord} ${longWord}`, body: longWord.repeat(8) },
  });
  const announcementId = (await announcement.json()).data.id;
  await admin.post(`/api/gov/announcements/${announcementId}/attachments`, {
    multipart: { files: { name: `${longWord.repeat(2)}.txt`, mimeType: "text/plain", buffer: Buffer.from(longWord) } },
  });
  const nobody = await portal.as(null);
  const registered = await nobody.post("/api/portal/register", {
    data: {
      orgName: longWord,
      orgType: "COMPANY",
      website: `https://${"a".repeat(60)}.example/${"b".repeat(120)}`,
      contactName: "Olive Owner",
      email: SUBMITTER,
      password: PASSWORD,
    },
  });
  const { organizationId } = (await registered.json()).data;
  const owner = await portal.as(SUBMITTER);
  const callId = (await call.json()).data.id;
  const words = { name: `${longWord} ${longWord}`, abbreviation: longWord.slice(0, 50), echelon: longWord };
  const command = await admin.post("/api/gov/admin/commands", {
    data: { ...words, location: longWord, mission: longWord },
  });
  const commandId = (await command.json()).data.id;
  await admin.post("/api/gov/admin/commands", {
    data: { ...words, name: "Below", abbreviation: "B", parentId: commandId },
  });
  await admin.post("/api/gov/admin/tags", { data: { label: "a".repeat(50) } });
  const submission = await owner.post("/api/portal/submissions", {
    multipart: { type: "WHITE_PAPER", title: longWord, summary: longWord.repeat(4), techTags: longWord, callId },
  });
  const invitation = await owner.post("/api/portal/invitations", {
    data: { email: `${"a".repeat(60)}@${"b".repeat(60)}.example`, industryRole: "INDUSTRY_ADMIN" },
  });
  const { url } = (await invitation.json()).data;
  const engagementId = await makeEngagement(portal, longWord, organizationId, commandId);
  const told = await admin.get("/api/gov/admin/audit?event=engagement_created");
  return {
    calls: callId,
    submissions: (await submission.json()).data.id,
    organizations: organizationId,
    announcements: announcementId,
    commands: commandId,
    // A group of the API's routes: the one with the longest page.
    developers: "government-engagements",
    // The step with the most kinds of fields.
    register: "size",
    invitations: url.slice(url.lastIndexOf("/") + 1),
    engagements: engagementId,
    audit: (await told.json()).data.items[0].id,
  };
}

/** An engagement with a note and a file. */
async function makeEngagement(
  portal: Portal,
  longWord: string,
  organizationId: string,
  commandId: string,
): Promise<string> {
  const admin = await portal.as(ADMIN);
  const engagement = await admin.post("/api/gov/engagements", {
    data: {
      title: `${longWord} ${longWord}`,
      type: "DEMO",
      status: "PLANNED",
      date: "2026-03-10",
      commandId,
      location: longWord,
      summary: longWord.repeat(8),
      organizationIds: [organizationId],
      otherOrganization: longWord,
    },
  });
  const { id } = (await engagement.json()).data;
  await admin.post(`/api/gov/engagements/${id}/notes`, { data: { body: longWord.repeat(8) } });
  const file = { name: `${longWord}.txt`, mimeType: "text/plain", buffer: Buffer.from("A plain account.") };
  await admin.post(`/api/gov/engagements/${id}/attachments`, { multipart: { files: file } });
  return id;
}

/** What a page's address asks for, where that makes it another page. */
const queriesOf = (path: string, { submissions }: Records): string[] => {
  if (path.includes("organizations")) return [`?submission=${submissions}`];
  if (path === "gov/admin/audit") return ["", `?target=${submissions}`, "?from=2026-02-30&actor=nobody"];
  if (path === "gov/search")
    return ["", "?q=donaudampf*&types=call,submission", "?q=donaudumpfschiff", "?q=%22none%22"];
  return [""];
};

/** What a page does that it must not: script errors, refused scripts, requests that fail or go elsewhere. */
function watch(page: Page, origin: string): string[] {
  const faults: string[] = [];
  page.on(
    "console",
    (message) => message.type() === "error" && faults.push(`${page.url()} console: ${message.text()}`),
  );
  page.on("pageerror", (error) => faults.push(`${page.url()} error: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) faults.push(`${page.url()} asked ${request.url()}`);
  });
  return faults;
}

for (const side of [null, SUBMITTER, ADMIN]) {
  test(`pages for ${side ?? "a stranger"} are accessible, quiet and as wide as the screen`, async ({
    page,
    portal,
  }) => {
    // Every page at every width, each with axe: many of them for an administrator.
    test.setTimeout(240_000);
    records ??= makeRecords(portal);
    const made = await records;
    const faults = watch(page, portal.origin);
    if (side !== null) await signIn(page, side);
    const paths = PAGE_ROUTES.filter(({ path }) => !NOT_VISITED.has(path) && sideOf(path) === side).flatMap(
      ({ path }) => queriesOf(path, made).map((query) => `/${path.replace(/^\//, "")}${query}`),
    );
    for (const path of paths) {
      // The part of the path before an id says what it is the id of.
      const noun = path.match(/([a-z]+)\/:/)?.[1] as keyof Records | undefined;
      const id = noun ? made[noun] : "";
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path.replace(/:\w+/, id));
        const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
        const found = violations.map(
          (violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" ")}`,
        );
        expect(found, `${path} at ${width}`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    expect(faults).toEqual([]);
  });
}
