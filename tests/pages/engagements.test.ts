import { describe, expect, test } from "vitest";
import { organization } from "#db/schema";
import {
  countChunks,
  engagementRow,
  filesForm,
  insertAttendees,
  insertEngagement,
  insertEngagementAttachment,
  insertEngagementNote,
  insertEngagementTask,
  instant,
  notificationsOf,
  setSetting,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS } from "../support/cast";
import { pdf, text } from "../support/files";
import { errorsIn, wordsOf } from "../support/markup";
import { openPortal, type Portal, type TestResponse } from "../support/portal";

const { acme, borealis } = ORGANIZATIONS;
const NEW = "/gov/engagements/new";

/** A page's text without React's markers between pieces of text. */
async function ask(portal: Portal, ...request: Parameters<Portal["request"]>): Promise<TestResponse> {
  const answer = await portal.request(...request);
  return { ...answer, text: answer.text.replaceAll("<!-- -->", "") };
}

type Fields = [string, string][];
const form = (fields: Record<string, string> = {}, organizationIds: readonly string[] = [acme]): Fields => [
  ...Object.entries({
    title: "Quiet rotors",
    type: "DEMO",
    status: "PLANNED",
    date: "2026-03-10",
    commandId: COMMANDS.alpha,
    location: "",
    otherOrganization: "",
    summary: "",
    findOrganization: "",
    ...fields,
  }),
  ...organizationIds.map((id): [string, string] => ["organizationIds", id]),
];

function insertOrganizations(portal: Portal, count: number, prefix = "Zulu"): void {
  const times = { createdAt: instant(portal), updatedAt: instant(portal) };
  for (let number = 0; number < count; number += 1) {
    const name = `${prefix} ${String(number).padStart(3, "0")}`;
    portal.db
      .insert(organization)
      .values({
        id: name,
        name,
        nameKey: name.toLowerCase(),
        orgType: "COMPANY",
        uei: `${prefix.toUpperCase()}${number}`,
        ...times,
      })
      .run();
  }
}

const boxes = (html: string) =>
  [...html.matchAll(/<input[^>]*name="organizationIds"[^>]*>/g)].map(([box]) => ({
    id: /value="([^"]*)"/.exec(box)?.[1] ?? "",
    ticked: box.includes("checked"),
  }));
const tickedIn = (html: string) => boxes(html).flatMap(({ id, ticked }) => (ticked ? [id] : []));
const offeredIn = (html: string) => boxes(html).flatMap(({ id, ticked }) => (ticked ? [] : [id]));

describe("the form of a new engagement", () => {
  test("records it and opens its page", async () => {
    const portal = await openPortal();
    const answer = await ask(portal, "poc", "POST", NEW, { form: form({ summary: "It flew." }, [borealis, acme]) });
    expect(answer.status).toBe(302);
    const location = answer.headers.get("location") ?? "";
    expect(location).toMatch(/^\/gov\/engagements\/[\w-]+$/);
    const { text: html } = await ask(portal, "readonly", "GET", location);
    expect(html).toContain("It flew.");
    expect(html).toMatch(/borealis industries<\/a><span class="glip-muted"> \(primary\)/);
    expect(html).toContain(`href="/gov/organizations/${acme}"`);
  });

  test("keeps what was typed and selected when it is refused, and reports each problem", async () => {
    const portal = await openPortal();
    const fields = { title: "", date: "03/10/2026", location: "Dahlgren", summary: "It flew." };
    const answer = await ask(portal, "poc", "POST", NEW, { form: form(fields, [borealis, acme]) });
    expect(answer.status).toBe(400);
    expect(errorsIn(answer.text)).toEqual({ title: ["required"], date: ["invalid"] });
    expect(answer.text).toContain('value="Dahlgren"');
    expect(answer.text).toContain("It flew.</textarea>");
    expect(tickedIn(answer.text)).toEqual([borealis, acme]);
    expect(portal.auditRows()).toEqual([]);
  });

  test("asks for a participant when none is selected or named", async () => {
    const portal = await openPortal();
    const answer = await ask(portal, "poc", "POST", NEW, { form: form({}, []) });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('href="#organizationIds"');
    expect(errorsIn(answer.text)).toEqual({ organizationIds: ["required"] });
    const named = await ask(portal, "poc", "POST", NEW, { form: form({ otherOrganization: "A university" }, []) });
    expect(named.status).toBe(302);
  });

  test("offers the first fifty organizations by name, and says that there are more", async () => {
    const portal = await openPortal();
    insertOrganizations(portal, 48);
    const all = await ask(portal, "poc", "GET", NEW);
    expect(offeredIn(all.text)).toHaveLength(50);
    expect(offeredIn(all.text)[0]).toBe(acme);
    expect(all.text).not.toContain("Search to find others");
    insertOrganizations(portal, 1, "Alfa");
    const first = await ask(portal, "poc", "GET", NEW);
    expect(offeredIn(first.text)).toHaveLength(50);
    expect(first.text).toContain("These are the first 50 by name.");
  });

  test("finds organizations by part of their name or by a code, and keeps everything typed and selected", async () => {
    const portal = await openPortal();
    insertOrganizations(portal, 60);
    const find = async (findOrganization: string) => {
      const fields = { title: "Kept title", date: "", summary: "Kept summary", status: "CLOSED", findOrganization };
      return ask(portal, "poc", "POST", `${NEW}?find`, { form: form(fields, [borealis, acme]) });
    };
    const byName = await find("ULU 00");
    expect(byName.status).toBe(200);
    expect(tickedIn(byName.text)).toEqual([borealis, acme]);
    expect(offeredIn(byName.text)).toHaveLength(10);
    expect(byName.text).toContain("10 organizations match “ULU 00”.");
    expect(byName.text).toContain('value="Kept title"');
    expect(byName.text).toContain("Kept summary</textarea>");
    expect(byName.text).toMatch(/<option value="CLOSED" selected/);
    expect(byName.text).toContain('borealis industries<span class="glip-muted"> (primary)');
    expect(byName.text).not.toMatch(/There (is a|are \d+) problem/);
    expect(byName.text).toContain(`action="${NEW}"`);

    expect(offeredIn((await find("zulu7")).text)).toEqual(["Zulu 007"]);
    expect((await find("zulu")).text).toContain("These are the first 50 that match “zulu”.");
    expect((await find("%")).text).toContain("No other organization matches “%”.");
    expect(offeredIn((await find("acme")).text)).toEqual([]);
    expect(portal.db.query.engagement.findMany().sync()).toEqual([]);
    expect(portal.auditRows()).toEqual([]);
  });

  test("searches for a typed organization when the user presses Enter, and records nothing", async () => {
    const portal = await openPortal();
    const enter = (findOrganization: string, chosen: readonly string[], title = "Quiet rotors") =>
      ask(portal, "poc", "POST", `${NEW}?enter`, { form: form({ title, findOrganization }, chosen) });
    // Whatever else is invalid or selected already.
    for (const answer of [await enter("borealis", [acme]), await enter("borealis", [], "")]) {
      expect(answer.status).toBe(200);
      expect(offeredIn(answer.text)).toEqual([borealis]);
      expect(answer.text).not.toMatch(/There (is a|are \d+) problem/);
    }
    expect((await enter("acme", [acme])).status).toBe(200);
    expect((await enter("nobody", [])).text).toContain("No organization matches “nobody”.");
    expect(portal.auditRows()).toEqual([]);
    expect((await enter("", [acme])).status).toBe(302);
  });

  test("focuses the search after Enter, but the problems after a refusal", async () => {
    const portal = await openPortal();
    const focused = async (path: string, findOrganization: string, chosen: readonly string[], title = "Rotors") => {
      const { text } = await ask(portal, "poc", "POST", path, { form: form({ title, findOrganization }, chosen) });
      return /<input[^>]*autofocus[^>]*id="([^"]+)"|<input[^>]*id="([^"]+)"[^>]*autofocus/i
        .exec(text)
        ?.slice(1)
        .join("");
    };
    expect(await focused(`${NEW}?enter`, "borealis", [acme])).toBe("findOrganization");
    expect(await focused(`${NEW}?enter`, "", [acme], "")).toBeUndefined();
    expect(await focused(NEW, "borealis", [acme])).toBeUndefined();
    expect(await focused(NEW, "borealis", [acme], "")).toBeUndefined();
  });

  test("keeps an organization that is typed and not selected", async () => {
    const portal = await openPortal();
    const save = (findOrganization: string, chosen: readonly string[], title = "Quiet rotors") =>
      ask(portal, "poc", "POST", NEW, { form: form({ title, findOrganization }, chosen) });
    const refused = await save("borealis", [acme], "");
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("There are 2 problems");
    expect(refused.text).toContain('href="#findOrganization"');
    expect([tickedIn(refused.text), offeredIn(refused.text)]).toEqual([[acme], [borealis]]);
    expect((await save("nobody of this name", [acme])).status).toBe(400);
    expect(portal.auditRows()).toEqual([]);
    // Searched for and selected.
    expect((await save(" BOREALIS", [acme, borealis])).status).toBe(302);
    const edit = `${(await save("", [acme])).headers.get("location")}/edit`;
    expect((await ask(portal, "poc", "POST", edit, { form: form({ findOrganization: "borealis" }) })).status).toBe(400);
  });

  test("offers only a point of contact's own command, and offers an administrator all", async () => {
    const portal = await openPortal();
    const commandsFor = async (person: "poc" | "lead" | "admin") => {
      const { text: html } = await ask(portal, person, "GET", NEW);
      const select = /<select[^>]*name="commandId"[\s\S]*?<\/select>/.exec(html)?.[0] ?? "";
      return [...select.matchAll(/<option value="([^"]+)"/g)].map(([, id]) => id);
    };
    expect(await commandsFor("poc")).toEqual([COMMANDS.alpha]);
    expect(await commandsFor("lead")).toEqual([COMMANDS.alpha]);
    expect(await commandsFor("admin")).toEqual([COMMANDS.alpha, COMMANDS.bravo]);
    const forced = await ask(portal, "poc", "POST", NEW, { form: form({ commandId: COMMANDS.bravo }) });
    expect(forced.status).toBe(403);
  });

  test("is not for a point of contact without a command, or for a reader", async () => {
    const portal = await openPortal();
    portal.db.$client.exec("UPDATE user SET command_id = NULL WHERE role = 'GOV_POC'");
    for (const person of ["poc", "readonly"] as const) {
      expect((await ask(portal, person, "GET", NEW)).status, person).toBe(403);
      expect((await ask(portal, person, "POST", NEW, { form: form() })).status, person).toBe(403);
      expect((await ask(portal, person, "POST", `${NEW}?find`, { form: form() })).status, person).toBe(403);
      expect((await ask(portal, person, "GET", "/gov/engagements")).text, person).not.toContain("Plan an engagement");
    }
    expect((await ask(portal, "lead", "GET", "/gov/engagements")).text).toContain("Plan an engagement");
  });
});

describe("the form that changes an engagement", () => {
  test("starts with the record, shows how many people it notifies, and saves", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal, { location: "Dahlgren", organizationId: borealis }, [acme, borealis]);
    insertEngagementNote(portal, id, "admin");
    const address = `/gov/engagements/${id}/edit`;
    const shown = await ask(portal, "lead", "GET", address);
    expect(shown.text).toContain('value="Dahlgren"');
    expect(shown.text).toContain('value="2026-03-10"');
    expect(tickedIn(shown.text)).toEqual([acme, borealis]);
    expect(shown.text).toContain('borealis industries<span class="glip-muted"> (primary)');
    expect(shown.text).toContain("Saving a change notifies 2 people.");
    const answer = await ask(portal, "lead", "POST", address, {
      form: form({ status: "CLOSED" }, [acme, borealis]),
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `/gov/engagements/${id}`]);
    expect(engagementRow(portal, id)).toMatchObject({ status: "CLOSED", location: "", organizationId: borealis });
    expect(notificationsOf(portal, "admin")).toHaveLength(1);
  });

  test("removes the last organization when another participant is named", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const fields = form({ otherOrganization: "A university" }, []);
    const answer = await ask(portal, "poc", "POST", `/gov/engagements/${id}/edit`, { form: fields });
    expect(answer.status).toBe(302);
    expect(engagementRow(portal, id)).toMatchObject({ organizationId: null, otherOrganization: "A university" });
  });

  test("finds organizations without saving, and refuses a user of another command in every way", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const address = `/gov/engagements/${id}/edit`;
    const found = await ask(portal, "poc", "POST", `${address}?find`, {
      form: form({ title: "Not saved", findOrganization: "borealis" }, []),
    });
    expect(found.status).toBe(200);
    expect(tickedIn(found.text)).toEqual([]);
    expect(offeredIn(found.text)).toEqual([borealis]);
    expect(engagementRow(portal, id)?.title).toBe("Rotor demonstration");
    expect((await ask(portal, "bravoPoc", "POST", address, { form: form() })).status).toBe(403);
    expect((await ask(portal, "bravoPoc", "POST", `${address}?find`, { form: form() })).status).toBe(403);
    expect((await ask(portal, "poc", "GET", "/gov/engagements/none/edit")).status).toBe(404);
  });
});

describe("an engagement's page", () => {
  const address = (id: string) => `/gov/engagements/${id}`;

  test("shows its actions only to people who may use them", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    insertEngagementAttachment(portal, id);
    const actions = ["/edit", "?note", "?add", "?remove", "?delete"];
    for (const [person, may] of [
      ["poc", true],
      ["lead", true],
      ["admin", true],
      ["bravoPoc", false],
      ["readonly", false],
    ] as const) {
      const { text: html } = await ask(portal, person, "GET", address(id));
      expect(html, person).toContain("agenda.pdf");
      for (const action of actions) {
        expect(html.includes(`action="${action}`) || html.includes(`${id}${action}"`), `${person} ${action}`).toBe(may);
      }
    }
  });

  test("refuses each action in a direct request without permission", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const attachmentId = insertEngagementAttachment(portal, id);
    for (const person of ["bravoPoc", "readonly", "acmeAdmin"] as const) {
      const forced = [
        ask(portal, person, "POST", `${address(id)}?note`, { form: { body: "Forced." } }),
        ask(portal, person, "POST", `${address(id)}?add`, {
          multipart: filesForm({ name: "a.pdf", bytes: pdf() }),
        }),
        ask(portal, person, "POST", `${address(id)}?remove`, { form: { attachmentId } }),
        ask(portal, person, "POST", `${address(id)}?delete`, { form: {} }),
      ];
      expect(
        (await Promise.all(forced)).map(({ status }) => status),
        person,
      ).toEqual([403, 403, 403, 403]);
    }
    expect(portal.auditRows()).toEqual([]);
    expect(countChunks(portal)).toBe(1);
  });

  test("accepts notes and files, deletes files and the engagement, and confirms each", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const send = async (action: string, options: object, to = address(id)) => {
      const answer = await ask(portal, "poc", "POST", `${address(id)}${action}`, options);
      expect([answer.status, answer.headers.get("location")], `${action} ${answer.text}`).toEqual([302, to]);
      const cookie = `${portal.cookieOf("poc")}; ${answer.headers.get("set-cookie")?.split(";", 1)[0]}`;
      return (await ask(portal, "poc", "GET", to, { headers: { cookie } })).text;
    };
    expect(await send("?note", { form: { body: "Two\r\nlines." } })).toContain("Note added.");
    const multipart = filesForm({ name: "a.pdf", bytes: pdf() }, { name: "b.txt", bytes: text() });
    const uploaded = await send("?add", { multipart });
    expect(uploaded).toContain("2 files added.");
    expect(uploaded).toContain("2 of 10 files; you can add 8 more.");
    const attachmentId = /name="attachmentId" value="([^"]+)"/.exec(uploaded)?.[1] ?? "";
    const removed = await send("?remove", { form: { attachmentId, id: "another" } });
    expect(removed).toContain("File deleted.");
    expect(removed).toContain("This also deletes 1 note, 1 file and");
    expect(await send("?delete", { form: {} }, "/gov/engagements")).toContain("Engagement deleted.");
    expect(engagementRow(portal, id)).toBeUndefined();
    expect(countChunks(portal)).toBe(0);
  });

  test("marks it completed with one click from its day on, and changes nothing else", async () => {
    const portal = await openPortal();
    const acmeFirst = [ORGANIZATIONS.acme, ORGANIZATIONS.borealis];
    // The clock of the tests starts on March 2.
    const id = insertEngagement(portal, { date: "2026-03-02T00:00:00.000Z", summary: "Kept." }, acmeFirst);
    const later = insertEngagement(portal, { date: "2026-03-03T00:00:00.000Z" });
    for (const [person, which, may] of [
      ["poc", id, true],
      ["poc", later, false],
      ["bravoPoc", id, false],
    ] as const) {
      const { text: html } = await ask(portal, person, "GET", address(which));
      expect(html.includes(`${which}?complete`), `${person} ${which}`).toBe(may);
    }
    const before = engagementRow(portal, id);
    const { text: page } = await ask(portal, "poc", "GET", address(id));
    const [, fields = ""] = page.match(/action="[^"]*\?complete"[^>]*>(.*?)<\/form>/) ?? [];
    const form = [...fields.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]): [string, string] => [name, value],
    );
    expect((await ask(portal, "poc", "POST", `${address(id)}?complete`, { form })).status).toBe(302);
    const { updatedAt } = engagementRow(portal, id) ?? {};
    expect(engagementRow(portal, id)).toEqual({ ...before, status: "COMPLETED", updatedAt });
    expect(JSON.parse(portal.auditRows().at(-1)?.details ?? "")).toMatchObject({
      before: { status: "PLANNED" },
      after: { status: "COMPLETED" },
    });
    expect((await ask(portal, "poc", "GET", address(id))).text).not.toContain("?complete");
  });

  test("shows before each action how many people it notifies, by their settings", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const said = async (person: "poc" | "lead") => (await ask(portal, person, "GET", address(id))).text;
    expect(await said("poc")).toContain("Adding a note does not notify anyone.");
    insertEngagementNote(portal, id, "admin");
    insertEngagementNote(portal, id, "lead");
    for (const doing of ["Adding a note", "Adding files", "Deleting it"]) {
      expect(await said("poc")).toContain(`${doing} notifies 2 people.`);
    }
    setSetting(portal, "admin", "ENGAGEMENT_UPDATE", { enabled: false });
    expect(await said("poc")).toContain("Deleting it notifies 1 person.");
    expect(await said("lead")).toContain("Adding a note notifies 1 person.");
    insertEngagementAttachment(portal, id);
    expect((await said("poc")).match(/Deleting it notifies 1 person\./g)).toHaveLength(2);
  });

  test("counts attendees only where they are notified, and owners of open tasks before a deletion", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    insertAttendees(portal, id, ["readonly", "poc"]);
    insertEngagementTask(portal, id, { ownerId: idOf("lead") });
    const { text } = await ask(portal, "poc", "GET", address(id));
    expect(text).toContain("Adding a note does not notify anyone.");
    expect(text).toContain("Deleting it notifies 2 people.");
    const edit = await ask(portal, "poc", "GET", `${address(id)}/edit`);
    expect(edit.text).toContain("Changing the date, times, place, link or status notifies 1 person.");
    expect(edit.text).toContain("Any other change does not notify anyone.");
  });

  test("keeps the text of a refused note, and shows a bad file's problem at its field", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const note = await ask(portal, "poc", "POST", `${address(id)}?note`, { form: { body: "a".repeat(4001) } });
    expect(note.status).toBe(400);
    expect(errorsIn(note.text)).toEqual({ body: ["too_long"] });
    expect(note.text).toContain(`${"a".repeat(4001)}</textarea>`);
    const multipart = filesForm({ name: "a.pdf", bytes: pdf() }, { name: "b.pdf", bytes: text() });
    const upload = await ask(portal, "poc", "POST", `${address(id)}?add`, { multipart });
    expect(upload.status).toBe(400);
    expect(errorsIn(upload.text)).toEqual({ files: ["file_content"] });
    expect(upload.text).toContain("Choose “a.pdf” again: a browser does not keep a chosen file.");
    expect(countChunks(portal)).toBe(0);
  });

  test("has no upload field when there are ten files", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    for (let count = 0; count < 10; count += 1) insertEngagementAttachment(portal, id);
    const { text: html } = await ask(portal, "poc", "GET", address(id));
    expect(html).not.toContain("?add");
    expect(html).toContain("There are already 10 files, which is the limit.");
  });
});

describe("the list of engagements as a page", () => {
  const on = (day: string) => ({ date: `${day}T00:00:00.000Z` });

  test("filters by its address, and shows the selected filters", async () => {
    const portal = await openPortal();
    insertEngagement(portal, { title: "Alpha one", ...on("2026-03-10") });
    insertEngagement(portal, { title: "Bravo two", status: "CLOSED", commandId: COMMANDS.bravo, ...on("2026-04-10") });
    const shown = async (query: string) => {
      const { text: html } = await ask(portal, "readonly", "GET", `/gov/engagements${query}`);
      return ["Alpha one", "Bravo two"].filter((title) => html.includes(title));
    };
    expect(await shown("")).toEqual(["Alpha one", "Bravo two"]);
    expect(await shown("?status=CLOSED&type=&commandId=&month=&q=")).toEqual(["Bravo two"]);
    expect(await shown(`?commandId=${COMMANDS.alpha}`)).toEqual(["Alpha one"]);
    expect(await shown("?month=2026-04")).toEqual(["Bravo two"]);
    expect(await shown("?q=alpha")).toEqual(["Alpha one"]);
    expect(await shown(`?organizationId=${borealis}`)).toEqual([]);
    const ofOne = await ask(portal, "readonly", "GET", `/gov/engagements?organizationId=${borealis}&q=a&page=1`);
    expect(wordsOf(ofOne.text)).toContain("Organization: borealis industries");
    expect(ofOne.text).toMatch(/<a[^>]* href="[^"]*\?q=a"><svg[^>]* aria-label="Clear the filter: Organization"/);
    const { text: html } = await ask(portal, "readonly", "GET", "/gov/engagements?status=CLOSED&q=two");
    expect(html).toMatch(/<option value="CLOSED" selected/);
    expect(html).toContain('value="two"');
  });

  test("of a month lists it day by day, with links to the months before and after", async () => {
    const portal = await openPortal();
    for (const [title, day] of [
      ["Second", "2026-03-20"],
      ["First", "2026-03-05"],
      ["Third", "2026-03-20"],
    ] as const) {
      insertEngagement(portal, { title, ...on(day) });
    }
    const { text: html } = await ask(portal, "readonly", "GET", "/gov/engagements?month=2026-03&status=PLANNED");
    const captions = [...html.matchAll(/<caption>([^<]*)<\/caption>/g)].map(([, caption]) => caption);
    expect(captions).toEqual(["Mar 5, 2026", "Mar 20, 2026"]);
    expect(html.indexOf("First")).toBeLessThan(html.indexOf("Second"));
    expect(html).toContain('?month=2026-02&amp;status=PLANNED"');
    expect(html).toContain('?month=2026-04&amp;status=PLANNED"');
    const byTitle = await ask(portal, "readonly", "GET", "/gov/engagements?month=2026-03&sort=title");
    expect(byTitle.text).toContain("<caption>Engagements by title, A to Z</caption>");
    expect(byTitle.text).toMatch(/<option value="title" selected/);
  });

  test("reports an invalid month, and still lists engagements", async () => {
    const portal = await openPortal();
    insertEngagement(portal, { title: "Alpha one" });
    const answer = await ask(portal, "readonly", "GET", "/gov/engagements?month=March+2026");
    expect(answer.status).toBe(200);
    expect(errorsIn(answer.text)).toEqual({ month: ["invalid"] });
    expect(answer.text).toContain("Alpha one");
  });

  test("links from page to page with its filters", async () => {
    const portal = await openPortal();
    for (let count = 0; count < 21; count += 1) insertEngagement(portal, { title: `Number ${count}` });
    const { text: html } = await ask(portal, "readonly", "GET", "/gov/engagements?status=PLANNED");
    expect(html).toContain("Showing 1 to 20 of 21");
    expect(html).toContain("?status=PLANNED&amp;page=2");
  });

  test("explains the next step when it is empty", async () => {
    const portal = await openPortal();
    const poc = await ask(portal, "poc", "GET", "/gov/engagements?month=2026-03");
    expect(poc.text).toContain("No matching engagements in Mar 2026");
    expect(poc.text).toContain('href="/gov/engagements/new">Plan one</a>');
    const reader = await ask(portal, "readonly", "GET", "/gov/engagements");
    expect(reader.text).toContain("People in the command that holds an engagement");
    expect(reader.text).not.toContain("Plan one");
  });
});
