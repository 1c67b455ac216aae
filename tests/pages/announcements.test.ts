import { describe, expect, test } from "vitest";
import {
  filesForm,
  insertAnnouncement,
  insertAnnouncementFile,
  instant,
  notificationsOf,
  setSetting,
} from "../support/arrange";
import { pdf, text } from "../support/files";
import { errorsIn } from "../support/markup";
import { DAY, openPortal, type Portal } from "../support/portal";

const rowsOf = (portal: Portal) => portal.db.query.announcement.findMany().sync();
const eventsOf = (portal: Portal) => portal.auditRows().map(({ event }) => event);
/** The page that a form leads to, and its message. */
async function followed(
  portal: Portal,
  as: "lead" | "admin",
  path: string,
  options: { form?: Record<string, string> },
) {
  const answer = await portal.request(as, "POST", path, options);
  expect(answer.status, answer.text.slice(0, 300)).toBe(302);
  const location = answer.headers.get("location") ?? "";
  const notice = answer.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const cookie = `${portal.cookieOf(as)}; ${notice}`;
  return { location, text: (await portal.request(as, "GET", location, { headers: { cookie } })).text };
}

describe("the public pages", () => {
  test("list only published announcements, newest first, with excerpts and pages", async () => {
    const portal = await openPortal();
    for (let number = 1; number <= 21; number += 1) {
      insertAnnouncement(portal, {
        title: `Number ${number}.`,
        body: "word ".repeat(100),
        createdAt: instant(portal, (number - 30) * DAY),
      });
    }
    insertAnnouncement(portal, { title: "Taken back", published: false });
    insertAnnouncement(portal, { title: "Thrown away", deletedAt: instant(portal) });
    const first = await portal.request(null, "GET", "/announcements");
    expect(first.text.indexOf("Number 21.")).toBeLessThan(first.text.indexOf("Number 20."));
    expect(first.text).not.toContain("Number 1.");
    expect(first.text).toContain("word word…");
    expect(first.text).not.toContain("word ".repeat(50));
    expect(first.text).toContain("Person lead");
    const second = await portal.request(null, "GET", "/announcements?page=2");
    expect(second.text).toContain("Number 1.");
    expect(second.text).not.toContain("Number 2.");
    for (const { text } of [first, second]) expect(text).not.toMatch(/Taken back|Thrown away/);
    expect((await portal.request(null, "GET", "/announcements?page=3")).text).toContain("This page does not exist");
  });

  test("say so when there are no announcements", async () => {
    const portal = await openPortal();
    expect((await portal.request(null, "GET", "/announcements")).text).toContain("No announcements yet");
    expect((await portal.request("acmeUser", "GET", "/portal")).text).toContain("No announcements yet");
    expect((await portal.request(null, "GET", "/")).text).not.toContain("All announcements");
  });

  test.each([
    [null, "/"],
    ["acmeUser", "/portal"],
  ] as const)("show the latest three on the page of %s at %s", async (person, path) => {
    const portal = await openPortal();
    for (const number of [1, 2, 3, 4]) {
      insertAnnouncement(portal, { title: `Number ${number}.`, createdAt: instant(portal, (number - 30) * DAY) });
    }
    const { text } = await portal.request(person, "GET", path);
    for (const number of [4, 3, 2]) expect(text).toContain(`Number ${number}.`);
    expect(text).not.toContain("Number 1.");
  });

  test("offer an announcement's files to signed-in users, and ask others to sign in", async () => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal);
    const attachmentId = await insertAnnouncementFile(portal, id);
    const href = `href="/api/gov/announcements/${id}/attachments/${attachmentId}"`;
    for (const person of ["acmeUser", "readonly"] as const) {
      const { text } = await portal.request(person, "GET", `/announcements/${id}`);
      expect(text, person).toContain(href);
      expect(text, person).not.toContain("Sign in to download");
    }
    const stranger = await portal.request(null, "GET", `/announcements/${id}`);
    expect(stranger.text).toContain("agenda.pdf");
    expect(stranger.text).toContain("Sign in to download");
    expect(stranger.text).toContain(`/login?redirectTo=%2Fannouncements%2F${id}`);
    expect(stranger.text).not.toContain(href);
    expect(stranger.text).not.toMatch(/storageKey|sha256/);
  });

  test("show no unpublished or deleted announcement, not even to government", async () => {
    const portal = await openPortal();
    const hidden = [{ published: false }, { deletedAt: instant(portal) }].map((values) =>
      insertAnnouncement(portal, values),
    );
    for (const id of [...hidden, "none"]) {
      for (const person of [null, "acmeUser", "admin"] as const) {
        expect((await portal.request(person, "GET", `/announcements/${id}`)).status).toBe(404);
      }
    }
  });
});

describe("publishing by form", () => {
  test("shows beforehand how many people it notifies, and afterwards how many were notified", async () => {
    const portal = await openPortal();
    const before = await portal.request("lead", "GET", "/gov/announcements/new");
    expect(before.text).toContain("Publishing it to everyone notifies 3 people in industry.");
    expect(before.text).toContain("Save a draft to add files before you publish it.");
    setSetting(portal, "acmeUser", "ANNOUNCEMENT", { enabled: false });
    setSetting(portal, "acmeAdmin", "ANNOUNCEMENT", { enabled: false });
    const one = await portal.request("lead", "GET", "/gov/announcements/new");
    expect(one.text).toContain("Publishing it to everyone notifies 1 person in industry.");
    const form = { title: "The forum moves", body: "First line\r\nsecond line" };
    const { location, text } = await followed(portal, "lead", "/gov/announcements/new", { form });
    const [row] = rowsOf(portal);
    expect(location).toBe(`/gov/announcements/${row?.id}`);
    expect(row).toMatchObject({ title: "The forum moves", body: "First line\nsecond line", published: true });
    expect(text).toContain("Announcement published. We are notifying 1 person in industry.");
    expect(notificationsOf(portal, "borealisAdmin")).toMatchObject([{ linkUrl: `/announcements/${row?.id}` }]);
  });

  test("can be previewed, which saves nothing and keeps what was typed", async () => {
    const portal = await openPortal();
    const form = { title: "The forum moves", body: "To **May**:\n- one", audience: "TAGS", audienceTags: "radar" };
    const answer = await portal.request("lead", "POST", "/gov/announcements/new?preview", { form });
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/<h3[^>]*>The forum moves<\/h3>/);
    expect(answer.text).toMatch(/<p>To <strong>May<\/strong>:<\/p><ul><li><p>one<\/p><\/li><\/ul>/);
    expect(answer.text).toContain("Publishing notifies nobody in industry yet.");
    expect(answer.text).toContain('value="radar"');
    expect(answer.text).toMatch(/<option value="TAGS" selected="">/);
    expect(rowsOf(portal)).toEqual([]);
    expect(eventsOf(portal)).toEqual([]);
    const refused = await portal.request("lead", "POST", "/gov/announcements/new?preview", {
      form: { audience: "TAGS" },
    });
    expect(refused.status).toBe(400);
    expect(Object.keys(errorsIn(refused.text)).sort()).toEqual(["body", "title"]);
  });

  test("can be put off: a draft is scheduled in the agency's zone, then returned to draft, then published", async () => {
    const portal = await openPortal();
    const form = { title: "The forum moves", body: "To May.", status: "DRAFT", audience: "ALL", publishesAt: "" };
    const { location, text } = await followed(portal, "lead", "/gov/announcements/new", { form });
    expect(text).toContain("Draft saved.");
    const send = (action: string, fields: Record<string, string>) =>
      followed(portal, "lead", `${location}?${action}`, { form: fields });
    expect((await portal.request("poc", "GET", location)).text).not.toContain("Publish now");

    const past = await portal.request("lead", "POST", `${location}?schedule`, {
      form: { status: "SCHEDULED", publishesAt: "2020-01-01T09:00" },
    });
    expect([past.status, errorsIn(past.text)]).toEqual([400, { publishesAt: ["out_of_range"] }]);
    await send("schedule", { status: "SCHEDULED", publishesAt: "2026-07-01T09:30" });
    // New York is four hours behind in July.
    expect(rowsOf(portal)).toMatchObject([{ published: true, publishedAt: "2026-07-01T13:30:00.000Z" }]);
    expect((await portal.request("lead", "GET", location)).text).toContain('value="2026-07-01T09:30"');
    expect((await portal.request("poc", "GET", "/gov/announcements?status=SCHEDULED")).text).toContain(
      "The forum moves",
    );
    await send("status", { status: "DRAFT" });
    expect(rowsOf(portal)).toMatchObject([{ published: false, publishedAt: null }]);
    expect(notificationsOf(portal, "acmeUser")).toEqual([]);
    await send("status", { status: "PUBLISHED" });
    expect(notificationsOf(portal, "acmeUser")).toHaveLength(1);
  });

  test("keeps the typed text when it is refused, and reports each problem", async () => {
    const portal = await openPortal();
    const form = { title: "a".repeat(201), body: "The text that was typed" };
    const answer = await portal.request("lead", "POST", "/gov/announcements/new", { form });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('href="#title"');
    expect(errorsIn(answer.text)).toEqual({ title: ["too_long"] });
    expect(answer.text).toContain("The text that was typed");
    expect(rowsOf(portal)).toEqual([]);
    expect(eventsOf(portal)).toEqual([]);
  });

  test.each(["readonly", "poc", "acmeAdmin"] as const)(
    "is offered only to publishers, and %s is refused",
    async (person) => {
      const portal = await openPortal();
      const id = insertAnnouncement(portal);
      const form = { title: "Mine", body: "Mine" };
      for (const path of [
        "new",
        `${id}/edit`,
        `${id}?publish`,
        `${id}?status`,
        `${id}?schedule`,
        "new?preview",
        `${id}?add`,
        `${id}?remove`,
        `${id}?delete`,
      ]) {
        const answer = await portal.request(person, "POST", `/gov/announcements/${path}`, { form });
        expect([path, answer.status]).toEqual([path, 403]);
      }
      expect(eventsOf(portal)).toEqual([]);
      if (person === "acmeAdmin") return;
      const list = await portal.request(person, "GET", "/gov/announcements");
      expect(list.text).not.toContain("New announcement");
      const record = await portal.request(person, "GET", `/gov/announcements/${id}`);
      expect(record.text).not.toMatch(/Unpublish|Delete|Add files|\/edit"/);
    },
  );
});

describe("the list for government", () => {
  test("filters by state and title, with the filters in the address", async () => {
    const portal = await openPortal();
    insertAnnouncement(portal, { title: "Open days" });
    insertAnnouncement(portal, { title: "Closed days", published: false });
    const list = async (query: string) => (await portal.request("poc", "GET", `/gov/announcements${query}`)).text;
    expect(await list("")).toMatch(/2 announcements[\s\S]*/);
    const unpublished = await list("?status=UNPUBLISHED&q=");
    expect(unpublished).toContain("Closed days");
    expect(unpublished).not.toContain("Open days");
    expect(unpublished).toMatch(/<option value="UNPUBLISHED" selected="">/);
    const titled = await list("?status=&q=open");
    expect(titled).toContain("Open days");
    expect(titled).not.toContain("Closed days");
    expect(await list("?q=nothing")).toContain("No matching announcements");
  });
});

describe("an announcement's record", () => {
  test("can be edited in a form that starts with its current text", async () => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal, { title: "The forum moves" });
    const edit = `/gov/announcements/${id}/edit`;
    expect((await portal.request("lead", "GET", edit)).text).toContain('value="The forum moves"');
    const refused = await portal.request("lead", "POST", edit, { form: { title: "", body: "Kept text" } });
    expect(refused.status).toBe(400);
    expect(errorsIn(refused.text)).toEqual({ title: ["required"] });
    expect(refused.text).toContain("Kept text");
    const form = { title: "The forum stays", body: "In Arlington.", id: "another", published: "false" };
    const again = await portal.request("lead", "POST", edit, { form });
    // The form has no such field. The server checks what a program adds like any other input.
    expect(again.status).toBe(400);
    const { title, body } = form;
    const { location, text } = await followed(portal, "lead", edit, { form: { title, body } });
    expect(location).toBe(`/gov/announcements/${id}`);
    expect(text).toContain("Announcement saved.");
    expect(rowsOf(portal)).toMatchObject([{ id, title, body, published: true }]);
    expect(notificationsOf(portal, "acmeUser")).toEqual([]);
  });

  test("can be unpublished and published again, and says that nobody is notified", async () => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal);
    const record = `/gov/announcements/${id}`;
    const shown = await portal.request("lead", "GET", record);
    expect(shown.text).toContain("Publishing it again does not notify anyone");
    expect(shown.text).toContain(`href="/announcements/${id}"`);
    const back = await followed(portal, "lead", `${record}?publish`, { form: { published: "false" } });
    expect(back.location).toBe(record);
    expect(back.text).toContain("Announcement unpublished.");
    expect(back.text).toContain("Publish again");
    expect(back.text).not.toContain(`href="/announcements/${id}"`);
    const again = await followed(portal, "lead", `${record}?publish`, { form: { published: "true" } });
    expect(again.text).toContain("Announcement published again. We do not notify anyone a second time.");
    expect(eventsOf(portal)).toEqual(["announcement_updated", "announcement_published"]);

    const neither = await portal.request("lead", "POST", `${record}?publish`, { form: { published: "maybe" } });
    expect(neither.status).toBe(400);
    expect(rowsOf(portal)).toMatchObject([{ published: true }]);
    expect(notificationsOf(portal, "acmeUser")).toEqual([]);
  });

  test("accepts files, shows what is wrong with them, and deletes them", async () => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal);
    const record = `/gov/announcements/${id}`;
    const files = [
      { name: "agenda.pdf", bytes: pdf() },
      { name: "notes.txt", bytes: text() },
    ];
    const bad = filesForm(...files, { name: "setup.exe", bytes: Buffer.from("MZ") });
    const refused = await portal.request("lead", "POST", `${record}?add`, { multipart: bad });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("setup.exe: Choose a PDF, DOCX, PPTX, TXT, PNG, JPG or JPEG file up to 15 MB.");
    expect(refused.text).toContain('href="#files"');
    expect(portal.storedFiles()).toEqual([]);
    const none = await portal.request("lead", "POST", `${record}?add`, { multipart: filesForm() });
    expect(none.status).toBe(400);

    const added = await portal.request("lead", "POST", `${record}?add`, { multipart: filesForm(...files) });
    expect([added.status, added.headers.get("location")]).toEqual([302, record]);
    const shown = await portal.request("lead", "GET", record);
    expect(shown.text).toContain("2 of 10 files; you can add 8 more.");
    expect(shown.text).toContain(" for everyone. You cannot undo this.");
    const [first] = portal.db.query.announcementAttachment.findMany().sync();
    const { text: after } = await followed(portal, "lead", `${record}?remove`, {
      form: { attachmentId: first?.id ?? "", id: "another" },
    });
    expect(after).toContain("File deleted.");
    expect(after).not.toContain("agenda.pdf");
    expect((await portal.request("lead", "POST", `${record}?remove`, { form: { attachmentId: "none" } })).status).toBe(
      404,
    );
  });

  test("has no upload field when there are ten files", async () => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal);
    for (let count = 0; count < 10; count += 1) await insertAnnouncementFile(portal, id);
    const { text: shown } = await portal.request("lead", "GET", `/gov/announcements/${id}`);
    expect(shown).toContain("which is the limit");
    expect(shown).not.toContain('type="file"');
  });

  test("is deleted only after a confirmation, and then disappears everywhere", async () => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal);
    await insertAnnouncementFile(portal, id);
    const record = `/gov/announcements/${id}`;
    const shown = await portal.request("lead", "GET", record);
    expect(shown.text).toMatch(/<details[^>]*>[\s\S]*Delete this announcement[\s\S]*or its 1 file/);
    const { location, text: list } = await followed(portal, "lead", `${record}?delete`, { form: {} });
    expect(location).toBe("/gov/announcements");
    expect(list).toContain("Announcement deleted.");
    expect((await portal.request("lead", "GET", record)).status).toBe(404);
    expect((await portal.request("lead", "GET", `${record}/edit`)).status).toBe(404);
    expect((await portal.request("lead", "POST", `${record}?delete`, { form: {} })).status).toBe(404);
  });

  test("refuses an unknown form", async () => {
    const portal = await openPortal();
    const id = insertAnnouncement(portal);
    expect((await portal.request("lead", "POST", `/gov/announcements/${id}`, { form: {} })).status).toBe(400);
    expect(eventsOf(portal)).toEqual([]);
  });
});
