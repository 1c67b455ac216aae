import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { forgetOldReceipts } from "~/operations/form-receipt.server";
import {
  filesForm,
  insertAnnouncement,
  insertCall,
  insertEngagement,
  insertSubmission,
  submissionForm,
} from "../support/arrange";
import { COMMANDS, ORGANIZATIONS, PASSWORD, type PersonKey } from "../support/cast";
import { pdf, text } from "../support/files";
import { DAY, openPortal, type Portal, type TestResponse } from "../support/portal";

/* A form is accepted once, however often a user sends it from one view of the page. */

const AT_ONCE = 20;

/** What a form sends: its fields, and a file if it accepts one. */
interface Form {
  as: PersonKey;
  /** Creates the needed records. @returns the form's address. */
  arrange: (portal: Portal) => string;
  fields: Record<string, string>;
  file?: { field: string; name: string; bytes: Buffer };
  /** The same form with other content. */
  edited: Record<string, string>;
  /** The table whose rows count how often it was accepted. */
  table: string;
  event: string;
}

const engagementFields = {
  title: "Rotor day",
  type: "DEMO",
  status: "PLANNED",
  date: "2026-03-10",
  commandId: COMMANDS.alpha,
  organizationIds: ORGANIZATIONS.acme,
};
const paper = { field: "file", name: "paper.pdf", bytes: pdf() };
const minutes = { field: "files", name: "minutes.txt", bytes: text() };

const FORMS: [name: string, form: Form][] = [
  [
    "submission",
    {
      as: "acmeUser",
      arrange: () => "/portal/submissions/new",
      fields: { type: "WHITE_PAPER", title: "A quiet rotor", summary: "It is quiet, and it turns." },
      file: paper,
      edited: { title: "A louder rotor" },
      table: "submission",
      event: "submission_created",
    },
  ],
  [
    "engagement",
    {
      as: "poc",
      arrange: () => "/gov/engagements/new",
      fields: engagementFields,
      edited: { title: "Rotor week" },
      table: "engagement",
      event: "engagement_created",
    },
  ],
  [
    "announcement",
    {
      as: "lead",
      arrange: () => "/gov/announcements/new",
      fields: { title: "The forum moves", body: "To Arlington." },
      edited: { body: "To Alexandria." },
      table: "announcement",
      event: "announcement_published",
    },
  ],
  [
    "call",
    {
      as: "lead",
      arrange: () => "/gov/calls/new",
      fields: { title: "Quiet rotors", description: "We look for quiet rotors.", status: "DRAFT" },
      edited: { title: "Quieter rotors" },
      table: "call",
      event: "call_created",
    },
  ],
  [
    "engagement note",
    {
      as: "poc",
      arrange: (portal) => `/gov/engagements/${insertEngagement(portal)}?note`,
      fields: { body: "Bring the long table." },
      edited: { body: "Bring the short table." },
      table: "engagement_note",
      event: "engagement_note_created",
    },
  ],
  [
    "dialogue note",
    {
      as: "poc",
      arrange: () => `/gov/organizations/${ORGANIZATIONS.acme}?dialogue`,
      fields: { body: "They called." },
      edited: { body: "They called again." },
      table: "organization_dialogue_note",
      event: "organization_dialogue_created",
    },
  ],
  [
    "attachment of an engagement",
    {
      as: "poc",
      arrange: (portal) => `/gov/engagements/${insertEngagement(portal)}?add`,
      fields: {},
      file: minutes,
      edited: { note: "Another." },
      table: "engagement_attachment",
      event: "engagement_attachment_uploaded",
    },
  ],
  [
    "attachment of an announcement",
    {
      as: "lead",
      arrange: (portal) => `/gov/announcements/${insertAnnouncement(portal)}?add`,
      fields: {},
      file: minutes,
      edited: { note: "Another." },
      table: "announcement_attachment",
      event: "announcement_attachment_uploaded",
    },
  ],
  [
    "government user",
    {
      as: "admin",
      arrange: () => "/gov/admin/users?add",
      fields: { email: "new@navy.example", name: "New", password: PASSWORD, role: "GOV_POC", commandId: "", title: "" },
      edited: { email: "newer@navy.example" },
      table: "user",
      event: "gov_user_created",
    },
  ],
];

/** Sends a form as a browser does. */
function send(portal: Portal, as: PersonKey, address: string, { fields, file }: Pick<Form, "fields" | "file">) {
  if (!file) return portal.request(as, "POST", address, { form: fields });
  const multipart = new FormData();
  for (const [name, value] of Object.entries(fields)) multipart.append(name, value);
  multipart.append(file.field, new Blob([new Uint8Array(file.bytes)]), file.name);
  return portal.request(as, "POST", address, { multipart });
}

const countOf = (portal: Portal, table: string) =>
  portal.db.$client.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number;
const receiptsOf = (portal: Portal) => portal.db.query.formReceipt.findMany().sync();
const eventsOf = (portal: Portal) => portal.auditRows().map(({ event }) => event);
const whereTo = ({ status, headers, text: body }: TestResponse) => {
  expect(status, body.slice(0, 500)).toBe(302);
  return headers.get("location");
};

test.each(FORMS)(
  "twenty simultaneous requests of one %s form are accepted once, and all lead to the result",
  { tags: "race" },
  async (_name, { as, arrange, fields, file, edited, table, event }) => {
    const portal = await openPortal();
    const address = arrange(portal);
    const before = countOf(portal, table);
    const formKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => send(portal, as, address, { fields: { formKey, ...fields }, file })),
    );
    expect(new Set(answers.map(whereTo)).size).toBe(1);
    expect(countOf(portal, table)).toBe(before + 1);
    expect(eventsOf(portal).filter((name) => name === event)).toHaveLength(1);
    const ofStore = file && table !== "engagement_attachment" ? 1 : 0;
    expect(portal.storedFiles()).toHaveLength(ofStore);

    const rows = portal.auditRows().length;
    const again = await send(portal, as, address, { fields: { formKey, ...fields }, file });
    expect(whereTo(again)).toBe(whereTo(answers[0] as TestResponse));
    expect(portal.auditRows()).toHaveLength(rows);
    expect(portal.storedFiles()).toHaveLength(ofStore);

    expect((await send(portal, as, address, { fields: { formKey, ...fields, ...edited }, file })).status).toBe(302);
    expect(countOf(portal, table)).toBe(before + 2);
  },
);

const note = (portal: Portal, as: PersonKey, address: string, formKey: string, body = "Bring the long table.") =>
  portal.request(as, "POST", `${address}?note`, { form: { formKey, body } });

test("a form that is sent again shows the same message", async () => {
  const portal = await openPortal();
  const address = `/gov/engagements/${insertEngagement(portal)}`;
  const formKey = randomUUID();
  for (const _time of [1, 2]) {
    const answer = await note(portal, "poc", address, formKey);
    const cookie = `${portal.cookieOf("poc")}; ${answer.headers.get("set-cookie")?.split(";", 1)[0]}`;
    const shown = await portal.request(null, "GET", whereTo(answer) ?? "", { headers: { cookie } });
    expect(shown.text).toContain("Note added.");
    expect(shown.text).toContain("Notes (1)");
  }
});

test("each view of a page has its own key, in every form of a signed-in user and in none of a visitor's", async () => {
  const portal = await openPortal();
  insertSubmission(portal, { status: "ROUTED" });
  const keysOf = (html: string) => [...html.matchAll(/name="formKey" value="([0-9a-f-]{36})"/g)].map(([, key]) => key);
  const first = keysOf((await portal.request("poc", "GET", "/gov/submissions?view=all")).text);
  const second = keysOf((await portal.request("poc", "GET", "/gov/submissions?view=all")).text);
  expect(first.length).toBeGreaterThan(0);
  expect(new Set(first).size).toBe(1);
  expect(second[0]).not.toBe(first[0]);
  expect((await portal.request(null, "GET", "/register")).text).not.toContain('name="formKey"');
});

test("a receipt does not apply to another person, record or form", async () => {
  const portal = await openPortal();
  const [one, other] = [insertEngagement(portal), insertEngagement(portal)];
  const formKey = randomUUID();
  const sent: [PersonKey, string][] = [
    ["poc", `/gov/engagements/${one}`],
    ["lead", `/gov/engagements/${one}`],
    ["poc", `/gov/engagements/${other}`],
  ];
  for (const [person, address] of sent) whereTo(await note(portal, person, address, formKey));
  expect(countOf(portal, "engagement_note")).toBe(3);
  const dialogue = { form: { formKey, body: "Bring the long table." } };
  for (const page of [ORGANIZATIONS.acme, ORGANIZATIONS.borealis]) {
    whereTo(await portal.request("poc", "POST", `/gov/organizations/${page}?dialogue`, dialogue));
  }
  expect(countOf(portal, "organization_dialogue_note")).toBe(2);
});

test("one view of a list can mark each row reviewed, and a second click returns the first one's result", async () => {
  const portal = await openPortal();
  const ids = [insertSubmission(portal, { status: "ROUTED" }), insertSubmission(portal, { status: "ROUTED" })];
  const formKey = randomUUID();
  for (const id of [...ids, ...ids]) {
    const form: [string, string][] = [
      ["id", id],
      // The form has two buttons, so it sends its key twice.
      ["formKey", formKey],
      ["formKey", formKey],
      ["status", "REVIEWED"],
    ];
    whereTo(await portal.request("poc", "POST", "/gov/submissions?view=all", { form }));
  }
  expect(eventsOf(portal)).toEqual(["submission_reviewed", "submission_reviewed"]);
  const archived = { form: { id: ids[0] ?? "", formKey, status: "ARCHIVED" } };
  whereTo(await portal.request("poc", "POST", "/gov/submissions?view=all", archived));
  expect(eventsOf(portal)).toHaveLength(3);
});

test("a second click on delete or open gets the first click's result", async () => {
  const portal = await openPortal();
  const [engagementId, callId] = [insertEngagement(portal), insertCall(portal, { status: "DRAFT" })];
  const formKey = randomUUID();
  for (const _time of [1, 2]) {
    const deleted = await portal.request("poc", "POST", `/gov/engagements/${engagementId}?delete`, {
      form: { formKey },
    });
    expect(whereTo(deleted)).toBe("/gov/engagements");
    const opened = await portal.request("lead", "POST", `/gov/calls/${callId}?status`, {
      form: { formKey, status: "OPEN" },
    });
    expect(whereTo(opened)).toBe(`/gov/calls/${callId}`);
  }
  expect(eventsOf(portal).filter((event) => event === "engagement_deleted")).toHaveLength(1);
  expect(eventsOf(portal).filter((event) => event === "call_published")).toHaveLength(1);
});

test("files that would not fit a second time are accepted once", async () => {
  const portal = await openPortal();
  const address = `/gov/engagements/${insertEngagement(portal)}?add`;
  const files = Array.from({ length: 6 }, (_, number) => ({ name: `minutes-${number}.txt`, bytes: text() }));
  const formKey = randomUUID();
  for (const _time of [1, 2]) {
    const multipart = filesForm(...files);
    multipart.append("formKey", formKey);
    whereTo(await portal.request("poc", "POST", address, { multipart }));
  }
  expect(countOf(portal, "engagement_attachment")).toBe(6);
});

test("another file of the same name and size makes another form", async () => {
  const portal = await openPortal();
  const fields = { type: "WHITE_PAPER", title: "A quiet rotor", summary: "It is quiet.", formKey: randomUUID() };
  const sent = async (words: string) => {
    const file = { field: "file", name: "paper.txt", bytes: Buffer.from(words) };
    return whereTo(await send(portal, "acmeUser", "/portal/submissions/new", { fields, file }));
  };
  const first = await sent("The first draft.");
  const second = await sent("The other draft.");
  expect(second).not.toBe(first);
  expect(await sent("The other draft.")).toBe(second);
  expect(portal.storedFiles()).toHaveLength(2);
});

test("a form that only sets a value is accepted each time, even after other changes", async () => {
  const portal = await openPortal();
  const formKey = randomUUID();
  for (const city of ["Reston", "Herndon", "Reston"]) {
    const form = { formKey, orgType: "COMPANY", city };
    whereTo(await portal.request("acmeAdmin", "POST", "/portal/profile/edit", { form }));
  }
  expect((await portal.request("acmeAdmin", "GET", "/api/portal/profile")).body).toMatchObject({
    data: { city: "Reston" },
  });
  expect(receiptsOf(portal)).toEqual([]);
});

test("a refused form leaves no receipt, and is accepted once it is fixed", async () => {
  const portal = await openPortal();
  const address = `/gov/engagements/${insertEngagement(portal)}`;
  const formKey = randomUUID();
  for (const _time of [1, 2]) expect((await note(portal, "poc", address, formKey, " ")).status).toBe(400);
  expect(receiptsOf(portal)).toEqual([]);
  whereTo(await note(portal, "poc", address, formKey));
  expect(receiptsOf(portal)).toHaveLength(1);
});

test("a form that is refused inside its transaction leaves no receipt either", async () => {
  const portal = await openPortal();
  const callId = insertCall(portal, { status: "CLOSED", closesAt: null });
  const formKey = randomUUID();
  const form = { formKey, status: "DRAFT" };
  expect((await portal.request("lead", "POST", `/gov/calls/${callId}?status`, { form })).status).toBe(400);
  expect(receiptsOf(portal)).toEqual([]);
});

test("a form without a key, or with an invalid one, is accepted each time", async () => {
  const portal = await openPortal();
  const address = `/gov/engagements/${insertEngagement(portal)}`;
  for (const formKey of ["", "x", "x", `${randomUUID()}0`]) whereTo(await note(portal, "poc", address, formKey));
  whereTo(await portal.request("poc", "POST", `${address}?note`, { form: { body: "Bring the long table." } }));
  expect(countOf(portal, "engagement_note")).toBe(5);
  expect(receiptsOf(portal)).toEqual([]);
});

test("the API ignores a key, and repeats each request", async () => {
  const portal = await openPortal();
  const id = insertEngagement(portal);
  const json = { formKey: randomUUID(), body: "Bring the long table." };
  for (const _time of [1, 2]) {
    expect((await portal.request("poc", "POST", `/api/gov/engagements/${id}/notes`, { json })).status).toBe(201);
  }
  expect(countOf(portal, "engagement_note")).toBe(2);
  expect(receiptsOf(portal)).toEqual([]);
});

test("the twentieth submission of an hour, sent again, leads to itself and does not count", {
  tags: "race",
}, async () => {
  const portal = await openPortal();
  const submit = (fields: Record<string, string>) => {
    const multipart = submissionForm(fields, { name: "paper.pdf", bytes: pdf() });
    return portal.request("acmeUser", "POST", "/portal/submissions/new", { multipart });
  };
  const formKey = randomUUID();
  for (let count = 0; count < 19; count += 1) whereTo(await submit({ title: `Paper ${count}` }));
  const last = await Promise.all(Array.from({ length: AT_ONCE }, () => submit({ title: "The last", formKey })));
  expect(new Set(last.map(whereTo)).size).toBe(1);
  // Now the limit is used up, and refuses before the form is read.
  expect(whereTo(await submit({ title: "The last", formKey }))).toBe(whereTo(last[0] as TestResponse));
  expect((await submit({ title: "One more", formKey })).status).toBe(429);
  expect(countOf(portal, "submission")).toBe(20);
  expect(portal.storedFiles()).toHaveLength(20);
});

test("no receipt contains a secret, and a form whose result shows a secret has none", async () => {
  const portal = await openPortal();
  const formKey = randomUUID();
  const invite = { form: { formKey, email: "nina@acme.test", industryRole: "INDUSTRY_USER" } };
  const urls = new Set<string | undefined>();
  for (const _time of [1, 2]) {
    const answer = await portal.request("acmeAdmin", "POST", "/portal/users?invite", invite);
    expect(answer.status).toBe(200);
    urls.add(answer.text.match(/\/invitations\/[\w-]{20,}/)?.[0]);
  }
  expect(urls.size).toBe(2);
  const account = { formKey, email: "new@navy.example", name: "New", password: PASSWORD, role: "GOV_POC" };
  whereTo(await portal.request("admin", "POST", "/gov/admin/users?add", { form: account }));
  whereTo(
    await portal.request("poc", "POST", "/login", { form: { formKey, email: "poc@example.test", password: PASSWORD } }),
  );
  const receipts = receiptsOf(portal);
  expect(receipts).toHaveLength(1);
  expect(receipts[0]?.key).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(receipts)).not.toMatch(new RegExp(`${PASSWORD}|\\$2|token|url|${formKey}`, "i"));
});

test("a receipt is deleted after a day, and with its user", async () => {
  const portal = await openPortal();
  const address = `/gov/engagements/${insertEngagement(portal)}`;
  whereTo(await note(portal, "poc", address, randomUUID()));
  portal.advance(DAY - 1);
  whereTo(await note(portal, "lead", address, randomUUID()));
  forgetOldReceipts(portal.db, portal.now());
  expect(receiptsOf(portal)).toHaveLength(2);
  portal.advance(2);
  forgetOldReceipts(portal.db, portal.now());
  expect(receiptsOf(portal)).toHaveLength(1);
});
