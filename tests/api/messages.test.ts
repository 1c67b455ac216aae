import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { submission, submissionMatch } from "#db/schema";
import { disclosedTitle } from "~/domain/mail/kinds";
import { LIMITS } from "~/values/limits";
import {
  deactivate,
  filesForm,
  insertMessage,
  insertMessageFile,
  insertSubmission,
  instant,
  notificationsOf,
  recuse,
  setSetting,
  submissionRow,
} from "../support/arrange";
import { idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { docx, MACROS, pdf, png, text } from "../support/files";
import { dataOf, HOUR, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const GOVERNMENT = { as: "poc", method: "POST", area: "gov", json: { body: "How far?" } } as const;
const COMPANY = { as: "acmeUser", method: "POST", area: "portal", json: { body: "600 m." } } as const;
const pathOf = (area: "gov" | "portal", id: string) => `/api/${area}/submissions/${id}/messages`;
const governments = (id: string, json: object = {}) => ({
  ...GOVERNMENT,
  path: pathOf("gov", id),
  json: { ...GOVERNMENT.json, ...json },
});
const companys = (id: string) => ({ ...COMPANY, path: pathOf("portal", id) });
const SENT = { status: 201, events: ["submission_message_sent"] } as const;
const ASKS = { asksAnswer: true };

const messagesOf = (portal: Portal) => portal.db.query.submissionMessage.findMany().sync();
const filesOf = (portal: Portal) => portal.db.query.submissionMessageFile.findMany().sync();

interface Listed {
  id: string;
  body: string;
  author: { id: string; name: string } | null;
  files: { id: string; fileName: string }[];
}
const listed = async (portal: Portal, as: PersonKey, area: "gov" | "portal", id: string) =>
  dataOf<{ items: Listed[]; total: number }>(await portal.request(as, "GET", pathOf(area, id)));

const withFiles = (fields: Record<string, string>, ...files: { name: string; bytes: Buffer }[]) => {
  const form = filesForm(...files);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return { json: undefined, multipart: form };
};

describe("a question and its answer", () => {
  test("are read by both sides, and the company never sees who asked", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED", ownerId: idOf("poc") });
    portal.advance(HOUR);
    const asked = await perform(portal, { ...governments(id, ASKS), ...SENT });
    const question = dataOf<{ id: string }>(asked).id;
    expect(asked.body).toEqual({ data: { id: question } });
    const askedAt = instant(portal);
    portal.advance(MINUTE);
    const answered = dataOf<{ id: string }>(await perform(portal, { ...companys(id), ...SENT })).id;
    const base = { asksAnswer: false, files: [] };
    const theirs = {
      ...{ ...base, id: answered, side: "INDUSTRY", body: "600 m.", createdAt: instant(portal) },
      author: { id: idOf("acmeUser"), name: "Person acmeUser" },
    };
    const ours = { ...base, id: question, side: "GOVERNMENT", body: "How far?", asksAnswer: true, createdAt: askedAt };
    const governmentSees = await portal.request("readonly", "GET", pathOf("gov", id));
    const author = { id: idOf("poc"), name: "Person poc" };
    const page = { total: 2, page: 1, pageSize: 20 };
    expect(governmentSees.body).toEqual({ data: { items: [theirs, { ...ours, author }], ...page } });
    const companySees = await portal.request("acmeAdmin", "GET", pathOf("portal", id));
    expect(companySees.body).toEqual({ data: { items: [theirs, { ...ours, author: null }], ...page } });
    expect(companySees.text).not.toMatch(new RegExp(`Person poc|${idOf("poc")}`));
  });

  test("are audited without their text", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal);
    await perform(portal, { ...governments(id, ASKS), ...SENT });
    await perform(portal, {
      ...companys(id),
      ...withFiles({ body: "600 m." }, { name: "a.pdf", bytes: pdf() }),
      ...SENT,
    });
    const rows = portal.auditRows();
    expect(rows.map(({ targetType, targetId, organizationId }) => [targetType, targetId, organizationId])).toEqual(
      Array(2).fill(["submission", id, ORGANIZATIONS.acme]),
    );
    expect(rows.map(({ details }) => JSON.parse(details ?? "").after)).toMatchObject([
      { side: "GOVERNMENT", asksAnswer: true, files: [] },
      { side: "INDUSTRY", asksAnswer: false, files: [{ fileName: "a.pdf" }] },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/How far|600 m/);
  });

  test("show in the company's list whether an answer is needed, also in its copy", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    const answerNeeded = async () => {
      const list = await portal.request("acmeUser", "GET", "/api/portal/submissions");
      return dataOf<{ answerNeeded: boolean }[]>(list)[0]?.answerNeeded;
    };
    const since = instant(portal);
    const changes = async () => {
      const path = `/api/portal/submissions?updatedSince=${encodeURIComponent(since)}`;
      return dataOf<{ items: object[] }>(await portal.request("acmeUser", "GET", path)).items;
    };
    await perform(portal, { ...governments(id), ...SENT });
    expect(await answerNeeded()).toBe(false);
    portal.advance(MINUTE);
    await perform(portal, { ...governments(id, ASKS), ...SENT });
    expect(submissionRow(portal, id)).toMatchObject({ updatedAt: instant(portal), status: "ROUTED", ownerId: null });
    expect(await changes()).toMatchObject([{ id, answerNeeded: true, updatedAt: instant(portal) }]);
    portal.advance(MINUTE);
    await perform(portal, { ...companys(id), ...SENT });
    expect(await answerNeeded()).toBe(false);
    portal.advance(MINUTE);
    await perform(portal, { ...governments(id, ASKS), ...SENT });
    expect(await answerNeeded()).toBe(true);
    portal.advance(MINUTE);
    const json = { outcome: "NOT_NOW", body: "Next year.", replaces: null };
    await portal.request("poc", "POST", `/api/gov/submissions/${id}/outcomes`, { json });
    expect(await answerNeeded()).toBe(false);
  });
});

describe("who writes and reads", () => {
  const routed = (portal: Portal) => insertSubmission(portal, { status: "ROUTED", ownerId: idOf("bravoPoc") });
  const toOurs = (portal: Portal) => ({ path: pathOf("gov", routed(portal)) });
  const toTheirs = (portal: Portal) => ({ path: pathOf("portal", routed(portal)) });
  const others = (portal: Portal) => ({
    path: pathOf("portal", insertSubmission(portal, { organizationId: ORGANIZATIONS.borealis })),
  });
  const archived = (area: "gov" | "portal") => (portal: Portal) => ({
    path: pathOf(area, insertSubmission(portal, { status: "ARCHIVED" })),
  });
  const reviewed = (area: "gov" | "portal") => (portal: Portal) => ({
    path: pathOf(area, insertSubmission(portal, { status: "REVIEWED" })),
  });
  scenarios([
    { name: "a reviewer who does not own it", ...governments("x"), given: toOurs, ...SENT },
    { name: "not a reader", ...governments("x"), as: "readonly", given: toOurs, status: 403 },
    { name: "not industry for the government", ...governments("x"), as: "acmeUser", given: toOurs, status: 403 },
    {
      name: "not someone who recused themselves",
      ...governments("x"),
      given: (portal) => {
        const id = routed(portal);
        recuse(portal, id, "poc");
        return { path: pathOf("gov", id) };
      },
      status: 403,
    },
    { name: "a colleague of the submitter", ...companys("x"), as: "acmeAdmin", given: toTheirs, ...SENT },
    { name: "not another organization", ...companys("x"), given: others, status: 404 },
    {
      name: "another organization does not read",
      ...companys("x"),
      json: undefined,
      method: "GET",
      given: others,
      status: 404,
    },
    { name: "not government for industry", ...companys("x"), as: "admin", given: toTheirs, status: 403 },
    { name: "a missing submission is not found", ...governments("none"), status: 404 },
    { name: "a missing submission is not found by industry", ...companys("none"), status: 404 },
    { name: "reviewers, after the review", ...governments("x"), given: reviewed("gov"), ...SENT },
    { name: "the company, after the review", ...companys("x"), given: reviewed("portal"), ...SENT },
    { name: "no reviewer once it is archived", ...governments("x"), given: archived("gov"), status: 400 },
    { name: "no company once it is archived", ...companys("x"), given: archived("portal"), status: 400 },
    {
      name: "but everyone still reads it",
      ...companys("x"),
      json: undefined,
      method: "GET",
      given: archived("portal"),
      status: 200,
    },
  ]);
});

describe("what a message needs", () => {
  const ours = (portal: Portal) => ({ path: pathOf("gov", insertSubmission(portal)) });
  const theirs = (portal: Portal) => ({ path: pathOf("portal", insertSubmission(portal)) });
  /** What a staged file looks like inside the server. */
  const staged = { path: "/etc/hostname", sizeBytes: 5, sha256: "00" };
  scenarios([
    { name: "a text", ...governments("x", { body: " " }), given: ours, status: 400, fields: ["body"] },
    {
      name: "of at most 4,000 characters",
      ...companys("x"),
      json: { body: "x".repeat(4001) },
      given: theirs,
      status: 400,
      fields: ["body"],
    },
    {
      name: "true or false, if it asks",
      ...governments("x", { asksAnswer: "maybe" }),
      given: ours,
      status: 400,
      fields: ["asksAnswer"],
    },
    {
      name: "no files in JSON, whatever they look like",
      ...companys("x"),
      json: { body: "600 m.", files: [{ fileName: "a.txt", staged }] },
      given: theirs,
      status: 400,
      fields: ["files"],
    },
    {
      name: "no empty list of files in JSON",
      ...governments("x", { files: [] }),
      given: ours,
      status: 400,
      fields: ["files"],
    },
    {
      name: "JSON or multipart",
      ...companys("x"),
      json: undefined,
      raw: "body=600",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      given: theirs,
      status: 400,
    },
    {
      name: "and an organization cannot ask",
      ...companys("x"),
      json: { body: "When?", ...ASKS },
      given: theirs,
      ...SENT,
      after: (portal) => expect(messagesOf(portal)).toMatchObject([{ side: "INDUSTRY", asksAnswer: false }]),
    },
    {
      name: "a form also asks",
      ...governments("x"),
      ...withFiles({ body: "How far?", asksAnswer: "true" }),
      given: ours,
      ...SENT,
      after: (portal) => expect(messagesOf(portal)).toMatchObject([{ asksAnswer: true, body: "How far?" }]),
    },
  ]);
});

describe("files of a message", () => {
  const sendFiles = (portal: Portal, ...files: { name: string; bytes: Buffer }[]) => ({
    ...companys(insertSubmission(portal)),
    ...withFiles({ body: "See the files." }, ...files),
  });
  const good = { name: "paper.pdf", bytes: pdf() };

  test("are stored, listed for both sides, and downloaded by both", async () => {
    const portal = await openPortal();
    const call = sendFiles(portal, good, { name: "notes.txt", bytes: text() });
    await perform(portal, { ...call, ...SENT });
    const [{ submissionId: id, id: messageId } = { submissionId: "", id: "" }] = messagesOf(portal);
    expect(portal.storedFiles().sort()).toEqual(
      filesOf(portal)
        .map(({ storageKey }) => storageKey)
        .sort(),
    );
    for (const [as, area] of [
      ["poc", "gov"],
      ["acmeAdmin", "portal"],
    ] as const) {
      const [message] = (await listed(portal, as, area, id)).items;
      expect(message?.files).toMatchObject([
        { fileName: "paper.pdf", contentType: "application/pdf" },
        { fileName: "notes.txt" },
      ]);
      expect(JSON.stringify(message)).not.toContain("storageKey");
      const file = await perform(portal, {
        as,
        method: "GET",
        path: `${pathOf("portal", id)}/${messageId}/files/${message?.files[0]?.id}`,
        status: 200,
        events: ["submission_message_file_downloaded"],
      });
      expect(createHash("sha256").update(file.bytes).digest("hex")).toBe(filesOf(portal)[0]?.sha256);
      expect(file.headers.get("content-disposition")).toBe('attachment; filename="paper.pdf"');
      expect(file.headers.get("cache-control")).toBe("private, no-store");
      expect(file.headers.get("content-security-policy")).toContain("sandbox");
    }
  });

  test("are not found in another message, submission or organization", async () => {
    const portal = await openPortal();
    const [own, other] = [insertSubmission(portal), insertSubmission(portal)];
    const [message, second] = [insertMessage(portal, own), insertMessage(portal, own)];
    const file = await insertMessageFile(portal, message);
    const missing = async (as: PersonKey, id: string, messageId: string, fileId: string) =>
      perform(portal, { as, method: "GET", path: `${pathOf("portal", id)}/${messageId}/files/${fileId}`, status: 404 });
    await missing("poc", own, second, file);
    await missing("poc", other, message, file);
    await missing("poc", own, message, "none");
    await missing("borealisAdmin", own, message, file);
  });

  const bad: [what: string, ...files: { name: string; bytes: Buffer }[]][] = [
    ["a type that is not accepted", { name: "plot.png", bytes: png() }],
    ["a PNG that says it is a PDF", { name: "paper.pdf", bytes: png() }],
    ["a document with macros", { name: "paper.docx", bytes: docx(MACROS) }],
    ["an empty file", { name: "paper.pdf", bytes: Buffer.alloc(0) }],
    ["one byte more than 15 MB", { name: "paper.pdf", bytes: pdf(LIMITS.fileBytes + 1) }],
    ["a good and a bad one", good, { name: "plot.png", bytes: png() }],
    ["more than a message may have", ...Array(LIMITS.filesPerMessage + 1).fill(good)],
  ];
  test.each(bad)("are refused, and nothing is stored: %s", async (_what, ...files) => {
    const portal = await openPortal();
    await perform(portal, { ...sendFiles(portal, ...files), status: 400 });
    expect(portal.storedFiles()).toEqual([]);
  });

  test("of an archived submission are not even checked", async () => {
    const portal = await openPortal();
    const call = sendFiles(portal, good);
    portal.db.update(submission).set({ status: "ARCHIVED" }).run();
    await perform(portal, { ...call, status: 400 });
  });
});

describe("who is notified", () => {
  const titles = (portal: Portal, ...people: PersonKey[]) =>
    Object.fromEntries(people.map((person) => [person, notificationsOf(portal, person).map(({ title }) => title)]));

  test("of a government message: the submitter, and colleagues who wrote about it", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal);
    insertMessage(portal, id, { side: "INDUSTRY", authorId: idOf("acmeAdmin") });
    insertMessage(portal, id, { side: "INDUSTRY", authorId: idOf("borealisAdmin") });
    await perform(portal, { ...governments(id, ASKS), ...SENT });
    await perform(portal, { ...governments(id), ...SENT });
    const both = ["Question: A quiet rotor", "Message: A quiet rotor"];
    const found = titles(portal, "acmeUser", "acmeAdmin", "borealisAdmin", "poc");
    expect(found).toEqual({
      acmeUser: expect.arrayContaining(both),
      acmeAdmin: expect.arrayContaining(both),
      borealisAdmin: [],
      poc: [],
    });
    const sent = notificationsOf(portal, "acmeUser");
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatchObject({ kind: "SYSTEM", linkUrl: `/portal/submissions/${id}#messages` });
    expect(JSON.stringify(sent)).not.toMatch(/Person poc|How far/);
    // Opening the page reads them.
    await portal.request("acmeUser", "GET", `/portal/submissions/${id}`);
    expect(notificationsOf(portal, "acmeUser").every(({ read }) => read)).toBe(true);
  });

  test("nobody who is deactivated, or turned these notifications off", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal);
    insertMessage(portal, id, { side: "INDUSTRY", authorId: idOf("acmeAdmin") });
    deactivate(portal, "acmeUser");
    setSetting(portal, "acmeAdmin", "SYSTEM", { enabled: false });
    await perform(portal, { ...governments(id), ...SENT });
    expect(titles(portal, "acmeUser", "acmeAdmin")).toEqual({ acmeUser: [], acmeAdmin: [] });
  });

  const match = (portal: Portal, submissionId: string, ...people: PersonKey[]) => {
    const rows = people.map((person) => ({
      ...{ submissionId, userId: idOf(person), reason: "TAG" as const, matchedTags: [], delivery: "NOTIFIED" as const },
      createdAt: instant(portal),
    }));
    portal.db.insert(submissionMatch).values(rows).run();
  };
  const REVIEWERS = ["poc", "bravoPoc", "lead", "admin", "systemAdmin", "readonly"] as const;
  const NOBODY = Object.fromEntries(REVIEWERS.map((person) => [person, []]));
  const TOLD = ["Message: A quiet rotor"];

  test("of a company's message: the owner and reviewers who wrote, not who recused themselves", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED", ownerId: idOf("poc") });
    match(portal, id, "lead", "readonly");
    for (const person of ["bravoPoc", "admin", "systemAdmin"] as const) {
      insertMessage(portal, id, { authorId: idOf(person) });
    }
    recuse(portal, id, "admin");
    deactivate(portal, "systemAdmin");
    await perform(portal, { ...companys(id), ...SENT });
    expect(titles(portal, ...REVIEWERS)).toEqual({ ...NOBODY, poc: TOLD, bravoPoc: TOLD });
    expect(notificationsOf(portal, "poc")).toMatchObject([
      { kind: "SYSTEM", linkUrl: `/gov/submissions/${id}#messages`, body: expect.stringContaining("Person acmeUser") },
    ]);
    expect(notificationsOf(portal, "acmeAdmin")).toEqual([]);
  });

  test("without an owner: the people it was routed to", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    match(portal, id, "lead", "bravoPoc", "admin");
    recuse(portal, id, "bravoPoc");
    deactivate(portal, "admin");
    await perform(portal, { ...companys(id), ...SENT });
    expect(titles(portal, ...REVIEWERS)).toEqual({ ...NOBODY, lead: TOLD });
  });

  test("and mail repeats neither title nor text", () => {
    const mailed = (title: string, linkUrl: string) => disclosedTitle({ kind: "SYSTEM", title, linkUrl });
    expect(mailed("Question: Secret rotor", "/portal/submissions/one#messages")).toMatch(
      /question about your submission/,
    );
    expect(mailed("Message: Secret rotor", "/portal/submissions/one#messages")).toMatch(
      /message about your submission/,
    );
    expect(mailed("Message: Secret rotor", "/gov/submissions/one#messages")).not.toContain("Secret");
  });
});

describe("the number of messages", () => {
  test("is limited for each side, so that neither keeps the other from writing", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal);
    for (let number = 0; number < LIMITS.messagesPerSide; number += 1) insertMessage(portal, id, { side: "INDUSTRY" });
    await perform(portal, { ...companys(id), status: 400 });
    await perform(portal, { ...governments(id), ...SENT });
    const { items, total } = await listed(portal, "acmeUser", "portal", id);
    expect([items.length, total]).toEqual([20, LIMITS.messagesPerSide + 1]);
  });
});

describe("at the same time", { tags: "race" }, () => {
  test("20 messages: as many as there may be", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal);
    const left = 3;
    for (let number = left; number < LIMITS.messagesPerSide; number += 1) insertMessage(portal, id);
    const call = governments(id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        portal.request(index % 2 ? "poc" : "admin", "POST", call.path, {
          multipart: withFiles({ body: `Message ${index}` }, { name: "a.txt", bytes: text() }).multipart,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(left);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 400]));
    expect(messagesOf(portal)).toHaveLength(LIMITS.messagesPerSide);
    expect(portal.storedFiles()).toHaveLength(left);
  });

  test("a message and an archiving: no message after it", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal);
    const [message, archiving] = await Promise.all([
      portal.request("acmeUser", "POST", pathOf("portal", id), { json: COMPANY.json }),
      portal.request("lead", "PATCH", `/api/gov/submissions/${id}/status`, { json: { status: "ARCHIVED" } }),
    ]);
    expect(archiving.status).toBe(200);
    expect([201, 400]).toContain(message.status);
    expect(messagesOf(portal)).toHaveLength(message.status === 201 ? 1 : 0);
    expect(submissionRow(portal, id)?.status).toBe("ARCHIVED");
  });

  test("a message by someone who recuses themselves before it is written is refused", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    const request = portal.request("poc", "POST", pathOf("gov", id), { json: GOVERNMENT.json });
    recuse(portal, id, "poc");
    expect((await request).status).toBe(403);
    expect(messagesOf(portal)).toEqual([]);
  });
});

describe("on pages", () => {
  const show = async (portal: Portal, as: PersonKey, path: string) => {
    const { status, text } = await portal.request(as, "GET", path);
    expect(status, path).toBe(200);
    return text;
  };

  test("a reviewer asks and a company answers with a file, without scripts", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED", answerBy: "2026-03-20" });
    const [ours, theirs] = [`/gov/submissions/${id}`, `/portal/submissions/${id}`];
    expect(await show(portal, "poc", ours)).toContain("the promised day waits until they answer");
    const form = { body: "How <b>far</b>?", asksAnswer: "true" };
    const asked = await portal.request("poc", "POST", `${ours}?view=mine&messagesPage=2&message`, { form });
    // Its list stays, so that "Next" leads on in it.
    expect([asked.status, asked.headers.get("location")]).toEqual([302, `${ours}?view=mine`]);
    for (const path of [theirs, "/portal/submissions", "/portal"]) {
      const text = await show(portal, "acmeUser", path);
      expect(text, path).toContain("Answer needed");
      expect(text, path).not.toMatch(new RegExp(`Person poc|${idOf("poc")}|<b>far`));
    }
    expect(await show(portal, "acmeUser", theirs)).toContain("How &lt;b&gt;far&lt;/b&gt;?");
    const { multipart } = withFiles({ body: "600 m." }, { name: "range.pdf", bytes: pdf() });
    const answered = await portal.request("acmeUser", "POST", `${theirs}?message`, { multipart });
    expect([answered.status, answered.headers.get("location")]).toEqual([302, theirs]);
    expect(await show(portal, "acmeUser", "/portal")).not.toContain("Answer needed");
    const [file] = filesOf(portal);
    const page = await show(portal, "poc", ours);
    expect(page).toContain(`${pathOf("portal", id)}/${file?.messageId}/files/${file?.id}`);
    expect(page).toContain("Person acmeUser");
  });

  test("a refused form keeps its text, on both sides", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    for (const [as, path] of [
      ["poc", `/gov/submissions/${id}`],
      ["acmeUser", `/portal/submissions/${id}`],
    ] as const) {
      const { multipart } = withFiles({ body: "Read the plot." }, { name: "plot.png", bytes: png() });
      const refused = await portal.request(as, "POST", `${path}?message`, { multipart });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain("Read the plot.");
      expect(refused.text).toContain(`href="#message-files"`);
    }
    expect(messagesOf(portal)).toEqual([]);
  });

  test("nobody gets a form once it is archived, nor people who only read or recused themselves", async () => {
    const portal = await openPortal();
    const [open, archived] = [insertSubmission(portal), insertSubmission(portal, { status: "ARCHIVED" })];
    recuse(portal, open, "lead");
    const hasForm = async (as: PersonKey, path: string) => (await show(portal, as, path)).includes("?message");
    expect(await hasForm("poc", `/gov/submissions/${open}`)).toBe(true);
    expect(await hasForm("acmeUser", `/portal/submissions/${open}`)).toBe(true);
    expect(await hasForm("readonly", `/gov/submissions/${open}`)).toBe(false);
    expect(await hasForm("lead", `/gov/submissions/${open}`)).toBe(false);
    expect(await hasForm("poc", `/gov/submissions/${archived}`)).toBe(false);
    const closed = await show(portal, "acmeUser", `/portal/submissions/${archived}`);
    expect(closed).not.toContain("?message");
    expect(closed).toContain("nobody can write new messages");
  });

  test("messages have pages of their own beside those of notes", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal);
    for (let number = 0; number < 21; number += 1) {
      insertMessage(portal, id, { body: `Text ${number}.`, createdAt: instant(portal, number) });
    }
    const first = await show(portal, "poc", `/gov/submissions/${id}?notesPage=1`);
    expect(first).toContain("notesPage=1&amp;messagesPage=2#messages");
    expect(first).not.toContain("Text 0.");
    expect(await show(portal, "acmeUser", `/portal/submissions/${id}?messagesPage=2`)).toContain("Text 0.");
  });
});
