import type { Page } from "@playwright/test";
import { LIMITS } from "../../app/values/limits";
import { pdf, text } from "../support/files";
import { ADMIN, expect, expectReceived, PASSWORD, type Portal, signIn, test } from "./portal";

/* Forms with files: what they show before, during and after an upload. */

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });
const NEW = "/portal/submissions/new";
/** So slow that a test can see a large file during its upload. */
const SLOW_LINE = { uploadThroughput: 400_000 };
/** A response slow enough to wait for. */
const SLOW_ANSWER = { latency: 3_000 };

/** Registers a company for each test, so that no test sees another's submissions. @returns its owner's email address */
async function registerCompany(portal: Portal, name: string): Promise<string> {
  const email = `owner@${name.toLowerCase().replace(/\W+/g, "-")}.example`;
  const visitor = await portal.as(null);
  const data = { orgName: name, orgType: "COMPANY", contactName: "Olive Owner", email, password: PASSWORD };
  expect((await visitor.post("/api/portal/register", { data })).status()).toBe(201);
  return email;
}

/** Opens the form of a new submission with every field except the file filled in. */
async function beginSubmission(page: Page, portal: Portal, name: string, title = "Quiet rotors"): Promise<void> {
  await signIn(page, await registerCompany(portal, name));
  await page.goto(NEW);
  await page.getByLabel("Type of document").selectOption("WHITE_PAPER");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Summary").fill("Rotors that nobody hears.");
}

async function submissionsOf(portal: Portal, title: string): Promise<number> {
  const admin = await portal.as(ADMIN);
  const response = await admin.get(`/api/gov/submissions?q=${encodeURIComponent(title)}`);
  return (await response.json()).data.total;
}

/** Collects the page's requests from now on, except assets and page views. */
function requestsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/(assets|api\/analytics)\//.test(pathname)) sent.push(`${request.method()} ${pathname}`);
  });
  return sent;
}

/** Slows down the browser's network. @returns a function that ends this */
async function slow(page: Page, how: { uploadThroughput?: number; latency?: number }): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  const emulate = (conditions: typeof fast) => session.send("Network.emulateNetworkConditions", conditions);
  await emulate({ ...fast, ...how });
  return () => emulate(fast);
}

const submit = (page: Page) => page.getByRole("button", { name: "Submit" }).click();
const summary = (page: Page) => page.getByRole("alert");
const progress = (page: Page) => page.getByRole("progressbar");

test("a submission with a file is accepted", async ({ page, portal }, { project }) => {
  await beginSubmission(page, portal, `Plain ${project.name}`);
  await page.getByLabel("File").setInputFiles(file("quiet.pdf", pdf(200_000)));
  await submit(page);
  await expectReceived(page);
  await expect(page.getByRole("heading", { level: 1, name: "Quiet rotors" })).toBeVisible();
  await expect(page.getByText("quiet.pdf")).toBeVisible();
});

test("a submission without a file is accepted too", async ({ page, portal }, { project }) => {
  await beginSubmission(page, portal, `Fileless ${project.name}`);
  await submit(page);
  await expectReceived(page);
});

test("a problem that the server finds in a file is shown at its field and above the form, and in the title", async ({
  page,
  portal,
}, { project }) => {
  await beginSubmission(page, portal, `Liar ${project.name}`);
  await page.getByLabel("File").setInputFiles(file("paper.pdf", Buffer.from("This is no PDF.")));
  await submit(page);
  await expect(summary(page).getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(summary(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Error: New submission/);
  await summary(page)
    .getByRole("link", { name: "This is not a PDF, although its name says so. Choose another file." })
    .click();
  await expect(page.getByLabel("File")).toBeInViewport();
  await expect(page.getByLabel("Title")).toHaveValue("Quiet rotors");

  await page.getByLabel("File").setInputFiles(file("paper.pdf", pdf()));
  await submit(page);
  await expectReceived(page);
  await expect(page).toHaveTitle(/^(?!Error: )/);
});

test("several problems are counted, and a reloaded page asks for the file by its name", async ({ page, portal }, {
  project,
}) => {
  await beginSubmission(page, portal, `Faulty ${project.name}`, "No");
  await page.getByLabel("Summary").fill("Short");
  await page.getByLabel("File").setInputFiles(file("my paper.pdf", pdf()));
  await submit(page);
  await expect(summary(page).getByRole("heading", { name: "There are 2 problems" })).toBeVisible();
  const request = page.getByText("Choose “my paper.pdf” again: a browser does not keep a chosen file.");
  // With scripts, the page and its file stay.
  await expect(request).toHaveCount(project.name === "with JavaScript" ? 0 : 1);
});

test("problems of the fields and of the file are reported together", async ({ page, portal }, { project }) => {
  await beginSubmission(page, portal, `Both ${project.name}`, "No");
  for (const [name, bytes, error] of [
    ["program.exe", text(), "Choose a PDF, DOCX, PPTX or TXT file up to 15 MB."],
    [
      "paper.pdf",
      Buffer.from("This is not a PDF."),
      "This is not a PDF, although its name says so. Choose another file.",
    ],
  ] as const) {
    await page.getByLabel("File").setInputFiles(file(name, bytes));
    await submit(page);
    await expect(summary(page).getByRole("heading", { name: "There are 2 problems" })).toBeVisible();
    await expect(summary(page).getByRole("link", { name: error, exact: true })).toBeVisible();
    await expect(summary(page).getByRole("link", { name: "Title: Enter at least 3 characters." })).toBeVisible();
    await expect(page.getByText(`Choose “${name}” again`)).toHaveCount(0);
  }
  await page.getByLabel("Title").fill("Quiet rotors");
  await page.getByLabel("File").setInputFiles(file("paper.pdf", pdf()));
  await submit(page);
  await expectReceived(page);
});

test("@scripts a file that is too large, of another type or one too many is refused before it is sent", async ({
  page,
  portal,
}) => {
  await beginSubmission(page, portal, "Beforehand");
  // The page sends the fields to check them, but not the file.
  const bodies: number[] = [];
  page.on("request", (request) => bodies.push(request.postDataBuffer()?.length ?? 0));
  const errors: [string, Buffer, string][] = [
    ["large.pdf", pdf(LIMITS.fileBytes + 1), "Choose a file up to 15 MB."],
    ["program.exe", text("a".repeat(100_000)), "Choose a PDF, DOCX, PPTX or TXT file up to 15 MB."],
  ];
  for (const [name, bytes, error] of errors) {
    await page.getByLabel("File").setInputFiles(file(name, bytes));
    await submit(page);
    await expect(summary(page).getByRole("link", { name: error, exact: true })).toBeVisible();
    await expect(summary(page)).toBeFocused();
    await expect(page.getByLabel("Title")).toHaveValue("Quiet rotors");
  }
  expect(Math.max(...bodies)).toBeLessThan(10_000);

  await page.getByLabel("File").setInputFiles(file("large.pdf", pdf(LIMITS.fileBytes)));
  await submit(page);
  await expectReceived(page);
});

test("@scripts an upload shows its progress, can be canceled without a trace, and can be sent again", async ({
  page,
  portal,
}) => {
  await beginSubmission(page, portal, "Cancelled", "Cancelled once");
  const lift = await slow(page, SLOW_LINE);
  await page.getByLabel("File").setInputFiles(file("large.pdf", pdf(8_000_000)));
  await submit(page);
  await expect(progress(page)).toBeVisible();
  await expect(page.getByText(/^Uploading: \d+% \([\d.]+ \w+ of 7\.6 MB\)$/)).toBeVisible();
  await expect.poll(async () => Number(await progress(page).getAttribute("value"))).toBeGreaterThan(0);
  await expect(page.getByRole("button", { name: "Submitting…" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel upload" }).click();
  await expect(page.getByText("You canceled the upload, and nothing was saved.")).toBeVisible();
  await expect(progress(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Submit" })).toBeFocused();
  await expect(page.getByLabel("Title")).toHaveValue("Cancelled once");
  expect(await submissionsOf(portal, "Cancelled once")).toBe(0);

  await lift();
  await submit(page);
  await expectReceived(page);
  await expect(page.getByText("large.pdf")).toBeVisible();
  expect(await submissionsOf(portal, "Cancelled once")).toBe(1);
});

test("@scripts the page says that the server is checking until it has responded", async ({ page, portal }) => {
  await beginSubmission(page, portal, "Checked");
  await page.getByLabel("File").setInputFiles(file("paper.pdf", pdf(200_000)));
  const lift = await slow(page, SLOW_ANSWER);
  await submit(page);
  await expect(page.getByText("Sent. Checking the file…")).toBeVisible();
  await expect(progress(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Cancel upload" })).toHaveCount(0);
  await lift();
  await expectReceived(page);
});

test("a second click does not submit twice", async ({ page, portal }, { project }) => {
  const title = `Pressed twice ${project.name}`;
  await beginSubmission(page, portal, title, title);
  await page.getByLabel("File").setInputFiles(file("twice.pdf", pdf(300_000)));
  const sent = requestsOf(page);
  await page.getByRole("button", { name: "Submit" }).dblclick();
  await expectReceived(page);
  // A script ignores the second press. Without scripts, the browser may send it, and the server recognizes the form's key.
  const presses = sent.filter((request) => request === `POST ${NEW}`).length;
  if (project.name === "with JavaScript") expect(presses).toBe(1);
  expect(await submissionsOf(portal, title)).toBe(1);
});

test("@scripts a session that ended is reported in the form, which keeps its content", async ({
  page,
  portal,
  context,
}) => {
  await beginSubmission(page, portal, "Timed out", "Timed out");
  await page.getByLabel("File").setInputFiles(file("paper.pdf", pdf()));
  const cookies = await context.cookies();
  await context.clearCookies();
  await submit(page);
  await expect(summary(page).getByText("You are no longer signed in, so nothing was saved.")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Timed out");
  // The user signs in again in another tab.
  await context.addCookies(cookies);
  await submit(page);
  await expectReceived(page);
});

test("@scripts a lost connection is reported, and the form can be sent again", async ({ page, portal, context }) => {
  await beginSubmission(page, portal, "Offline", "Offline");
  await page.getByLabel("File").setInputFiles(file("paper.pdf", pdf()));
  await context.setOffline(true);
  await submit(page);
  await expect(summary(page).getByText("The connection was lost.")).toBeVisible();
  await context.setOffline(false);
  await submit(page);
  await expectReceived(page);
  expect(await submissionsOf(portal, "Offline")).toBe(1);
});

test("a reached limit says when to try again, and the form is kept", async ({ page, portal }, { project }) => {
  const email = await registerCompany(portal, `Busy ${project.name}`);
  const owner = await portal.as(email);
  const multipart = { type: "WHITE_PAPER", title: "One of many", summary: "Rotors that nobody hears." };
  for (let count = 0; count < 20; count += 1) {
    expect((await owner.post("/api/portal/submissions", { multipart })).status()).toBe(201);
  }
  await signIn(page, email);
  await page.goto(NEW);
  await page.getByLabel("Type of document").selectOption("WHITE_PAPER");
  await page.getByLabel("Title").fill("One too many");
  await page.getByLabel("Summary").fill("Rotors that nobody hears.");
  await page.getByLabel("File").setInputFiles(file("paper.pdf", pdf()));
  await submit(page);
  await expect(summary(page).getByText(/Too many requests\. Try again in (\d+ minutes|1 hour)\./)).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("One too many");
});

/** Drags files over the page's heading and drops them there. @returns whether the page kept the browser from opening them */
async function dropBeside(page: Page, names: readonly string[]): Promise<boolean> {
  const carried = await page.evaluateHandle((names) => {
    const files = new DataTransfer();
    for (const name of names) files.items.add(new File(["text"], name, { type: "text/plain" }));
    return files;
  }, names);
  const heading = page.getByRole("heading", { level: 1 });
  await heading.dispatchEvent("dragover", { dataTransfer: carried });
  return heading.evaluate((element, dataTransfer) => {
    const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
    element.dispatchEvent(drop);
    return drop.defaultPrevented;
  }, carried);
}

test("@scripts files can be dropped anywhere on the page, which never goes away for them", async ({ page, portal }) => {
  await beginSubmission(page, portal, "Dropping");
  const chosen = () => page.getByLabel("File").evaluate((field: HTMLInputElement) => [...(field.files ?? [])].length);
  // The field takes one.
  expect(await dropBeside(page, ["one.txt", "two.txt"])).toBe(true);
  expect(await chosen()).toBe(0);
  expect(await dropBeside(page, ["rotors.txt"])).toBe(true);
  expect(await chosen()).toBe(1);
  await expect(page.getByLabel("File")).toBeFocused();
  await expect(page.getByLabel("Title")).toHaveValue("Quiet rotors");
  await submit(page);
  await expectReceived(page);
  await expect(page.getByText("rotors.txt")).toBeVisible();

  // A form that is closed takes nothing. An open one takes several, and names them.
  expect(await dropBeside(page, ["one.txt"])).toBe(true);
  await page.getByText("Write to the reviewers").click();
  await expect(page.getByLabel("Files")).toHaveValue("");
  expect(await dropBeside(page, ["one.txt", "two.txt"])).toBe(true);
  await expect(page.getByRole("listitem").filter({ hasText: /^(one|two)\.txt/ })).toHaveCount(2);
});

test("a user adds files to an engagement and an announcement up to the limit", async ({ page, portal }, {
  project,
}) => {
  const admin = await portal.as(ADMIN);
  const made = async (path: string, data: object): Promise<string> => {
    const response = await admin.post(path, { data });
    expect(response.status(), await response.text()).toBe(201);
    return (await response.json()).data.id;
  };
  const run = project.name;
  const commandId = await made("/api/gov/admin/commands", { name: `Files ${run}`, abbreviation: run, echelon: "D" });
  const engagement = { title: "Rotor day", type: "DEMO", status: "PLANNED", date: "2026-03-12" };
  const pages = [
    `/gov/engagements/${await made("/api/gov/engagements", { ...engagement, commandId, otherOrganization: "Some" })}`,
    `/gov/announcements/${await made("/api/gov/announcements", { title: "The forum moves", body: "To Arlington." })}`,
  ];
  await signIn(page, ADMIN);
  for (const address of pages) {
    await page.goto(address);
    await expect(page.getByText("0 of 10 files; you can add 10 more.")).toBeVisible();
    await page.getByLabel("Add files").setInputFiles([1, 2, 3].map((number) => file(`plan-${number}.txt`, text())));
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByRole("status").getByText("3 files added.")).toBeVisible();
    await expect(page.getByText("3 of 10 files; you can add 7 more.")).toBeVisible();
    await expect(page.getByLabel("Add files")).toHaveValue("");

    const sent = requestsOf(page);
    const eight = Array.from({ length: 8 }, (_, number) => file(`more-${number}.txt`, text()));
    await page.getByLabel("Add files").setInputFiles(eight);
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(
      summary(page).getByRole("link", {
        name: "Choose fewer files: there may be 10 in all, and 3 are already here.",
      }),
    ).toBeVisible();
    if (run === "with JavaScript") expect(sent).toEqual([]);
    await page.getByLabel("Add files").setInputFiles([file("good.txt", text()), file("bad.exe", text())]);
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(summary(page).getByText("bad.exe: Choose a PDF")).toBeVisible();
    if (run === "with JavaScript") expect(sent).toEqual([]);
    await page.getByLabel("Add files").setInputFiles([]);
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(summary(page).getByRole("link", { name: "Choose at least one file." })).toBeVisible();
  }
});
