import { expect, test } from "vitest";
import { CONTENT_TYPES } from "~/storage/file-types";
import { insertSubmission, insertSubmissionWithFile, instant, setInterests } from "../support/arrange";
import { idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { wordsOf } from "../support/markup";
import { MINUTE, openPortal } from "../support/portal";

/** The page's headings, the forms behind rows, and closed parts, in their order. */
const partsOf = (html: string) =>
  [
    ...html.matchAll(
      /<h2[^>]*>(.*?)<\/h2>|<summary class="glip-review-form__summary"[^>]*>(.*?)<\/summary>|<details class="glip-disclosure glip-section"( open="")?>/g,
    ),
  ].map(([, heading, form, open]) => heading ?? form ?? (open ? "(open)" : "(closed)"));

test("a reviewer reads what was sent and what colleagues think, then answers it, and its facts come last", async () => {
  const portal = await openPortal();
  setInterests(portal, "poc", "rotors");
  const id = await insertSubmissionWithFile(portal, {}, { techTags: "rotors" });
  const page = async (person: PersonKey) =>
    partsOf((await portal.request(person, "GET", `/gov/submissions/${id}`)).text);
  const read = ["Document", "Assessments (0)", "Messages (0)", "Internal notes (0)"];
  const forms = [
    "Give your opinion",
    "Add an internal note",
    "Write to the organization",
    "Ask for an opinion",
    "Change government tags",
    "Recuse yourself",
  ];
  const facts = ["Submission", "Reviewers"];
  const unrouted = [
    ...read,
    "(open)",
    "Who we would route this to",
    "Tags used for routing",
    "Answer to the submitter",
  ];
  expect(await page("poc")).toEqual([...unrouted, ...forms, ...facts, "History (1)"]);
  expect(await page("readonly")).toEqual([...unrouted, ...facts, "History (1)"]);
  await portal.request("admin", "POST", "/gov/submissions/reroute", { form: {} });
  const routed = [...read, "(closed)", "Routed to", "Tags used for routing", "Answer to the submitter"];
  expect(await page("poc")).toEqual([...routed, ...forms, ...facts, "History (2)"]);
});

/** The steps of the page's history, in their order. */
const historyOf = (html: string) =>
  [...html.matchAll(/<li class="glip-history__entry">(.*?)<\/li>/gs)].map(([, step = ""]) => wordsOf(step).trim());

test("the history lists what happened with who did it, newest first, and shows nothing about messages", async () => {
  const portal = await openPortal();
  const id = insertSubmission(portal, { status: "ROUTED", routedAt: instant(portal) });
  const act = async (method: string, path: string, json?: object) => {
    portal.advance(MINUTE);
    const answer = await portal.request("poc", method, `/api/gov/submissions/${id}/${path}`, { json });
    expect(answer.status).toBeLessThan(300);
  };
  await act("PUT", `opinions/${idOf("lead")}`);
  await act("PUT", "assessment", { relevance: "HIGH" });
  await act("POST", "messages", { body: "How loud is it?" });
  await act("POST", "outcomes", { outcome: "NOT_NOW", body: "Please write again.", replaces: null });
  const { text } = await portal.request("readonly", "GET", `/gov/submissions/${id}`);
  const steps = historyOf(text);
  expect(steps.map((step) => step.replace(/ Mar .*/, ""))).toEqual([
    "Marked reviewed Person poc,",
    "Answered: Not now Person poc,",
    "Opinion given Person poc,",
    "Opinion asked of Person lead Person poc,",
    "Routed to 1 person",
    "Submitted Person acmeUser,",
  ]);
});

test("people who may record engagements plan one with the submission's organization, owner and title", async () => {
  const portal = await openPortal();
  const id = insertSubmission(portal, { status: "ROUTED", title: "Rotors & <wings>", ownerId: idOf("lead") });
  const known = { organizationId: ORGANIZATIONS.acme, attendeeId: idOf("lead"), title: "Rotors & <wings>" };
  const address = `/gov/engagements/new?${new URLSearchParams(known)}`;
  for (const [person, may] of [
    ["poc", true],
    ["admin", true],
    ["readonly", false],
  ] as const) {
    const { text } = await portal.request(person, "GET", `/gov/submissions/${id}`);
    expect([person, text.includes(`href="${address.replaceAll("&", "&amp;")}"`)]).toEqual([person, may]);
  }
  const { text } = await portal.request("poc", "GET", address);
  expect(text).toMatch(/<input[^>]* name="title"[^>]* value="Rotors &amp; &lt;wings&gt;"/);
  const checked = [...text.matchAll(/<input[^>]* checked=""[^>]*>/g)].map(
    ([input]) => /value="([^"]*)"/.exec(input)?.[1],
  );
  expect(checked).toEqual([ORGANIZATIONS.acme, idOf("lead")]);
  // After a refused plan, the page still names the organization.
  const action = `/gov/engagements/new?organizationId=${ORGANIZATIONS.acme}`;
  expect(text).toContain(`<form method="post" action="${action}"`);
  const refused = await portal.request("poc", "POST", action, { form: { organizationIds: ORGANIZATIONS.acme } });
  expect([refused.status, refused.text.includes("<h1")]).toEqual([400, true]);
  expect(/<h1[^>]*>(.*?)<\/h1>/.exec(refused.text)?.[1]).toBe(/<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1]);
});

const frameOf = (html: string) => /<iframe[^>]*>/.exec(html)?.[0];

test("the page shows a PDF file without a sandbox, text in one, and offers other files only as a download", async () => {
  const portal = await openPortal();
  const pageOf = async (file: Parameters<typeof insertSubmissionWithFile>[1]) => {
    const id = await insertSubmissionWithFile(portal, file);
    const { text } = await portal.request("poc", "GET", `/gov/submissions/${id}`);
    expect(text).toContain(`href="/api/portal/submissions/${id}/file"`);
    return { html: text, address: `/api/gov/submissions/${id}/document` };
  };
  const pdf = await pageOf({});
  expect(frameOf(pdf.html)).toContain(`src="${pdf.address}"`);
  expect(frameOf(pdf.html)).toMatch(/title="Document of A quiet rotor".*loading="lazy"/);
  expect(frameOf(pdf.html)).not.toContain("sandbox");
  const text = await pageOf({
    fileName: "a.txt",
    contentType: "text/plain; charset=utf-8",
    bytes: Buffer.from("Quiet"),
  });
  expect(frameOf(text.html)).toContain('sandbox=""');
  const other = await pageOf({ fileName: "a.docx", contentType: CONTENT_TYPES.docx });
  expect(frameOf(other.html)).toBeUndefined();
  expect(other.html).not.toContain(other.address);
  expect(other.html).toContain("Browsers cannot show DOCX files.");
});
