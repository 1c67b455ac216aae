import { pdf } from "../support/files";
import { ADMIN, expect, expectReceived, PASSWORD, signIn, signOut, test } from "./portal";
import { registerBySteps } from "./registration";

/* A promised answer, and a command of two reviewers who follow no tags. */
test.use({ settings: { ANSWER_WITHIN_DAYS: "10" } });

test("an unrouted submission is taken, discussed and answered, and its company reads the answer", async ({
  page,
  portal,
}, { project }) => {
  // Names differ between the two runs because they share a server.
  const run = project.name.replaceAll(" ", "-").toLowerCase();
  const company = `Quiet Rotors ${run}`;
  const submitter = `dana@${run}.example`;
  const [owner, expert] = [`owner@${run}.agency.example`, `expert@${run}.agency.example`];
  const title = `Silent blades ${run}`;

  await test.step("a command has two reviewers", async () => {
    const api = await portal.as(ADMIN);
    const command = await api.post("/api/gov/admin/commands", {
      data: { name: `Rotor Directorate ${run}`, abbreviation: run, echelon: "Directorate" },
    });
    const { data } = await command.json();
    for (const [email, name] of [
      [owner, `Robin Owner ${run}`],
      [expert, `Kim Expert ${run}`],
    ]) {
      const made = await api.post("/api/gov/admin/users", {
        data: { email, name, password: PASSWORD, role: "GOV_POC", commandId: data.id },
      });
      expect(made.status()).toBe(201);
    }
  });

  await test.step("a company submits what nobody follows, and reads when it will hear", async () => {
    await registerBySteps(page, { company, name: "Dana Founder", email: submitter });
    await page.getByRole("link", { name: "New submission" }).click();
    await page.getByLabel("Type of document").selectOption("WHITE_PAPER");
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Summary").fill("Blades that nobody hears at a hundred meters.");
    await page.getByLabel("File").setInputFiles({ name: "paper.pdf", mimeType: "application/pdf", buffer: pdf() });
    await page.getByRole("button", { name: "Submit" }).click();
    await expectReceived(page);
    await page.goto("/portal/submissions");
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByText(/hear from us by/).first()).toBeVisible();
    await signOut(page);
  });

  await test.step("a reviewer takes it from the queue and asks a colleague", async () => {
    await signIn(page, owner);
    await page.goto("/gov/submissions?view=unrouted");
    await page.getByRole("link", { name: title }).click();
    await page.getByRole("button", { name: "Take it" }).click();
    await expect(page.getByText("Owner changed.")).toBeVisible();
    await page.getByText("Ask for an opinion", { exact: true }).click();
    await page.getByLabel("Colleague to ask").selectOption({ label: `Kim Expert ${run}` });
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(page.getByText(`Kim Expert ${run}, by Robin Owner ${run}: not given yet`)).toBeVisible();
    await signOut(page);
  });

  await test.step("the colleague finds it among what is asked, and gives an opinion", async () => {
    await signIn(page, expert);
    await page.goto("/gov/submissions?view=opinion");
    await page.getByRole("link", { name: title }).click();
    await page.getByText("Give your opinion", { exact: true }).click();
    await page.getByLabel("Relevance").selectOption("HIGH");
    await page.getByLabel("Comment").fill("Only they have this.");
    await page.getByRole("button", { name: "Save opinion" }).click();
    await expect(page.getByText("Opinion saved.")).toBeVisible();
    await signOut(page);
  });

  await test.step("the owner asks the company a question", async () => {
    await signIn(page, owner);
    await page.goto("/gov/submissions?view=owned");
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByText("Only they have this.")).toBeVisible();
    await page.getByText("Write to the organization").click();
    await page.getByRole("textbox", { name: "Message" }).fill("How loud is it at ten meters?");
    // The label covers the box.
    await page.getByText(/^This asks a question/).click();
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Message sent.")).toBeVisible();
    await signOut(page);
  });

  await test.step("the company sees that an answer is needed, and answers", async () => {
    await signIn(page, submitter);
    await page.goto("/portal");
    await expect(page.getByText("Answer needed").first()).toBeVisible();
    await page.goto("/portal/submissions");
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByText("How loud is it at ten meters?").first()).toBeVisible();
    await expect(page.getByText("Robin Owner")).toHaveCount(0);
    await expect(page.getByText("Only they have this.")).toHaveCount(0);
    const messages = page.getByRole("region", { name: /^Messages/ });
    await messages.getByLabel("Message").fill("Forty decibels.");
    await messages.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Message sent.")).toBeVisible();
    await signOut(page);
  });

  await test.step("the owner answers on the same page, which marks it reviewed", async () => {
    await signIn(page, owner);
    await page.goto("/gov/submissions?view=owned");
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByText("Forty decibels.")).toBeVisible();
    const answer = page.getByRole("region", { name: "Answer to the submitter" });
    await answer.getByLabel("Outcome").selectOption("MEETING_PROPOSED");
    await answer.getByLabel("Text").fill("Please show us the blades in May.");
    await answer.getByRole("button", { name: "Send answer and mark reviewed" }).click();
    await expect(page.getByText(/^Answer sent, and submission marked reviewed\./)).toBeVisible();
    await signOut(page);
  });

  await test.step("the company reads the answer", async () => {
    await signIn(page, submitter);
    await page.getByRole("link", { name: /^Notifications, \d+ unread$/ }).click();
    await page.getByRole("link", { name: new RegExp(`^(Answer|Reviewed).*${title}`) }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText("Please show us the blades in May.").first()).toBeVisible();
    await expect(page.getByText("Meeting proposed").first()).toBeVisible();
    await expect(page.getByText("Robin Owner")).toHaveCount(0);
  });
});
