import { expect, test } from "vitest";
import { LIMITS } from "~/values/limits";
import {
  filesForm,
  insertAnnouncement,
  insertCall,
  insertNotification,
  insertSubmission,
  mustRotate,
  setInterests,
  submissionForm,
} from "../support/arrange";
import { COMMANDS, emailOf, idOf, PASSWORD } from "../support/cast";
import { pdf } from "../support/files";
import { errorsIn, formsWithWrongNote } from "../support/markup";
import { CLIENT_IP, openPortal } from "../support/portal";

const NEW_PASSWORD = "Another-Horse-8-Battery";

test("a message that another site made up is not shown", async () => {
  const portal = await openPortal();
  const forged = Buffer.from(JSON.stringify({ kind: "error", text: "Call this number" })).toString("base64");
  const answer = await portal.request(null, "GET", "/login", { headers: { cookie: `notice=${forged}.AAAA` } });
  expect(answer.status).toBe(200);
  expect(answer.text).not.toContain("Call this number");
});

test.each([
  ["/portal/submissions?view=1", "/portal/submissions?view=1"],
  ["//evil.example", "/portal"],
  ["/.//evil.example", "/portal"],
  ["/x/..//evil.example", "/portal"],
  ["/%2e//evil.example", "/portal"],
  ["/\\evil.example", "/portal"],
  ["https://evil.example/", "/portal"],
  ["portal", "/portal"],
  ["/\t/evil.example", "/portal"],
  ["/gov\r\nSet-Cookie: session=x\r\n\r\n<script>", "/govSet-Cookie:%20session=x%3Cscript%3E"],
  ["/é?q=量\u2028#\u0000x", "/%C3%A9?q=%E9%87%8F%E2%80%A8#%00x"],
])("signing in with redirectTo %j leads to %j", async (redirectTo, location) => {
  const portal = await openPortal();
  const form = { email: emailOf("acmeUser"), password: PASSWORD };
  const answer = await portal.request(null, "POST", `/login?${new URLSearchParams({ redirectTo })}`, { form });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, location]);
  expect(answer.headers.get("set-cookie")).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("a wrong password is reported in the form, which keeps the email", async () => {
  const portal = await openPortal();
  const form = { email: emailOf("poc"), password: "Wrong-Horse-7-Battery" };
  const answer = await portal.request(null, "POST", "/login", { form });
  expect(answer.status).toBe(401);
  expect(answer.text).toContain("The email address or the password is wrong.");
  expect(answer.text).toContain(`value="${emailOf("poc")}"`);
  expect(answer.text).not.toContain(form.password);
  expect(answer.headers.get("set-cookie")).toBeNull();
});

test("a sign-in form over the size limit is refused without being read", async () => {
  const portal = await openPortal();
  const form = { email: "a".repeat(300_000), password: PASSWORD };
  expect((await portal.request(null, "POST", "/login", { form })).status).toBe(413);
});

test("signing in again ends the browser's earlier session", async () => {
  const portal = await openPortal();
  const cookie = portal.cookieOf("poc");
  const form = { email: emailOf("poc"), password: PASSWORD };
  expect((await portal.request("poc", "POST", "/login", { form })).status).toBe(302);
  expect((await portal.request(null, "GET", "/api/session", { headers: { cookie } })).status).toBe(401);
});

test("signing out ends the session", async () => {
  const portal = await openPortal();
  const cookie = portal.cookieOf("poc");
  const answer = await portal.request("poc", "POST", "/logout");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
  expect((await portal.request(null, "GET", "/api/session", { headers: { cookie } })).status).toBe(401);
});

const paper = (title: string) =>
  submissionForm({ title, techTags: "Rotors", callId: "" }, { name: "paper.pdf", bytes: pdf() });

test("the submission form stores a file, routes it and shows its path", async () => {
  const portal = await openPortal();
  setInterests(portal, "poc", "rotors");
  const answer = await portal.request("acmeUser", "POST", "/portal/submissions/new", {
    multipart: paper("Quiet rotors"),
  });
  expect(answer.status).toBe(302);
  const location = answer.headers.get("location") ?? "";
  expect(location).toMatch(/^\/portal\/submissions\/[\w-]+$/);
  const shown = await portal.request("acmeUser", "GET", location);
  expect(shown.text).toContain("It reached government reviewers.");
  expect(shown.text).toContain("paper.pdf");
});

test("a page does not ask again for a refused file, and lists the types to choose", async () => {
  const portal = await openPortal();
  const multipart = submissionForm({ title: "Quiet rotors" }, { name: "setup.exe", bytes: Buffer.from("MZ") });
  const answer = await portal.request("acmeUser", "POST", "/portal/submissions/new", { multipart });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("Choose a PDF, DOCX, PPTX or TXT file up to 15 MB.");
  expect(answer.text).not.toContain("Choose “setup.exe” again");
});

test("a submission with a bad title, a closed call and a bad file reports all three, and stores nothing", async () => {
  const portal = await openPortal();
  const callId = insertCall(portal, { status: "CLOSED" });
  const liar = { name: "paper.pdf", bytes: Buffer.from("This is not a PDF.") };
  const multipart = () => submissionForm({ title: "No", callId }, liar);
  const shown = await portal.request("acmeUser", "POST", "/portal/submissions/new", { multipart: multipart() });
  expect(shown.status).toBe(400);
  expect(shown.text).toContain("There are 3 problems");
  for (const field of ["title", "callId", "file"]) expect(shown.text).toContain(`href="#${field}"`);
  expect(shown.text).not.toContain("Choose “paper.pdf” again");
  const answer = await portal.request("acmeUser", "POST", "/api/portal/submissions", { multipart: multipart() });
  expect(Object.keys((answer.body as { fields: object }).fields).sort()).toEqual(["callId", "file", "title"]);
  expect(portal.storedFiles()).toEqual([]);
  expect(portal.auditRows()).toEqual([]);
});

test("a submission whose file is too large to read also reports the problems of its fields", async () => {
  const portal = await openPortal();
  const large = { name: "paper.pdf", bytes: pdf(LIMITS.submissionBodyBytes + 1) };
  const multipart = submissionForm({ title: "No", summary: "Short" }, large);
  const answer = await portal.request("acmeUser", "POST", "/portal/submissions/new", { multipart });
  expect(answer.status).toBe(413);
  expect(answer.text).toContain("There are 3 problems");
  for (const field of ["title", "summary", "file"]) expect(answer.text).toContain(`href="#${field}"`);
  expect(portal.storedFiles()).toEqual([]);
});

test("when one of several files is refused, the page asks for the others again", async () => {
  const portal = await openPortal();
  const id = insertAnnouncement(portal);
  const multipart = filesForm({ name: "plan.pdf", bytes: pdf() }, { name: "setup.exe", bytes: Buffer.from("MZ") });
  const answer = await portal.request("lead", "POST", `/gov/announcements/${id}?add`, { multipart });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("Choose “plan.pdf” again");
});

test("a refused submission keeps its fields, asks for the file again and stores nothing", async () => {
  const portal = await openPortal();
  const answer = await portal.request("acmeUser", "POST", "/portal/submissions/new", {
    multipart: paper("No"),
  });
  expect(answer.status).toBe(400);
  expect(errorsIn(answer.text).title).toEqual(["too_short"]);
  expect(answer.text).toContain("Choose “paper.pdf” again: a browser does not keep a chosen file.");
  expect(answer.text).toContain('value="No"');
  expect(portal.storedFiles()).toEqual([]);
});

test("a file over the size limit is reported at its field, and the rest of the form is kept", async () => {
  const portal = await openPortal();
  const form = submissionForm(
    { title: "Quiet rotors" },
    { name: "paper.pdf", bytes: pdf(LIMITS.submissionBodyBytes + 1) },
  );
  const answer = await portal.request("acmeUser", "POST", "/portal/submissions/new", { multipart: form });
  expect(answer.status).toBe(413);
  expect(errorsIn(answer.text).file).toEqual(["file_size"]);
  expect(answer.text).not.toContain("Choose “paper.pdf” again");
  expect(answer.text).toContain('value="Quiet rotors"');
  expect(portal.storedFiles()).toEqual([]);
});

test("a twenty-first submission within the hour keeps what was typed, and stores nothing more", async () => {
  const portal = await openPortal();
  for (let count = 0; count < 20; count += 1) {
    const form = submissionForm({ title: `Paper ${count}` });
    expect((await portal.request("acmeUser", "POST", "/portal/submissions/new", { multipart: form })).status).toBe(302);
  }
  const answer = await portal.request("acmeUser", "POST", "/portal/submissions/new", {
    multipart: paper("One too many"),
  });
  expect(answer.status).toBe(429);
  expect(answer.text).toContain('value="One too many"');
  expect(answer.text).toContain("Too many requests. Try again in 1 hour.");
  expect(answer.text).toContain("Choose “paper.pdf” again");
  expect(portal.storedFiles()).toEqual([]);
});

test("the page of a refused form says so in its title, and starts with the summary of problems", async () => {
  const portal = await openPortal();
  const form = { body: "" };
  const refused = await portal.request("lead", "POST", "/gov/announcements/new", { form });
  expect(refused.text).toContain("<title>Error: New announcement | ");
  expect(refused.text).toMatch(/<div class="[^"]*glip-error-summary"[^>]*tabindex="-1"[^>]*autofocus=""/);
  expect(refused.text).toContain("There are 2 problems");
  const shown = await portal.request("lead", "GET", "/gov/announcements/new");
  expect(shown.text).toContain("<title>New announcement | ");
  expect(shown.text).not.toContain("autofocus");
  expect(shown.text.match(/Required fields are marked with a red asterisk/g)).toHaveLength(1);
  // A missing page has no refused form.
  const absent = await portal.request("lead", "POST", "/gov/announcements/none?delete", { form: {} });
  expect([absent.status, absent.text.includes("<title>Error: ")]).toEqual([404, false]);
});

test("only a form with several fields and a star explains the star", async () => {
  const portal = await openPortal();
  const { text: several } = await portal.request("lead", "GET", "/gov/announcements/new");
  const { text: one } = await portal.request("systemAdmin", "GET", "/gov/admin/tags");
  // The ID of the user is a hidden field, and the others may stay empty.
  const { text: optional } = await portal.request("systemAdmin", "GET", `/gov/admin/users?user=${idOf("poc")}`);
  expect(optional).toContain('name="userId"');
  for (const page of [several, one, optional]) expect(formsWithWrongNote(page)).toEqual([]);
});

test("a form that is too long in total shows what was typed again, up to a limit", async () => {
  const portal = await openPortal();
  const title = "The forum moves";
  const long = await portal.request("lead", "POST", "/gov/announcements/new", {
    form: { title, body: "a".repeat(LIMITS.formBodyBytes) },
  });
  expect(long.status).toBe(413);
  expect(long.text).toContain("Your text is too long. Shorten it to 256 KB in all");
  expect(long.text).toContain(`value="${title}"`);
  const longest = await portal.request("lead", "POST", "/gov/announcements/new", {
    form: { title, body: "a".repeat(LIMITS.refusedFormBytes) },
  });
  expect(longest.status).toBe(413);
  expect(longest.text).not.toContain(`value="${title}"`);
  expect(portal.auditRows()).toEqual([]);
});

test("text that cannot be stored is refused, also in a form with a file", async () => {
  const portal = await openPortal();
  const answer = await portal.request("acmeUser", "POST", "/portal/submissions/new", {
    multipart: paper("a\u0000bcdef"),
  });
  expect(answer.status).toBe(400);
  expect(portal.storedFiles()).toEqual([]);
});

test("a user who sends a form after the session ended sees a message on the sign-in page", async () => {
  const portal = await openPortal();
  const answer = await portal.request(null, "POST", "/portal/submissions/new", { multipart: paper("Quiet rotors") });
  expect([answer.status, answer.headers.get("location")]).toEqual([
    302,
    "/login?redirectTo=%2Fportal%2Fsubmissions%2Fnew",
  ]);
  const cookie = answer.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const shown = await portal.request(null, "GET", "/login", { headers: { cookie } });
  expect(shown.text).toContain("You are no longer signed in, so nothing was saved.");
});

test("a form works through a proxy that replaces our host with its own", async () => {
  const portal = await openPortal({ PUBLIC_ORIGIN: "https://portal.example.gov" });
  const headers = { host: "app:3000", origin: "https://portal.example.gov", "sec-fetch-site": "same-origin" };
  const form = { email: emailOf("poc"), password: PASSWORD };
  expect((await portal.request(null, "POST", "/login", { form, headers })).status).toBe(302);
});

test("the profile form saves lists and clears emptied fields", async () => {
  const portal = await openPortal();
  const form: [string, string][] = [
    ["orgType", "FFRDC"],
    ["setAsides", "WOSB"],
    ["setAsides", "HUBZONE"],
    ["naicsCodes", "541715, 334511"],
    ["city", ""],
  ];
  const answer = await portal.request("acmeAdmin", "POST", "/portal/profile/edit", { form });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/portal/profile"]);
  const profile = await portal.request("acmeAdmin", "GET", "/api/portal/profile");
  expect(profile.body).toMatchObject({
    data: { orgType: "FFRDC", setAsides: ["WOSB", "HUBZONE"], smallBusiness: true, naicsCodes: ["541715", "334511"] },
  });
  const cleared = await portal.request("acmeAdmin", "POST", "/portal/profile/edit", { form: { orgType: "FFRDC" } });
  expect(cleared.status).toBe(302);
  expect((await portal.request("acmeAdmin", "GET", "/api/portal/profile")).body).toMatchObject({
    data: { setAsides: [], smallBusiness: false, naicsCodes: ["541715", "334511"] },
  });
});

test("the settings form saves a row for each kind, selected or not", async () => {
  const portal = await openPortal();
  const form: [string, string][] = [
    ["kind", "SUBMISSION_MATCH"],
    ["techTags", "Rotors, AI"],
    ["kind", "SYSTEM"],
    ["techTags", ""],
    ["enabled", "SUBMISSION_MATCH"],
  ];
  const answer = await portal.request("poc", "POST", "/notifications/settings", { form });
  expect(answer.status).toBe(302);
  const settings = await portal.request("poc", "GET", "/api/notifications/settings");
  expect(settings.body).toMatchObject({
    data: {
      settings: expect.arrayContaining([
        { kind: "SUBMISSION_MATCH", enabled: true, techTags: "rotors,ai" },
        { kind: "SYSTEM", enabled: false, techTags: "" },
      ]),
    },
  });
});

test("marking one or all notifications read shows how many were marked", async () => {
  const portal = await openPortal();
  setInterests(portal, "poc", "rotors");
  for (const title of ["First paper", "Second paper", "Third paper"]) {
    await portal.request("acmeUser", "POST", "/portal/submissions/new", { multipart: paper(title) });
  }
  const { id } =
    portal.db.query.notification.findFirst({ where: (row, { eq }) => eq(row.userId, idOf("poc")) }).sync() ?? {};
  const one = await portal.request("poc", "POST", "/notifications", { form: { id: id ?? "" } });
  expect(one.status).toBe(302);
  expect((await portal.request("poc", "GET", "/api/notifications/unread-count")).body).toEqual({ data: { count: 2 } });
  await portal.request("poc", "POST", "/notifications", { form: { all: "true" } });
  expect((await portal.request("poc", "GET", "/api/notifications/unread-count")).body).toEqual({ data: { count: 0 } });
});

test("a reviewer can mark a submission reviewed on each page that shows it, and a read-only user cannot", async () => {
  const portal = await openPortal();
  for (const page of [
    "/gov/submissions?view=all",
    "/gov/submissions/:id",
    "/gov/organizations/organization-acme?submission=:id",
  ]) {
    const id = insertSubmission(portal, { status: "ROUTED" });
    const address = page.replace(":id", id);
    const form = { id, status: "REVIEWED" };
    expect((await portal.request("readonly", "POST", address, { form })).status).toBe(403);
    expect((await portal.request("readonly", "GET", address)).text).not.toContain("Mark reviewed");
    const answer = await portal.request("poc", "POST", address, { form });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, address]);
    const again = await portal.request("poc", "POST", address, { form });
    expect(again.status).toBe(400);
    expect(again.text).toContain("A submission that is reviewed cannot become reviewed.");
  }
});

test.each([
  ["acmeAdmin", "/portal/users", { email: "nina@acme.test", industryRole: "INDUSTRY_USER" }, "industry_user_invited"],
  ["systemAdmin", "/gov/admin/tags", { label: "sonar" }, "preset_tag_created"],
  ["systemAdmin", "/gov/admin/commands", { name: "New", abbreviation: "NEW", echelon: "4" }, "command_created"],
  ["systemAdmin", `/gov/admin/commands/${COMMANDS.alpha}`, { mission: "Another" }, "command_updated"],
  [
    "admin",
    "/gov/admin/users",
    { email: "new@navy.example", name: "New", password: PASSWORD, role: "GOV_POC", commandId: "", title: "" },
    "gov_user_created",
  ],
] as const)("%s sends the main form of %s to its plain address", async (person, path, form, event) => {
  const portal = await openPortal();
  const answer = await portal.request(person, "POST", path, { form });
  expect([200, 302]).toContain(answer.status);
  expect(portal.auditRows().map((row) => row.event)).toEqual([event]);
});

test("a user who must change a password is sent to do it, can sign out, and continues afterwards", async () => {
  const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
  mustRotate(portal, "poc");
  insertNotification(portal, "poc");
  for (const path of ["/gov", "/notifications"]) {
    const answer = await portal.request("poc", "GET", path);
    expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, "/account/password"]);
  }
  expect((await portal.request("poc", "GET", "/calls")).status).toBe(200);
  const { text } = await portal.request("poc", "GET", "/account/password");
  expect(text).toContain("Someone else chose your password");
  // It would lead to a page that leads back here.
  expect(text).not.toContain("usa-breadcrumb");
  expect(text).not.toContain("1 unread");
  const wrong = await portal.request("poc", "POST", "/account/password", {
    form: { currentPassword: "Wrong-Horse-7-Battery", newPassword: NEW_PASSWORD },
  });
  expect(wrong.status).toBe(403);
  expect(wrong.text).toContain(">The current password is wrong. Enter it again.</a>");
  const changed = await portal.request("poc", "POST", "/account/password", {
    form: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
  });
  expect([changed.status, changed.headers.get("location")]).toEqual([302, "/login"]);
  expect((await portal.request("poc", "GET", "/gov")).headers.get("location")).toBe("/login?redirectTo=%2Fgov");
  const back = await portal.request(null, "POST", "/login", {
    form: { email: emailOf("poc"), password: NEW_PASSWORD },
  });
  expect([back.status, back.headers.get("location")]).toEqual([302, "/gov"]);
});

test("while credentials are locked, the page says so, and nobody must change a password", async () => {
  const portal = await openPortal();
  mustRotate(portal, "poc");
  expect((await portal.request("poc", "GET", "/gov")).status).toBe(200);
  const answer = await portal.request("poc", "GET", "/account/password");
  expect(answer.text).toContain("Credential changes are locked on this deployment.");
  expect(answer.text.split("<main")[1]).not.toContain("<input");
});

test("a form sent from another site changes nothing", async () => {
  const portal = await openPortal();
  const headers = { "sec-fetch-site": "cross-site" };
  const form = { orgName: "Cirrus Works", orgType: "COMPANY" };
  const answer = await portal.request(null, "POST", "/register", { form, headers, ip: CLIENT_IP });
  expect(answer.status).toBe(403);
  expect(portal.db.query.registrationDraft.findMany().sync()).toEqual([]);
  expect(portal.auditRows()).toEqual([]);
});
