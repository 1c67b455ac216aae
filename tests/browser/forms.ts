import { expect, type Locator, type Page, type Response } from "@playwright/test";

/* Every form of every page, and what comes of sending it. */

/**
 * What a form comes to. Sent with its fields emptied: `faults`, where it says what is wrong. Sent as it stands: `done`,
 * with a notice; `ends`, which is done, and leaves the page without its record; `leaves`, which signs out. A form that
 * only asks for other records: `found`. One that has a next step: `goes on`.
 */
export type Coming = "faults" | "goes on" | "done" | "ends" | "leaves" | "found";

/** The forms of the frame around every page. */
const FRAME: Record<string, Coming> = { "frame POST /logout": "leaves", "frame GET /gov/search": "found" };

/**
 * The forms of each page of the route table. A form is called by its method, where it is sent when that is elsewhere,
 * the name that its action carries in the query, and the button that sends it. They stand in the order in which they
 * can be sent one after the other.
 */
const FORMS: Record<string, Record<string, Coming>> = {
  calls: { GET: "found" },
  announcements: { GET: "found" },
  register: { POST: "faults" },
  "register/organization": { POST: "faults" },
  "register/identifiers": { POST: "faults" },
  "register/contacts": { POST: "faults" },
  "register/size": { POST: "faults" },
  "register/capabilities": { POST: "goes on" },
  "register/account": { POST: "faults" },
  "register/review": { "POST discard": "done" },
  "invitations/:token": { POST: "faults", "POST /logout": "leaves" },
  login: { POST: "faults" },
  account: { "POST end sessionId=…": "done", "POST endOthers": "done" },
  "account/password": { POST: "faults" },
  portal: { "POST read id=…": "done", "POST read all=true": "done" },
  "portal/profile/edit": { POST: "faults" },
  "portal/submissions": { GET: "found" },
  "portal/submissions/new": { POST: "faults" },
  "portal/users": { GET: "found", "POST role": "done", "POST withdraw": "done", "POST invite": "faults" },
  notifications: { GET: "found", "POST id=…": "done", "POST all=true": "done" },
  "notifications/settings": { POST: "done" },
  "gov/search": { GET: "found" },
  "gov/submissions": {
    GET: "found",
    "POST status=REVIEWED": "done",
    "POST status=ARCHIVED": "done",
  },
  "gov/submissions/reroute": { POST: "done" },
  "gov/submissions/:id": { "POST status=REVIEWED": "done", "POST status=ARCHIVED": "done" },
  "gov/organizations": { GET: "found" },
  "gov/organizations/:id": {
    "POST status": "done",
    "POST nontraditional": "done",
    "POST dialogue": "faults",
    "POST status=REVIEWED": "done",
    "POST status=ARCHIVED": "done",
  },
  "gov/calls": { GET: "found" },
  "gov/calls/new": { POST: "faults" },
  "gov/calls/:id": {
    "POST schedule status=PENDING": "faults",
    "POST schedule": "faults",
    "POST status status=OPEN": "done",
    "POST status status=CLOSED": "done",
    "POST status status=DRAFT": "done",
  },
  "gov/calls/:id/edit": { POST: "faults" },
  "gov/announcements": { GET: "found" },
  "gov/announcements/new": { POST: "faults" },
  "gov/announcements/:id": {
    "POST publish published=true": "done",
    "POST publish published=false": "done",
    "POST add": "faults",
    "POST remove": "done",
    "POST delete": "ends",
  },
  "gov/announcements/:id/edit": { POST: "faults" },
  "gov/engagements": { GET: "found" },
  "gov/engagements/new": { POST: "faults" },
  "gov/engagements/:id": { "POST note": "faults", "POST add": "faults", "POST remove": "done", "POST delete": "ends" },
  "gov/engagements/:id/edit": { POST: "faults" },
  "gov/admin/commands": { GET: "found", "POST add": "faults", POST: "done" },
  "gov/admin/commands/:id": { "POST edit": "faults", "POST delete": "ends" },
  "gov/admin/users": { GET: "found", "POST add": "faults", POST: "done" },
  "gov/admin/tags": { GET: "found", "POST add": "faults", "POST delete": "done" },
  "gov/admin/audit": { GET: "found" },
  "gov/admin/traffic": { GET: "found" },
};

/** What is known to come of a form on a page; undefined where nobody wrote it down. */
export const comingOf = (place: Place, key: string): Coming | undefined => FORMS[pageOf(place)]?.[key] ?? FRAME[key];

/** A page of the route table, and the address that it was visited at. */
interface Place {
  path: string;
  address: string;
}

/** What a page's forms are written down under: where each of its addresses asks something else, under the address. */
function pageOf({ path, address }: Place): string {
  const own = address.slice(1).split("?")[0] ?? "";
  return own in FORMS ? own : path;
}

/** Every form of a page that is known, by the page's path and its own name. */
export const FORMS_KNOWN: readonly string[] = [
  ...Object.entries(FORMS).flatMap(([page, forms]) => Object.keys(forms).map((key) => `${page} ${key}`)),
  ...Object.keys(FRAME),
];

/** A form's name among those of all pages. Those of the frame are the same on each. */
export function nameOf(place: Place, key: string): string {
  return key.startsWith("frame ") ? key : `${pageOf(place)} ${key}`;
}

/** A button that sends a form. */
export interface Sender {
  key: string;
  form: number;
  button: number;
}

/** A button that sends the form elsewhere looks something up for it; one that nobody sees is what Enter presses. */
const SENDING = "button:not([type=button], [formaction], [aria-hidden]), input[type=submit]";

/** Every way in which a form of this page may be sent. */
export async function sendersOn(page: Page): Promise<Sender[]> {
  return page.locator("form").evaluateAll((forms, sending) => {
    const called = (form: Element, button: Element) => {
      const action = new URL(form.getAttribute("action") ?? "", location.href);
      const isOwn = action.pathname === location.pathname;
      const method = (form.getAttribute("method") ?? "get").toUpperCase();
      const names = [...action.searchParams].filter(([, value]) => value === "").map(([name]) => name);
      const given = [...action.searchParams.keys()].filter((name) => !new URL(location.href).searchParams.has(name));
      // An id is another one on each page, and says nothing of what the form does.
      const word = (value: string | null) => (value && /^[A-Z_]+$|^true$|^false$/.test(value) ? value : "…");
      const status = form.querySelector("input[type=hidden][name=status]")?.getAttribute("value");
      const pressed = button.getAttribute("name");
      const isFrame = form.closest("main") === null;
      return [
        isFrame && "frame",
        method,
        isOwn && !isFrame ? undefined : action.pathname,
        method === "POST" && isOwn ? (names[0] ?? given[0]) : undefined,
        status && `status=${status}`,
        pressed && `${pressed}=${word(button.getAttribute("value"))}`,
      ]
        .filter(Boolean)
        .join(" ");
    };
    return forms.flatMap((form, index) =>
      [...form.querySelectorAll(sending)].map((button, number) => ({
        key: called(form, button),
        form: index,
        button: number,
      })),
    );
  }, SENDING);
}

const KEPT = "Kept as it was typed";

/** Presses the button that sends a form, and opens what hides it first. */
async function press(page: Page, { form, button }: Sender): Promise<void> {
  const found = page.locator("form").nth(form).locator(SENDING).nth(button);
  const closed = found.locator("xpath=ancestor::details[not(@open)]");
  for (let left = await closed.count(); left > 0; left -= 1) await closed.first().locator("> summary").click();
  await found.click();
}

/** Empties a form's fields, but for one, which keeps what is typed into it. @returns its name. */
async function empty(form: Locator): Promise<string | null> {
  // All at once: typing into one field after the other takes seconds in a long form.
  return form.evaluate((element, kept) => {
    const isText = (control: Element) => control.matches("textarea, input:is([type=text], [type=email], [type=url])");
    const controls = [...(element as HTMLFormElement).elements];
    const last = controls.filter(isText).length > 1 ? controls.findLast(isText) : undefined;
    for (const control of controls) {
      if (control.matches("[type=checkbox], [type=radio]")) (control as HTMLInputElement).checked = false;
      else if (!control.matches("input:not([type=hidden], [type=submit], [type=file]), textarea, select")) continue;
      // Through the element's own class, as a keyboard does: React keeps watch over the element itself.
      const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value");
      value?.set?.call(control, control === last ? kept : "");
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
    return last?.getAttribute("name") ?? null;
  }, KEPT);
}

/** Sends a form with its fields emptied, and waits for what it says. */
export async function sendEmptied(page: Page, sender: Sender): Promise<void> {
  await empty(page.locator("form").nth(sender.form));
  await press(page, sender);
  await expect(page.getByRole("alert").first()).toBeVisible();
}

/** Sends a form of a page without scripts, and waits for the page that it leads to. @returns what answered it. */
async function send(page: Page, sender: Sender): Promise<Response> {
  const isAnswer = (response: Response) => {
    const request = response.request();
    return request.isNavigationRequest() && request.redirectedFrom() === null && response.frame() === page.mainFrame();
  };
  const [response] = await Promise.all([page.waitForResponse(isAnswer), press(page, sender)]);
  await page.waitForLoadState("load");
  return response;
}

/** Sends a form of a page without scripts, and holds what answers it to what is known to come of it. */
export async function trySending(page: Page, sender: Sender, coming: Coming): Promise<void> {
  if (coming === "faults") return expectFaults(page, sender);
  if (coming === "found") return expectFound(page, sender);
  const from = page.url();
  const answer = await send(page, sender);
  expect(answer.status()).toBeLessThan(400);
  if (coming === "leaves") await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  else if (coming === "goes on") expect(page.url()).not.toBe(from);
  else await expect(page.getByRole("status").filter({ hasText: /\S/ }).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** It comes back with each of its faults twice, at the top with a link and beside its field, and keeps what was typed. */
async function expectFaults(page: Page, sender: Sender): Promise<void> {
  const kept = await empty(page.locator("form").nth(sender.form));
  const answer = await send(page, sender);
  expect([400, 409, 413, 415, 422]).toContain(answer.status());
  const faults = page.getByRole("alert").getByRole("link");
  await expect(faults.first()).toBeVisible();
  for (const fault of await faults.all()) {
    const field = page.locator((await fault.getAttribute("href")) ?? "");
    await expect(field).toHaveCount(1);
    const group = page.locator(".usa-form-group").filter({ has: field }).last();
    // The list puts the field's label before the message. Beside the field, the label is above it.
    const message = ((await fault.textContent()) ?? "").replace(/^.*: /, "");
    expect(message).toMatch(/\w/);
    await expect(group).toContainText(message);
  }
  if (kept !== null) await expect(page.locator(`form [name="${kept}"]`).first()).toHaveValue(KEPT);
}

/** It leads to the page that it names, and what was looked for stands in its address and in its field. */
async function expectFound(page: Page, sender: Sender): Promise<void> {
  const form = page.locator("form").nth(sender.form);
  const target = new URL((await form.getAttribute("action")) ?? "", page.url()).pathname;
  const [name, asked] = await ask(form.locator("input:not([type=hidden], [type=checkbox]), select").first());
  const answer = await send(page, sender);
  expect(answer.status()).toBe(200);
  const { pathname, searchParams } = new URL(page.url());
  expect([pathname, searchParams.get(name)]).toEqual([target, asked]);
  await expect(page.locator(`main [name="${name}"]:not([type=hidden])`).first()).toHaveValue(asked);
}

/** Asks for something in a field of a filter. @returns the field's name, and what it was given. */
async function ask(field: Locator): Promise<[name: string, asked: string]> {
  const { name, options, type } = await field.evaluate((control) => ({
    name: control.getAttribute("name") ?? "",
    type: control.getAttribute("type"),
    options: control instanceof HTMLSelectElement ? [...control.options].map(({ value }) => value) : null,
  }));
  const asked = options?.at(-1) ?? (type === "date" ? "2026-01-31" : "nothing is called that");
  if (options) await field.selectOption(asked);
  else await field.fill(asked);
  return [name, asked];
}
