import { describe, expect, test } from "vitest";
import { user } from "#db/schema";
import { insertCommand, insertDialogueNote, insertEngagement, insertEngagementNote, instant } from "../support/arrange";
import { COMMANDS, ORGANIZATIONS } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";

/* A record's page splits long lists into pages, so that it takes no longer if there are many rows. */

const ROWS = 205;
const ON_A_PAGE = 100;
const NOTES_ON_A_PAGE = 20;

async function shown(portal: Portal, path: string, pattern: RegExp): Promise<string[]> {
  const { status, text } = await portal.request("poc", "GET", path);
  expect(status, path).toBe(200);
  // The data for the page's scripts repeats the rows.
  return Array.from(text.replace(/<script[\s\S]*?<\/script>/g, "").matchAll(pattern), ([, found = ""]) => found);
}

/** All rows of some pages. The last page is not full. */
async function walk(portal: Portal, path: string, parameter: string, pattern: RegExp, size = ON_A_PAGE) {
  const full = Math.floor(ROWS / size);
  const numbers = Array.from({ length: full + 1 }, (_none, index) => index + 1);
  const pages = await Promise.all(numbers.map((number) => shown(portal, `${path}?${parameter}=${number}`, pattern)));
  expect(pages.map(({ length }) => length)).toEqual([...Array(full).fill(size), ROWS - full * size]);
  expect(await shown(portal, path, pattern)).toEqual(pages[0]);
  expect(await shown(portal, `${path}?${parameter}=x`, pattern)).toEqual(pages[0]);
  return pages.flat();
}

const numbered = (count: number) => Array.from({ length: count }, (_none, number) => String(number));

describe("the notes on an engagement's page", () => {
  const NOTE = /<div class="glip-formatted"><p>Note (\d+)<\/p>/g;

  function insertNotes(portal: Portal): string {
    const id = insertEngagement(portal);
    for (const number of numbered(ROWS)) {
      insertEngagementNote(portal, id, "lead", `Note ${number}`);
      portal.advance(1_000);
    }
    return id;
  }

  test("are in pages, newest first, and the API still returns all of them", async () => {
    const portal = await openPortal();
    const id = insertNotes(portal);
    const path = `/gov/engagements/${id}`;
    expect(await walk(portal, path, "notesPage", NOTE, NOTES_ON_A_PAGE)).toEqual(numbered(ROWS).reverse());
    const { text } = await portal.request("poc", "GET", path);
    expect(text).toContain(`Notes (${ROWS})`);
    expect(text).toContain(`href="${path}?notesPage=2#notes"`);
    const beyond = await portal.request("poc", "GET", `${path}?notesPage=12`);
    expect(beyond.text).toContain("This page does not exist");
    const { notes } = dataOf<{ notes: { body: string }[] }>(await portal.request("poc", "GET", `/api${path}`));
    expect(notes.map(({ body }) => body)).toEqual(numbered(ROWS).map((number) => `Note ${number}`));
  });

  test("start with the new one, whichever page it was added from", async () => {
    const portal = await openPortal();
    const path = `/gov/engagements/${insertNotes(portal)}`;
    const form = { body: "Note 999" };
    const answer = await portal.request("poc", "POST", `${path}?note&notesPage=3`, { form });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, path]);
    expect((await shown(portal, path, NOTE))[0]).toBe("999");
  });
});

test("the commands below a command and its users have separate pages", async () => {
  const portal = await openPortal();
  const top = insertCommand(portal);
  const names = numbered(ROWS).map((number) => number.padStart(3, "0"));
  const times = { createdAt: instant(portal), updatedAt: instant(portal) };
  for (const number of names) {
    insertCommand(portal, { id: `c${number}`, name: `Below ${number}`, parentId: top });
    const row = { role: "GOV_READONLY", commandId: top, passwordHash: "none", ...times } as const;
    portal.db
      .insert(user)
      .values({ ...row, id: `u${number}`, email: `u${number}@example.test`, name: `Colleague ${number}` })
      .run();
  }
  const path = `/gov/admin/commands/${top}`;
  const BELOW = /href="\/gov\/admin\/commands\/c(\d+)"/g;
  const USER = />Colleague (\d+)</g;
  expect(await walk(portal, path, "childrenPage", BELOW)).toEqual(names);
  expect(await walk(portal, path, "usersPage", USER)).toEqual(names);
  const { text } = await portal.request("poc", "GET", `${path}?usersPage=2`);
  expect(text).toContain(`href="${path}?usersPage=2&amp;childrenPage=2#children"`);
  expect(text).toContain(`href="${path}?usersPage=3#users"`);
  expect((await portal.request("poc", "GET", `${path}?childrenPage=4`)).text).toContain("This page does not exist");
  const record = dataOf<{ children: object[]; users: object[] }>(await portal.request("poc", "GET", `/api${path}`));
  expect([record.children.length, record.users.length]).toEqual([ROWS, ROWS]);
});

test("a command's page with few rows has no page links", async () => {
  const portal = await openPortal();
  const { text } = await portal.request("poc", "GET", `/gov/admin/commands/${COMMANDS.alpha}`);
  expect(text).not.toContain("pagination");
});

test("the notes on an organization's page are as many as fit, whatever its address asks for", async () => {
  const portal = await openPortal();
  for (const number of numbered(NOTES_ON_A_PAGE + 1)) insertDialogueNote(portal, { body: `Note ${number}` });
  const path = `/gov/organizations/${ORGANIZATIONS.acme}?pageSize=100`;
  expect(await shown(portal, path, /<div class="glip-formatted"><p>Note (\d+)<\/p>/g)).toHaveLength(NOTES_ON_A_PAGE);
});
