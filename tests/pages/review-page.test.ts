import { expect, test } from "vitest";
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
    "Internal notes (0)",
  ];
  expect(await page()).toEqual([...first, "(open)", "Who we would route this to", "Tags used for routing"]);
  await portal.request("admin", "POST", "/gov/submissions/reroute", { form: {} });
  expect(await page()).toEqual([...first, "(closed)", "Routed to", "Tags used for routing"]);
});
