import { expect, type Locator, type Page, type Response } from "@playwright/test";

/**
 * What happens when a test sends a form. With empty fields, `errors`: the page lists them. Unchanged, `done`: the page
 * confirms it; `deletes`: the record of the page is deleted; `signs out`; `next step`. For a filter or search, `found`.
 */
export type FormResult = "errors" | "next step" | "done" | "deletes" | "signs out" | "found";

/** The forms in the header of every page. */
const HEADER: Record<string, FormResult> = { "header POST /logout": "signs out", "header GET /gov/search": "found" };

/** The menu of a list's columns. */
const COLUMNS: Record<string, FormResult> = { "POST chooseColumns": "done", "POST chooseColumns usual=true": "done" };

/**
 * The forms of each page of the route table. A form's name has its method, its path if it sends to another page, the action
 * in its query, and its button's name and value. The tests send a page's forms in this order.
 */
const FORMS: Record<string, Record<string, FormResult>> = {
  calls: { GET: "found" },
  "calls/:id": { "POST following=true": "done", "POST following=false": "done" },
  announcements: { GET: "found" },
  search: { GET: "found", "POST clearRecent": "done" },
  register: { POST: "errors" },
  "register/organization": { POST: "errors" },
  "register/identifiers": { POST: "errors" },
  "register/contacts": { POST: "errors" },
  "register/size": { POST: "errors" },
  "register/capabilities": { POST: "next step" },
  "register/account": { POST: "errors" },
  "register/review": { "POST discard": "done" },
  "invitations/:token": { POST: "errors", "POST /logout": "signs out" },
  "password/:token": { POST: "errors" },
  "unsubscribe/:token": { POST: "done" },
  login: { POST: "errors" },
  account: {
    "POST preferences singleKeyShortcuts=false": "done",
    "POST preferences singleKeyShortcuts=true": "done",
    "POST end sessionId=…": "done",
    "POST endOthers": "done",
  },
  "account/feeds": { "POST create": "done", "POST revoke": "done" },
  "account/password": { POST: "errors" },
  "account/second-factor": { "POST start": "errors" },
  portal: { "POST read id=…": "done", "POST read all=true": "done" },
  "portal/profile/edit": { POST: "errors" },
  "portal/submissions": { GET: "found" },
  "portal/submissions/new": { POST: "errors" },
  "portal/submissions/:id": { "POST message": "errors" },
  "portal/users": { GET: "found", "POST role": "done", "POST withdraw": "done", "POST invite": "errors" },
  "portal/users/:id": { "POST passwordLink": "done", "POST endSessions": "done" },
  "portal/users/:id/deactivate": { POST: "done" },
  "searches/new": { POST: "errors" },
  "searches/:id": { POST: "errors", "POST delete": "done" },
  notifications: { GET: "found", "POST id=…": "done", "POST all=true": "done" },
  "notifications/settings": { POST: "done" },
  gov: { "POST task": "done" },
  "gov/search": { GET: "found", "POST clearRecent": "done" },
  "gov/submissions": {
    GET: "found",
    "POST saveView": "errors",
    "POST deleteView": "done",
    ...COLUMNS,
    "POST several action=…": "errors",
    "POST status=REVIEWED": "done",
    "POST status=ARCHIVED": "done",
  },
  "gov/submissions/reroute": { POST: "done" },
  "gov/submissions/:id": {
    "POST owner ownerId=…": "done",
    "POST conclusion": "errors",
    "POST release": "done",
    "POST owner": "errors",
    "POST ask": "errors",
    "POST withdraw": "done",
    "POST tags": "done",
    "POST recuse": "errors",
    "POST answer": "errors",
    "POST assessment": "errors",
    "POST message": "errors",
    "POST note": "errors",
    "POST status=REVIEWED": "done",
    "POST status=ARCHIVED": "done",
  },
  "gov/organizations": { GET: "found", ...COLUMNS },
  "gov/organizations/:id": {
    "POST status": "done",
    "POST nontraditional": "done",
    "POST dialogue": "errors",
    "POST status=REVIEWED": "done",
    "POST status=ARCHIVED": "done",
  },
  "gov/organizations/:id/release": { POST: "errors" },
  "gov/calls": { GET: "found", ...COLUMNS },
  "gov/calls/new": { POST: "errors" },
  "gov/calls/:id": {
    "POST schedule status=PENDING": "errors",
    "POST schedule": "errors",
    "POST status status=OPEN": "done",
    "POST status status=CLOSED": "done",
    "POST status status=DRAFT": "done",
  },
  "gov/calls/:id/edit": { POST: "errors" },
  "gov/announcements": { GET: "found" },
  "gov/announcements/new": {
    "POST status=PUBLISHED": "errors",
    "POST status=SCHEDULED": "errors",
    "POST status=DRAFT": "errors",
  },
  "gov/announcements/:id": {
    "POST publish published=true": "done",
    "POST publish published=false": "done",
    "POST schedule status=SCHEDULED": "errors",
    "POST status status=PUBLISHED": "done",
    "POST status status=DRAFT": "done",
    "POST add": "errors",
    "POST remove": "done",
    "POST delete": "deletes",
  },
  "gov/announcements/:id/edit": { POST: "errors" },
  "gov/engagements": { GET: "found", ...COLUMNS },
  "gov/engagements/new": { POST: "errors" },
  "gov/engagements/:id": {
    "POST markTask": "done",
    "POST newTask": "errors",
    "POST changeTask": "errors",
    "POST removeTask": "done",
    "POST note": "errors",
    "POST add": "errors",
    "POST remove": "done",
    "POST complete status=COMPLETED": "done",
    "POST delete": "deletes",
  },
  "gov/engagements/:id/edit": { POST: "errors" },
  "gov/admin/commands": { GET: "found", "POST add": "errors", POST: "done" },
  "gov/admin/commands/:id": { "POST edit": "errors", "POST delete": "deletes" },
  "gov/admin/users": { GET: "found", "POST add": "errors", POST: "done" },
  "gov/admin/users/:id": { "POST passwordLink": "done", "POST endSessions": "done" },
  "gov/admin/recertification": { POST: "done" },
  "gov/admin/users/:id/deactivate": { POST: "done" },
  "gov/admin/industry-users": { GET: "found" },
  "gov/admin/industry-users/:id": { "POST passwordLink": "done", "POST endSessions": "done" },
  "gov/admin/industry-users/:id/release": { POST: "errors" },
  "gov/admin/industry-users/:id/deactivate": { POST: "done" },
  "gov/admin/questions": { POST: "done" },
  "gov/calls/:id/questions": { POST: "done" },
  "gov/admin/tags": { GET: "found", "POST add": "errors", "POST delete": "done" },
  "gov/admin/tags/:id": { POST: "done" },
  "gov/admin/outbox": { GET: "found" },
  "gov/admin/audit": { GET: "found" },
  "gov/admin/traffic": { GET: "found" },
};

/** The expected result of a form, or undefined if it is not listed. */
export const expectedResult = (place: Place, key: string): FormResult | undefined =>
  FORMS[pageOf(place)]?.[key] ?? HEADER[key];

/** A page of the route table, and an address of it. */
interface Place {
  path: string;
  address: string;
}

/** A page's key in FORMS: its address if that is listed separately, otherwise its path. */
function pageOf({ path, address }: Place): string {
  const own = address.slice(1).split("?")[0] ?? "";
  return own in FORMS ? own : path;
}

/** The names of all listed forms. */
export const LISTED_FORMS: readonly string[] = [
  ...Object.entries(FORMS).flatMap(([page, forms]) => Object.keys(forms).map((key) => `${page} ${key}`)),
  ...Object.keys(HEADER),
];

/** A form's name with its page's key. Forms in the header have the same name on every page. */
export function nameOf(place: Place, key: string): string {
  return key.startsWith("header ") ? key : `${pageOf(place)} ${key}`;
}

/** A button that sends a form, and their positions on the page. */
export interface SubmitButton {
  key: string;
  form: number;
  button: number;
}

/** Excludes buttons that look something up for the form, and hidden ones that handle the Enter key. */
const SENDING = "button:not([type=button], [formaction], [aria-hidden]), input[type=submit]";

/** Every button that sends a form on this page. */
export async function submitButtonsOn(page: Page): Promise<SubmitButton[]> {
  return page.locator("form").evaluateAll((forms, sending) => {
    const keyOf = (form: Element, button: Element) => {
      const action = new URL(form.getAttribute("action") ?? "", location.href);
      const isOwn = action.pathname === location.pathname;
      const method = (form.getAttribute("method") ?? "get").toUpperCase();
      const names = [...action.searchParams].filter(([, value]) => value === "").map(([name]) => name);
      const given = [...action.searchParams.keys()].filter((name) => !new URL(location.href).searchParams.has(name));
      // Ids differ between pages and do not show what the form does.
      const word = (value: string | null) => (value && /^[A-Z_]+$|^true$|^false$/.test(value) ? value : "…");
      const status = form.querySelector("input[type=hidden][name=status]")?.getAttribute("value");
      const pressed = button.getAttribute("name");
      const isHeader = form.closest("main") === null;
      return [
        isHeader && "header",
        method,
        isOwn && !isHeader ? undefined : action.pathname,
        method === "POST" && isOwn ? (names[0] ?? given[0]) : undefined,
        status && `status=${status}`,
        pressed && `${pressed}=${word(button.getAttribute("value"))}`,
      ]
        .filter(Boolean)
        .join(" ");
    };
    return forms.flatMap((form, index) =>
      [...form.querySelectorAll(sending)].map((button, number) => ({
        key: keyOf(form, button),
        form: index,
        button: number,
      })),
    );
  }, SENDING);
}

const KEPT = "The page keeps this text";

/** Presses the button that sends a form. Opens the details elements around it first. */
async function press(page: Page, { form, button }: SubmitButton): Promise<void> {
  const found = page.locator("form").nth(form).locator(SENDING).nth(button);
  const closed = found.locator("xpath=ancestor::details[not(@open)]");
  for (let left = await closed.count(); left > 0; left -= 1) await closed.first().locator("> summary").click();
  await found.click();
}

/** Empties a form's fields. If it has several text fields, fills the last one. @returns the filled field's name */
async function empty(form: Locator): Promise<string | null> {
  // In one step, because filling the fields one by one takes seconds in a long form.
  return form.evaluate((element, kept) => {
    const isText = (control: Element) => control.matches("textarea, input:is([type=text], [type=email], [type=url])");
    const controls = [...(element as HTMLFormElement).elements];
    const last = controls.filter(isText).length > 1 ? controls.findLast(isText) : undefined;
    for (const control of controls) {
      if (control.matches("[type=checkbox], [type=radio]")) (control as HTMLInputElement).checked = false;
      else if (!control.matches("input:not([type=hidden], [type=submit], [type=file]), textarea, select")) continue;
      // The setter of the element's class, because React overrides the one of the element.
      const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value");
      value?.set?.call(control, control === last ? kept : "");
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
    return last?.getAttribute("name") ?? null;
  }, KEPT);
}

/** Sends a form with empty fields and waits for its errors. */
export async function sendEmptied(page: Page, submitButton: SubmitButton): Promise<void> {
  await empty(page.locator("form").nth(submitButton.form));
  await press(page, submitButton);
  await expect(page.getByRole("alert").first()).toBeVisible();
}

/** Sends a form of a page without scripts and waits for the next page. @returns the response to the form */
async function send(page: Page, submitButton: SubmitButton): Promise<Response> {
  const isResponse = (response: Response) => {
    const request = response.request();
    return request.isNavigationRequest() && request.redirectedFrom() === null && response.frame() === page.mainFrame();
  };
  const [response] = await Promise.all([page.waitForResponse(isResponse), press(page, submitButton)]);
  await page.waitForLoadState("load");
  return response;
}

/** Sends a form of a page without scripts and checks the result. */
export async function expectResult(page: Page, submitButton: SubmitButton, result: FormResult): Promise<void> {
  if (result === "errors") return expectErrors(page, submitButton);
  if (result === "found") return expectResults(page, submitButton);
  const from = page.url();
  const response = await send(page, submitButton);
  expect(response.status()).toBeLessThan(400);
  if (result === "signs out") await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  else if (result === "next step") expect(page.url()).not.toBe(from);
  else await expect(page.getByRole("status").filter({ hasText: /\S/ }).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Expects each error twice, at the top with a link and at its field. The form must keep the typed text. */
async function expectErrors(page: Page, submitButton: SubmitButton): Promise<void> {
  const kept = await empty(page.locator("form").nth(submitButton.form));
  const response = await send(page, submitButton);
  expect([400, 409, 413, 415, 422]).toContain(response.status());
  const errors = page.getByRole("alert").getByRole("link");
  await expect(errors.first()).toBeVisible();
  for (const error of await errors.all()) {
    const field = page.locator((await error.getAttribute("href")) ?? "");
    await expect(field).toHaveCount(1);
    const group = page.locator(".usa-form-group").filter({ has: field }).last();
    // The list puts the field's label before the message. Beside the field, the label is above it.
    const message = ((await error.textContent()) ?? "").replace(/^.*: /, "");
    expect(message).toMatch(/\w/);
    await expect(group).toContainText(message);
  }
  if (kept !== null) await expect(page.locator(`form [name="${kept}"]`).first()).toHaveValue(KEPT);
}

/** Expects the page in the form's action, with the filter in its address and in its field. */
async function expectResults(page: Page, submitButton: SubmitButton): Promise<void> {
  const form = page.locator("form").nth(submitButton.form);
  const target = new URL((await form.getAttribute("action")) ?? "", page.url()).pathname;
  const [name, filled] = await fillFilter(form.locator("input:not([type=hidden], [type=checkbox]), select").first());
  const response = await send(page, submitButton);
  expect(response.status()).toBe(200);
  const { pathname, searchParams } = new URL(page.url());
  expect([pathname, searchParams.get(name)]).toEqual([target, filled]);
  await expect(page.locator(`main [name="${name}"]:not([type=hidden])`).first()).toHaveValue(filled);
}

/** Fills in a field of a filter. @returns the field's name and its new value */
async function fillFilter(field: Locator): Promise<[name: string, value: string]> {
  const { name, options, type } = await field.evaluate((control) => ({
    name: control.getAttribute("name") ?? "",
    type: control.getAttribute("type"),
    options: control instanceof HTMLSelectElement ? [...control.options].map(({ value }) => value) : null,
  }));
  const value = options?.at(-1) ?? (type === "date" ? "2026-01-31" : "no such title");
  if (options) await field.selectOption(value);
  else await field.fill(value);
  return [name, value];
}
