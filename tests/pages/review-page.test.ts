import { expect, test } from "vitest";
import { CONTENT_TYPES } from "~/storage/file-types";
import { insertSubmissionWithFile, setInterests } from "../support/arrange";
import { openPortal } from "../support/portal";

/** The page's headings and closed parts, in their order. */
const partsOf = (html: string) =>
  [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>|<details class="glip-disclosure glip-section"( open="")?>/g)].map(
    ([, heading, open]) => heading ?? (open ? "(open)" : "(closed)"),
  );

test("a reviewer reads what was sent, then judges and answers it, and why it was routed comes last", async () => {
  const portal = await openPortal();
  setInterests(portal, "poc", "rotors");
  const id = await insertSubmissionWithFile(portal, {}, { techTags: "rotors" });
  const page = async () => partsOf((await portal.request("poc", "GET", `/gov/submissions/${id}`)).text);
  const first = [
    "Reviewers",
    "Submission",
    "Document",
    "Assessments (0)",
    "Answer to the submitter",
    "Messages (0)",
    "Internal notes (0)",
  ];
  expect(await page()).toEqual([...first, "(open)", "Who we would route this to", "Tags used for routing"]);
  await portal.request("admin", "POST", "/gov/submissions/reroute", { form: {} });
  expect(await page()).toEqual([...first, "(closed)", "Routed to", "Tags used for routing"]);
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
