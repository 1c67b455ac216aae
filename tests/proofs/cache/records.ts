import { closeDatabase, openDatabase } from "#db/open";
import { pdfOfSize, submissionForm } from "../../bench/data";
import { COMMANDS, idOf, ORGANIZATIONS, type PersonKey } from "../../support/cast";
import { unsubscribeToken } from "../../support/unsubscribe";
import { cookieFrom, form, json, multipart, type Question } from "./ask";
import type { Site, Visitor } from "./site";

/* Private records, made through nginx as people make them: JSON, forms and uploads. */

/** A word that only private records and files have. */
export const SECRET = "Zephyrglass";

/** Ids of records, by the segment before them in addresses. */
export type Ids = Record<string, string>;

export interface Records {
  ids: Ids;
  /** The attachment of an announcement. The one of `ids` is of an engagement. */
  announcementFile: string;
  /** Addresses of drafts, which visitors must not see. */
  drafts: { call: string; announcement: string };
  /** The tokens of pages that need no session, by the first segment of their address. */
  tokens: Record<"invitations" | "password" | "unsubscribe" | "personal", string>;
  /** The cookie of someone who has begun to register. */
  registering: string;
  /** How many requests made them. */
  requests: number;
}

type Body = object | FormData;

/** @throws if a request is not accepted */
export async function makeRecords(site: Site): Promise<Records> {
  let requests = 0;
  const send = async (person: PersonKey, method: string, path: string, body: Body = {}): Promise<Ids> => {
    requests += 1;
    const encoded = body instanceof FormData ? await multipart(body) : json(body);
    const question: Question = { method, path: `/api/${path}`, ...encoded };
    const { status, text, cache } = await site.ask(site.visitorOf(person), question);
    if (status >= 300 || cache !== undefined) throw new Error(`${method} ${path} returned ${status} ${cache}: ${text}`);
    return JSON.parse(text).data;
  };
  const make = async (person: PersonKey, path: string, body?: Body) => {
    // Several files make several records.
    const [{ id = "" } = {}] = [await send(person, "POST", path, body)].flat();
    return id;
  };
  const file = (name = SECRET, more: Record<string, string> = {}) => {
    const data = new FormData();
    for (const [field, value] of Object.entries(more)) data.set(field, value);
    data.append("files", new Blob([`${SECRET} is in this file.`], { type: "text/plain" }), `${name}.txt`);
    return data;
  };

  const words = { title: `${SECRET} for windows`, techTags: "optics" };
  const call = await make("lead", "gov/calls", { title: "Clear windows", description: "We look for clear windows." });
  const draftCall = await make("lead", "gov/calls", { ...words, description: SECRET, status: "DRAFT" });
  const announcement = await make("lead", "gov/announcements", { title: "A forum", body: "It is in May." });
  const announcementFile = await make("lead", `gov/announcements/${announcement}/attachments`, file("plan"));
  const draftAnnouncement = await make("lead", "gov/announcements", { ...words, body: SECRET, status: "DRAFT" });
  const tag = await make("systemAdmin", "gov/admin/tags", { label: `${SECRET} optics` });

  const paper = submissionForm(pdfOfSize(2_000));
  paper.set("title", words.title);
  paper.set("summary", `How we make ${SECRET}.`);
  paper.set("callId", call);
  const submission = await make("acmeUser", "portal/submissions", paper);
  const ofSubmission = `gov/submissions/${submission}`;
  const message = await make("acmeUser", `portal/submissions/${submission}/messages`, file(SECRET, { body: SECRET }));
  await send("admin", "PUT", `${ofSubmission}/opinions/${idOf("poc")}`);
  await send("admin", "PUT", `${ofSubmission}/tags`, { governmentTags: "optics" });
  await send("admin", "PUT", `${ofSubmission}/assessment`, { relevance: "HIGH", comment: SECRET });
  await send("admin", "PUT", `${ofSubmission}/owner`, { ownerId: idOf("admin") });
  await send("admin", "POST", `${ofSubmission}/notes`, { body: SECRET });
  await send("admin", "POST", `${ofSubmission}/messages`, { body: `How hard is ${SECRET}?`, asksAnswer: true });
  await send("admin", "POST", `${ofSubmission}/outcomes`, { outcome: "INTERESTED", body: SECRET, replaces: null });

  const engagement = await make("poc", "gov/engagements", {
    ...{ title: words.title, type: "DEMO", status: "PLANNED", date: "2026-03-10", summary: SECRET },
    ...{ commandId: COMMANDS.alpha, organizationIds: [ORGANIZATIONS.acme] },
  });
  const attachment = await make("poc", `gov/engagements/${engagement}/attachments`, file());
  const task = { text: SECRET, ownerId: idOf("poc"), dueDate: "2099-03-10" };
  await send("poc", "POST", `gov/engagements/${engagement}/tasks`, task);
  await send("poc", "POST", `gov/engagements/${engagement}/notes`, { body: SECRET });
  await send("poc", "POST", `gov/organizations/${ORGANIZATIONS.acme}/dialogue`, { body: SECRET });
  await send("poc", "POST", "gov/saved-views", { name: SECRET, query: "view=due" });
  const search = await make("poc", "saved-searches", { name: SECRET, q: SECRET });

  const step = { orgName: `${SECRET} Works`, orgType: "COMPANY" };
  const nobody = site.visitors.at(-1) as Visitor;
  const begun = await site.ask(nobody, { method: "POST", path: "/register", ...form(step) });
  const registering = cookieFrom(begun, "__Host-registration");
  if (registering === "") throw new Error(`Beginning to register returned ${begun.status}: ${begun.text}`);
  const secretOf = (address = "") => address.split("/").at(-1) ?? "";
  const invitation = { email: "guest@example.test", industryRole: "INDUSTRY_USER" };
  const { url: invitations } = await send("acmeAdmin", "POST", "portal/invitations", invitation);
  const { url: password } = await send("systemAdmin", "POST", `accounts/${idOf("acmeUser")}/password-link`);
  const { calendarUrl = "" } = await send("poc", "POST", "account/feeds");
  const db = openDatabase(site.place.settings.DATABASE_PATH);
  const unsubscribe = unsubscribeToken(db, idOf("readonly"));
  const audit = db.$client.prepare<[], string>("SELECT id FROM audit_event ORDER BY seq LIMIT 1").pluck().get() ?? "";
  const messageFile = db.$client.prepare<[], string>("SELECT id FROM submission_message_file").pluck().get() ?? "";
  closeDatabase(db);
  return {
    ids: {
      ...{ calls: call, announcements: announcement, submissions: submission, messages: message, files: messageFile },
      ...{ engagements: engagement, attachments: attachment, organizations: ORGANIZATIONS.acme, tags: tag, audit },
      ...{ commands: COMMANDS.alpha, users: idOf("acmeUser"), accounts: idOf("acmeUser"), searches: search },
      ...{ developers: "government-engagements", register: "contacts", "industry-users": idOf("acmeUser") },
    },
    announcementFile,
    drafts: { call: draftCall, announcement: draftAnnouncement },
    tokens: {
      invitations: secretOf(invitations),
      password: secretOf(password),
      unsubscribe,
      personal: calendarUrl.split("/").at(-2) ?? "",
    },
    registering,
    requests,
  };
}
