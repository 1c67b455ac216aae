import { randomUUID } from "node:crypto";
import { FORM_KEY_FIELD } from "~/values/form-words";
import { KB } from "~/values/limits";
import { pdfOfSize, submissionForm } from "../data";
import { type Ask, type Kind, oneOf } from "./ask";
import type { Person } from "./people";

/* What people change in a day: through the API, and through forms of pages. */

const JSON_TYPE = { "content-type": "application/json" };
/** As a browser sends a form of this site. */
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
const SENTENCE = "The range figures are better than those of last year, and the office asks for a second look. ";
const FILE_KILOBYTES = [80, 300, 1_000, 4_000];
const FILES = FILE_KILOBYTES.map((kilobytes) => pdfOfSize(kilobytes * KB));

const json = (method: "POST" | "PUT" | "PATCH", path: string, body: object, status: number): Ask => ({
  method,
  path,
  headers: JSON_TYPE,
  body: JSON.stringify(body),
  status,
});

const form = (path: string, fields: Record<string, string>): Ask => ({
  method: "POST",
  path,
  headers: FORM_TYPE,
  body: new URLSearchParams({ ...fields, [FORM_KEY_FIELD]: randomUUID() }).toString(),
  status: 302,
});

type Of = (
  person: Person,
  ...rest: Parameters<Kind["ask"]> extends [Person, ...infer Rest] ? Rest : never
) => Ask | null;

const edit = (name: string, share: number, audience: "government" | "industry" | "visitor", ask: Of): Kind => ({
  name: `edit: ${name}`,
  audience: [audience],
  share,
  ask,
});

/** An edit of one of a person's records. */
const editOne = (
  name: string,
  share: number,
  audience: "government" | "industry",
  which: "submissions" | "engagements",
  ask: (id: string, person: Person) => Ask,
): Kind =>
  edit(name, share, audience, (person, random) => {
    const id = oneOf(random, person[which]);
    return id === null ? null : ask(id, person);
  });

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

const GOVERNMENT: readonly Kind[] = [
  editOne("note on a submission", 2, "government", "submissions", (id) =>
    json("POST", `/api/gov/submissions/${id}/notes`, { body: SENTENCE }, 201),
  ),
  editOne("note on a submission (page)", 2, "government", "submissions", (id) =>
    form(`/gov/submissions/${id}?note`, { body: SENTENCE }),
  ),
  edit("submission reviewed", 3, "government", (person) => {
    const id = person.toReview.pop();
    return id === undefined ? null : json("PATCH", `/api/gov/submissions/${id}/status`, { status: "REVIEWED" }, 200);
  }),
  edit("submission taken", 2, "government", (person) => {
    const id = person.toTake.pop();
    return id === undefined ? null : json("PUT", `/api/gov/submissions/${id}/owner`, { ownerId: person.id }, 200);
  }),
  editOne("tags of government", 1, "government", "submissions", (id) =>
    json(
      "PUT",
      `/api/gov/submissions/${id}/tags`,
      { governmentTags: `bench,tag ${Math.floor(Date.now() / 1_000) % 50}` },
      200,
    ),
  ),
  editOne("message to a company", 1, "government", "submissions", (id) =>
    json("POST", `/api/gov/submissions/${id}/messages`, { body: SENTENCE }, 201),
  ),
  editOne("note on an engagement", 1, "government", "engagements", (id) =>
    json("POST", `/api/gov/engagements/${id}/notes`, { body: SENTENCE }, 201),
  ),
  editOne("task of an engagement", 2, "government", "engagements", (id, person) => ({
    ...json(
      "POST",
      `/api/gov/engagements/${id}/tasks`,
      { text: SENTENCE, ownerId: person.id, dueDate: tomorrow() },
      201,
    ),
    onBody: (text) => {
      person.tasks.push(`/api/gov/engagements/${id}/tasks/${(JSON.parse(text) as { data: { id: string } }).data.id}`);
    },
  })),
  edit("task done", 2, "government", (person) => {
    const path = person.tasks.pop();
    return path === undefined ? null : json("PATCH", path, { done: true }, 200);
  }),
  edit("note on an organization", 1, "government", (_person, random, { organizations }) =>
    json("POST", `/api/gov/organizations/${random.pick(organizations)}/dialogue`, { body: SENTENCE }, 201),
  ),
];

const COMPANIES: readonly Kind[] = [
  edit("profile", 1, "industry", ({ industryRole }) =>
    industryRole === "INDUSTRY_ADMIN"
      ? json("PUT", "/api/portal/profile", { orgType: "COMPANY", description: `${SENTENCE}${Date.now()}` }, 200)
      : null,
  ),
  edit("profile (page)", 1, "industry", ({ industryRole }) =>
    industryRole === "INDUSTRY_ADMIN"
      ? form("/portal/profile/edit", {
          orgType: "COMPANY",
          description: `${SENTENCE}${Date.now()}`,
          setAsides: "SMALL_BUSINESS",
        })
      : null,
  ),
  editOne("message to government", 1, "industry", "submissions", (id) =>
    json("POST", `/api/portal/submissions/${id}/messages`, { body: SENTENCE }, 201),
  ),
  ...FILES.map((file, place) =>
    edit(`upload of ${FILE_KILOBYTES[place]} KB`, place === 0 ? 2 : 1, "industry", () => ({
      method: "POST",
      path: "/api/portal/submissions",
      body: submissionForm(file),
      status: 201,
    })),
  ),
  edit("upload of 300 KB (page)", 1, "industry", () => {
    const body = submissionForm(FILES[1] ?? Buffer.alloc(0));
    body.set(FORM_KEY_FIELD, randomUUID());
    return {
      method: "POST",
      path: "/portal/submissions/new",
      headers: { "sec-fetch-site": "same-origin" },
      body,
      status: 302,
    };
  }),
];

/** The script of each page reports that it was opened. */
const VISITS: readonly Kind[] = [
  edit("page view", 25, "visitor", (_person, random) =>
    json("POST", "/api/analytics/pageview", { path: random.pick(["/", "/calls", "/announcements"]) }, 201),
  ),
];

export const EDITS: readonly Kind[] = [...GOVERNMENT, ...COMPANIES, ...VISITS];
