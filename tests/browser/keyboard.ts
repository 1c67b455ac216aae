import { expect, type FileChooser, type Page } from "@playwright/test";

/* A person who has a keyboard and nothing else. Whoever uses this never clicks, fills or focuses anything. */

/** What has the focus, as far as somebody who looks at the screen can tell. */
interface Focus {
  /** Null when nothing of the page has it. */
  name: string | null;
  kind: string;
  /** Where it lies in the document: -1 before what had the focus before it, 1 after it, 0 when it is the same. */
  direction: number;
  faults: string[];
}

/** Nobody presses Tab more often than this to find something on a page. */
const MOST_STOPS = 250;
/** A date has a stop for each of its parts, and one for its calendar. */
const MOST_STOPS_IN_ONE = 10;
const FOCUSED = "data-had-focus";

/** Looks at what has the focus. */
async function lookAtFocus(page: Page): Promise<Focus> {
  return page.evaluate(async (mark) => {
    // Once the browser has scrolled to it, and what moves has come to rest.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
    const element = document.activeElement;
    if (!element || element === document.body) return { name: null, kind: "", direction: 0, faults: [] };
    const before = document.querySelector(`[${mark}]`);
    before?.removeAttribute(mark);
    element.setAttribute(mark, "");
    const position = before ? before.compareDocumentPosition(element) : Node.DOCUMENT_POSITION_FOLLOWING;
    const direction = before === element ? 0 : position & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1;

    const labels = "labels" in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const texts = [element.getAttribute("aria-label"), labels[0]?.textContent, element.textContent];
    const legible = (text: string) => text.replace(/\*/g, "").replace(/\s+/g, " ").trim();
    const name = legible(texts.find((text) => text && legible(text) !== "") ?? element.id);

    // A box that the design draws stands in the label, and the box itself off the screen.
    const isDrawnByLabel = element.matches("[type=checkbox], [type=radio]") && labels[0] !== undefined;
    const shown = isDrawnByLabel ? (labels[0] as Element) : element;
    const isIndicated = [element, shown].some((candidate) =>
      [null, "::before", "::after"].some((part) => {
        const style = getComputedStyle(candidate, part);
        const isOutlined = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0;
        return isOutlined || style.boxShadow !== "none";
      }),
    );
    // The browser draws the focus of what it puts into a field itself, such as the button of a date's calendar.
    const isWithin = !element.matches(":focus");
    const faults = isIndicated || isWithin ? [] : ["shows no focus"];
    const box = [...shown.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
    if (!box) return { name, kind: element.tagName, direction, faults: [...faults, "takes up no room"] };
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (left >= right || top >= bottom) faults.push("lies outside of the window");
    else {
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isItself =
        over && (shown.contains(over) || over.contains(shown) || labels.some((label) => label.contains(over)));
      if (!isItself) faults.push(`is obscured by ${over?.outerHTML.slice(0, 100)}`);
    }
    return { name, kind: element.tagName, direction, faults };
  }, FOCUSED);
}

/** Moves on to what is next in the tab order, and holds it to what each stop must be. */
export async function tab(page: Page): Promise<Focus> {
  await page.keyboard.press("Tab");
  const focus = await lookAtFocus(page);
  expect(focus.faults, `${page.url()}: ${focus.name}`).toEqual([]);
  return focus;
}

/** Presses Tab until a stop answers to it, from where the focus is: to the page's end, and from its beginning again. */
async function tabUntil(
  page: Page,
  what: string,
  isMeant: (focus: Focus) => boolean | Promise<boolean>,
): Promise<void> {
  let [rounds, same] = [0, 0];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    const focus = stops === 0 ? await lookAtFocus(page) : await tab(page);
    same = focus.direction === 0 ? same + 1 : 0;
    expect(same, `${page.url()}: the way on from ${focus.name}`).toBeLessThan(MOST_STOPS_IN_ONE);
    // The order is the document's, but for the way back to its beginning.
    if (focus.direction < 0 || focus.name === null) rounds += 1;
    expect(rounds, `${page.url()}: the keyboard does not come to ${what}`).toBeLessThan(4);
    if (focus.name !== null && (await isMeant(focus))) return;
  }
  throw new Error(`${page.url()}: ${what} is more than ${MOST_STOPS} stops away`);
}

const isNamed = (name: string | RegExp) => (focus: Focus) =>
  typeof name === "string" ? focus.name === name : name.test(focus.name ?? "");

/** Moves on to what bears a name: a whole one, or one that fits. */
export const tabTo = (page: Page, name: string | RegExp) => tabUntil(page, String(name), isNamed(name));

/** Moves on to a link, a button or what opens something, and presses Enter there. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabUntil(page, String(name), (focus) => isNamed(name)(focus) && /^(A|BUTTON|SUMMARY|INPUT)$/.test(focus.kind));
  await page.keyboard.press("Enter");
}

/** Follows the link that leads past the header, which is the first stop of every page. */
export async function skipToContent(page: Page): Promise<void> {
  const first = await tab(page);
  expect(first.name).toMatch(/^Skip to/);
  await page.keyboard.press("Enter");
  const next = await tab(page);
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null), next.name ?? "").toBe(true);
}

/** No order but the document's own: a number greater than 0 would make another one. */
export async function expectOwnOrder(page: Page): Promise<void> {
  await expect(page.locator("[tabindex]:not([tabindex='0'], [tabindex='-1'])")).toHaveCount(0);
}

/** What is typed into a field, chosen from it, or whether it is ticked. */
export type FieldInput = string | true;

/** Answers the field that has the focus, as its kind wants it. */
async function answer(page: Page, given: FieldInput): Promise<void> {
  const kind = await page.evaluate(() => {
    const { activeElement } = document;
    return activeElement instanceof HTMLInputElement ? activeElement.type : (activeElement?.tagName ?? "");
  });
  if (given === true) return page.keyboard.press("Space");
  if (kind === "SELECT") return choose(page, given);
  if (kind === "date" || kind === "datetime-local") return typeMoment(page, given);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(given);
}

/** Moves down the list that has the focus to one of its options. */
async function choose(page: Page, option: string): Promise<void> {
  const chosen = () =>
    page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.textContent?.trim());
  const length = await page.evaluate(() => (document.activeElement as HTMLSelectElement).options.length);
  await page.keyboard.press("Home");
  for (let index = 0; index < length && (await chosen()) !== option; index += 1) await page.keyboard.press("ArrowDown");
  expect(await chosen()).toBe(option);
}

/** Types a day, or a day and a time, in the parts that a browser of the United States shows. */
async function typeMoment(page: Page, value: string): Promise<void> {
  const [day = "", time] = value.split("T");
  const [year = "", month = "", date = ""] = day.split("-");
  await page.keyboard.type(`${month}${date}${year}`);
  if (time !== undefined) {
    // A year may have six digits, so the browser does not go on by itself.
    await page.keyboard.press("ArrowRight");
    const [hour = "", minute = ""] = time.split(":");
    await page.keyboard.type(`${String(Number(hour) % 12 || 12).padStart(2, "0")}${minute}`);
    await page.keyboard.type(Number(hour) < 12 ? "AM" : "PM");
  }
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(value);
}

/** Moves on to a field, and answers it. */
export async function fill(page: Page, name: string | RegExp, given: FieldInput): Promise<void> {
  await tabTo(page, name);
  await answer(page, given);
}

/** Goes through the form from where it stands, answers what it knows by the label, and presses the button. */
export async function fillForm(
  page: Page,
  answers: Record<string, FieldInput>,
  button: string | RegExp,
): Promise<void> {
  const left = new Map(Object.entries(answers));
  await tabUntil(page, String(button), async (focus) => {
    const given = left.get(focus.name ?? "");
    if (given !== undefined && /^(INPUT|SELECT|TEXTAREA)$/.test(focus.kind)) {
      left.delete(focus.name ?? "");
      await answer(page, given);
    }
    return focus.kind === "BUTTON" && isNamed(button)(focus);
  });
  expect([...left.keys()], `${page.url()}: what was not asked before ${button}`).toEqual([]);
  await page.keyboard.press("Enter");
}

/** Opens the choice of files at a field, by the key that is given, and chooses one. */
export async function chooseFile(
  page: Page,
  name: string | RegExp,
  file: Parameters<FileChooser["setFiles"]>[0],
  key: "Enter" | "Space",
): Promise<void> {
  // Asked for before the way to the field: a choice that opens before somebody waits for it is the browser's own.
  const opened = page.waitForEvent("filechooser");
  await tabTo(page, name);
  await page.keyboard.press(key);
  await (await opened).setFiles(file);
}
