import { expect, type FileChooser, type Page } from "@playwright/test";

/* Uses pages with only a keyboard. Tests that use these functions must not click, fill or focus anything. */

/** The focused element, as a user sees it. */
interface Focus {
  /** Null if no element of the page has the focus. */
  name: string | null;
  kind: string;
  /** Its position relative to the previous focus: -1 before it, 1 after it, 0 if it is the same element. */
  direction: number;
  problems: string[];
}

/** The most stops before something on a page. */
const MOST_STOPS = 250;
/** The most stops in one element. A date has a stop for each part and one for its calendar. */
const MOST_STOPS_IN_ONE = 10;
const FOCUSED = "data-had-focus";

async function readFocus(page: Page): Promise<Focus> {
  return page.evaluate(async (mark) => {
    // Wait for scrolling and animations.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
    const element = document.activeElement;
    if (!element || element === document.body) return { name: null, kind: "", direction: 0, problems: [] };
    const before = document.querySelector(`[${mark}]`);
    before?.removeAttribute(mark);
    element.setAttribute(mark, "");
    const position = before ? before.compareDocumentPosition(element) : Node.DOCUMENT_POSITION_FOLLOWING;
    const direction = before === element ? 0 : position & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1;

    const labels = "labels" in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const texts = [element.getAttribute("aria-label"), labels[0]?.textContent, element.textContent];
    const legible = (text: string) => text.replace(/\*/g, "").replace(/\s+/g, " ").trim();
    const name = legible(texts.find((text) => text && legible(text) !== "") ?? element.id);

    // The design draws checkboxes and radio buttons in the label. The inputs themselves are off the screen.
    const isDrawnByLabel = element.matches("[type=checkbox], [type=radio]") && labels[0] !== undefined;
    const shown = isDrawnByLabel ? (labels[0] as Element) : element;
    const isIndicated = [element, shown].some((candidate) =>
      [null, "::before", "::after"].some((part) => {
        const style = getComputedStyle(candidate, part);
        const isOutlined = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0;
        return isOutlined || style.boxShadow !== "none";
      }),
    );
    // The browser itself shows the focus on parts of a field, such as the calendar button of a date.
    const isWithin = !element.matches(":focus");
    const problems = isIndicated || isWithin ? [] : ["does not show its focus"];
    const box = [...shown.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
    if (!box) return { name, kind: element.tagName, direction, problems: [...problems, "has no size"] };
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (left >= right || top >= bottom) problems.push("is outside the window");
    else {
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isItself =
        over && (shown.contains(over) || over.contains(shown) || labels.some((label) => label.contains(over)));
      if (!isItself) problems.push(`is covered by ${over?.outerHTML.slice(0, 100)}`);
    }
    return { name, kind: element.tagName, direction, problems };
  }, FOCUSED);
}

/** Presses Tab and checks the new focus. */
export async function tab(page: Page): Promise<Focus> {
  await page.keyboard.press("Tab");
  const focus = await readFocus(page);
  expect(focus.problems, `${page.url()}: ${focus.name}`).toEqual([]);
  return focus;
}

/** Presses Tab until a stop matches, starting at the focus and wrapping around at the end of the page. */
async function tabUntil(
  page: Page,
  what: string,
  isMatch: (focus: Focus) => boolean | Promise<boolean>,
): Promise<void> {
  let [rounds, same] = [0, 0];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    const focus = stops === 0 ? await readFocus(page) : await tab(page);
    same = focus.direction === 0 ? same + 1 : 0;
    expect(same, `${page.url()}: stops in ${focus.name}`).toBeLessThan(MOST_STOPS_IN_ONE);
    // Stops follow the document's order, so a step back means that the focus wrapped around.
    if (focus.direction < 0 || focus.name === null) rounds += 1;
    expect(rounds, `${page.url()}: the keyboard cannot reach ${what}`).toBeLessThan(4);
    if (focus.name !== null && (await isMatch(focus))) return;
  }
  throw new Error(`${page.url()}: ${what} is more than ${MOST_STOPS} stops away`);
}

const isNamed = (name: string | RegExp) => (focus: Focus) =>
  typeof name === "string" ? focus.name === name : name.test(focus.name ?? "");

/** Moves to an element by its exact name or a pattern. */
export const tabTo = (page: Page, name: string | RegExp) => tabUntil(page, String(name), isNamed(name));

/** Moves to a link, button or disclosure and presses Enter. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabUntil(page, String(name), (focus) => isNamed(name)(focus) && /^(A|BUTTON|SUMMARY|INPUT)$/.test(focus.kind));
  await page.keyboard.press("Enter");
}

/** Follows the skip link, which must be the first stop of the page. */
export async function skipToContent(page: Page): Promise<void> {
  const first = await tab(page);
  expect(first.name).toMatch(/^Skip to/);
  await page.keyboard.press("Enter");
  const next = await tab(page);
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null), next.name ?? "").toBe(true);
}

/** Expects that no tabindex above 0 changes the tab order. */
export async function expectDocumentOrder(page: Page): Promise<void> {
  await expect(page.locator("[tabindex]:not([tabindex='0'], [tabindex='-1'])")).toHaveCount(0);
}

/** Text to type, an option to choose, or true to tick a box. */
export type FieldInput = string | true;

/** Fills in the focused field. */
async function fillFocused(page: Page, input: FieldInput): Promise<void> {
  const kind = await page.evaluate(() => {
    const { activeElement } = document;
    return activeElement instanceof HTMLInputElement ? activeElement.type : (activeElement?.tagName ?? "");
  });
  if (input === true) return page.keyboard.press("Space");
  if (kind === "SELECT") return choose(page, input);
  if (kind === "date" || kind === "datetime-local") return typeDate(page, input);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(input);
}

/** Chooses an option in the focused list. */
async function choose(page: Page, option: string): Promise<void> {
  const chosen = () =>
    page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.textContent?.trim());
  const length = await page.evaluate(() => (document.activeElement as HTMLSelectElement).options.length);
  await page.keyboard.press("Home");
  for (let index = 0; index < length && (await chosen()) !== option; index += 1) await page.keyboard.press("ArrowDown");
  expect(await chosen()).toBe(option);
}

/** Types a date, or a date and a time, in the order of a US browser. */
async function typeDate(page: Page, value: string): Promise<void> {
  const [day = "", time] = value.split("T");
  const [year = "", month = "", date = ""] = day.split("-");
  await page.keyboard.type(`${month}${date}${year}`);
  if (time !== undefined) {
    // A year may have six digits, so the browser does not move to the next part after four.
    await page.keyboard.press("ArrowRight");
    const [hour = "", minute = ""] = time.split(":");
    await page.keyboard.type(`${String(Number(hour) % 12 || 12).padStart(2, "0")}${minute}`);
    await page.keyboard.type(Number(hour) < 12 ? "AM" : "PM");
  }
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(value);
}

/** Moves to a field and fills it in. */
export async function fill(page: Page, name: string | RegExp, input: FieldInput): Promise<void> {
  await tabTo(page, name);
  await fillFocused(page, input);
}

/** Tabs through a form from the focus, fills in the fields with these labels, and presses the button. */
export async function fillForm(page: Page, inputs: Record<string, FieldInput>, button: string | RegExp): Promise<void> {
  const left = new Map(Object.entries(inputs));
  await tabUntil(page, String(button), async (focus) => {
    const input = left.get(focus.name ?? "");
    if (input !== undefined && /^(INPUT|SELECT|TEXTAREA)$/.test(focus.kind)) {
      left.delete(focus.name ?? "");
      await fillFocused(page, input);
    }
    return focus.kind === "BUTTON" && isNamed(button)(focus);
  });
  expect([...left.keys()], `${page.url()}: fields not found before ${button}`).toEqual([]);
  await page.keyboard.press("Enter");
}

/** Opens a field's file chooser with a key and chooses a file. */
export async function chooseFile(
  page: Page,
  name: string | RegExp,
  file: Parameters<FileChooser["setFiles"]>[0],
  key: "Enter" | "Space",
): Promise<void> {
  // Wait for the event before the key press, so that Playwright intercepts the file chooser.
  const opened = page.waitForEvent("filechooser");
  await tabTo(page, name);
  await page.keyboard.press(key);
  await (await opened).setFiles(file);
}
