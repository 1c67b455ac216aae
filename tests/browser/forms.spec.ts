import type { Page } from "@playwright/test";
import { test } from "./cast-test";
import { type Coming, comingOf, FORMS_KNOWN, nameOf, type Sender, sendersOn, trySending } from "./forms";
import { expect } from "./portal";
import { makeRecords } from "./records";
import { isMostOn, VISITORS, type Visit, visitsOf } from "./visits";

// A server of its own, on which passwords may be changed: where they may not, that page has no form.
test.use({ settings: { DEMO_LOCK_CREDENTIALS: "false" } });

/** What takes a record away comes when every page of it was seen, and what signs out after that. */
const LAST: readonly Coming[] = ["ends", "leaves"];

/** Every form that was sent, and everybody who did: by the first who finds it, and by whoever may do most on its page. */
const sent = new Set<string>();
const done = new Set<string>();
/** Every form that nobody wrote down, told once. */
const unknown = new Set<string>();

for (const visitor of VISITORS) {
  test(`every form that ${visitor} sees can be sent, and reports its problems`, async ({ page, cast }) => {
    test.setTimeout(300_000);
    // Records of their own, because these tests delete many of them.
    const visits = visitsOf(visitor, await makeRecords(cast.as)).filter(({ outcome }) => outcome === "shown");
    const [tried, faults] = [new Set<string>(), [] as string[]];
    const attempt = async (to: Visit, { name, sender, coming }: KnownForm) => {
      sent.add(name);
      // One failing form does not keep the others from being tried.
      await test
        .step(`${to.address}: ${name}`, () => trySending(page, sender, coming))
        .catch((error: Error) => {
          faults.push(`${to.address}: ${name}: ${error.message}`);
        });
    };
    const last: { to: Visit; form: KnownForm }[] = [];
    await cast.comeAs(page, visitor);
    for (const to of visits) {
      const next = async () => {
        const known = await formsAt(page, to);
        const untried = known.filter(({ name }) => !tried.has(name) && (!sent.has(name) || isMostOn(visitor, to.path)));
        for (const { name } of untried.filter(({ coming }) => LAST.includes(coming))) tried.add(name);
        last.push(...untried.filter(({ coming }) => LAST.includes(coming)).map((form) => ({ to, form })));
        return untried.find(({ coming }) => !LAST.includes(coming));
      };
      for (let form = await next(); form; form = await next()) {
        tried.add(form.name);
        await attempt(to, form);
      }
    }
    for (const { to, form } of last.sort((one, other) => orderOf(one.form) - orderOf(other.form))) {
      await cast.comeAs(page, visitor);
      const found = (await formsAt(page, to)).find(({ name }) => name === form.name);
      if (found) await attempt(to, found);
    }
    expect(faults).toEqual([]);
    done.add(visitor);
  });
}

test("every listed form was found and sent", () => {
  test.skip(done.size < VISITORS.length, "Not everybody was there.");
  expect(FORMS_KNOWN.filter((name) => !sent.has(name))).toEqual([]);
});

const orderOf = ({ coming }: KnownForm) => LAST.indexOf(coming);

interface KnownForm {
  name: string;
  sender: Sender;
  coming: Coming;
}

/** Opens a page and checks its forms. A form that is not listed is an error. */
async function formsAt(page: Page, to: Visit): Promise<KnownForm[]> {
  const answered = await page.goto(to.address);
  // A deleted record.
  if (answered?.status() === 404) return [];
  expect(answered?.status(), to.address).toBe(200);
  const forms = (await sendersOn(page)).flatMap((sender) => {
    const coming = comingOf(to, sender.key);
    const name = nameOf(to, sender.key);
    if (!coming && !unknown.has(name)) {
      unknown.add(name);
      expect.soft(name, "a form that nobody wrote down what comes of").toBe("written down");
    }
    return coming ? [{ sender, coming, name }] : [];
  });
  return forms.sort((one, other) => FORMS_KNOWN.indexOf(one.name) - FORMS_KNOWN.indexOf(other.name));
}
