import type { Page } from "@playwright/test";
import { test } from "./cast-test";
import { type Coming, comingOf, FORMS_KNOWN, nameOf, type Sender, sendersOn, trySending } from "./forms";
import { expect } from "./portal";
import { makeRecords } from "./records";
import { VISITORS, type Visit, visitsOf } from "./visits";

// A server of its own, on which passwords may be changed: where they may not, that page has no form.
// Without a trace, which takes more time than the tests.
test.use({ settings: { DEMO_LOCK_CREDENTIALS: "false" }, trace: "off" });

/** What takes a record away comes when every page of it was seen, and what signs out comes last. */
const ROUNDS: readonly (readonly Coming[])[] = [["found", "faults", "done"], ["ends"], ["leaves"]];

/** Every form that was sent, and everybody who did. */
const sent = new Set<string>();
const done = new Set<string>();

for (const visitor of VISITORS) {
  test(`every form that is shown to ${visitor} can be sent, and says what is wrong`, async ({ page, cast }) => {
    test.setTimeout(180_000);
    // Records of their own, since much of this does away with them.
    const visits = visitsOf(visitor, await makeRecords(cast.as)).filter(({ outcome }) => outcome === "shown");
    const tried = new Set<string>();
    for (const round of ROUNDS) {
      for (const to of visits) {
        if (round.includes("leaves") || to === visits[0]) await cast.comeAs(page, visitor);
        const next = async () =>
          (await formsAt(page, to)).find(({ coming, name }) => round.includes(coming) && !tried.has(name));
        for (let form = await next(); form; form = await next()) {
          for (const set of [tried, sent]) set.add(form.name);
          const { name, sender, coming } = form;
          await test.step(`${to.address}: ${name}`, () => trySending(page, sender, coming));
          if (coming === "leaves") break;
        }
      }
    }
    done.add(visitor);
  });
}

test("every form that was written down was found and sent", () => {
  test.skip(done.size < VISITORS.length, "Not everybody was there.");
  expect(FORMS_KNOWN.filter((name) => !sent.has(name))).toEqual([]);
});

interface KnownForm {
  name: string;
  sender: Sender;
  coming: Coming;
}

/**
 * Comes to a page, and looks at its forms.
 * @throws Error that names a form which nobody said what comes of.
 */
async function formsAt(page: Page, { path, address }: Visit): Promise<KnownForm[]> {
  const answered = await page.goto(address);
  // A record that was done away with.
  if (answered?.status() === 404) return [];
  expect(answered?.status(), address).toBe(200);
  const forms = (await sendersOn(page)).map((sender) => {
    const coming = comingOf(path, sender.key);
    if (!coming) throw new Error(`Nobody wrote down what comes of the form "${sender.key}" of the page ${path}`);
    return { sender, coming, name: nameOf(path, sender.key) };
  });
  return forms.sort((one, other) => FORMS_KNOWN.indexOf(one.name) - FORMS_KNOWN.indexOf(other.name));
}
