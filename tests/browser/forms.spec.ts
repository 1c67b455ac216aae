import type { Page } from "@playwright/test";
import { test } from "./cast-test";
import {
  expectedResult,
  expectResult,
  type FormResult,
  LISTED_FORMS,
  nameOf,
  type SubmitButton,
  submitButtonsOn,
} from "./forms";
import { expect } from "./portal";
import { hasMostAccess, VISITORS, type Visit, visitsOf } from "./visits";

// A separate server with unlocked credentials, and with accounts that are due to be confirmed. Otherwise, their pages have
// no form.
test.use({ settings: { DEMO_LOCK_CREDENTIALS: "false", RECERTIFY_DAYS: "30" } });

/** Forms that delete a record run after all others, and then the forms that sign out. */
const LAST: readonly FormResult[] = ["deletes", "signs out"];

/** The forms sent so far. The first visitor who sees a form sends it, and so does the one with the most access to its page. */
const sent = new Set<string>();
const finishedVisitors = new Set<string>();
/** The forms that are not listed. Each is reported once. */
const unlisted = new Set<string>();

for (const visitor of VISITORS) {
  test(`every form that ${visitor} sees can be sent, and reports its problems`, async ({ page, cast }) => {
    test.setTimeout(300_000);
    // New records for each visitor, because these tests delete many of them.
    const visits = visitsOf(visitor, await cast.newRecords()).filter(({ outcome }) => outcome === "shown");
    const [tried, errors] = [new Set<string>(), [] as string[]];
    const attempt = async (to: Visit, { name, submitButton, result }: ListedForm) => {
      sent.add(name);
      // If a form fails, the test still tries the others.
      await test
        .step(`${to.address}: ${name}`, () => expectResult(page, submitButton, result))
        .catch((error: Error) => {
          errors.push(`${to.address}: ${name}: ${error.message}`);
        });
    };
    const last: { to: Visit; form: ListedForm }[] = [];
    await cast.actAs(page, visitor);
    for (const to of visits) {
      const next = async () => {
        const forms = await formsAt(page, to);
        const untried = forms.filter(
          ({ name }) => !tried.has(name) && (!sent.has(name) || hasMostAccess(visitor, to.path)),
        );
        for (const { name } of untried.filter(({ result }) => LAST.includes(result))) tried.add(name);
        last.push(...untried.filter(({ result }) => LAST.includes(result)).map((form) => ({ to, form })));
        return untried.find(({ result }) => !LAST.includes(result));
      };
      for (let form = await next(); form; form = await next()) {
        tried.add(form.name);
        await attempt(to, form);
      }
    }
    for (const { to, form } of last.sort((one, other) => orderOf(one.form) - orderOf(other.form))) {
      await cast.actAs(page, visitor);
      const found = (await formsAt(page, to)).find(({ name }) => name === form.name);
      if (found) await attempt(to, found);
    }
    expect(errors).toEqual([]);
    finishedVisitors.add(visitor);
  });
}

test("every listed form was found and sent", () => {
  test.skip(finishedVisitors.size < VISITORS.length, "Some visitors' tests did not run or failed.");
  expect(LISTED_FORMS.filter((name) => !sent.has(name))).toEqual([]);
});

const orderOf = ({ result }: ListedForm) => LAST.indexOf(result);

interface ListedForm {
  name: string;
  submitButton: SubmitButton;
  result: FormResult;
}

/** Opens a page and checks its forms. A form that is not listed is an error. */
async function formsAt(page: Page, to: Visit): Promise<ListedForm[]> {
  const response = await page.goto(to.address);
  // A deleted record.
  if (response?.status() === 404) return [];
  expect(response?.status(), to.address).toBe(200);
  const forms = (await submitButtonsOn(page)).flatMap((submitButton) => {
    const result = expectedResult(to, submitButton.key);
    const name = nameOf(to, submitButton.key);
    if (!result && !unlisted.has(name)) {
      unlisted.add(name);
      expect.soft(name, "a form that is missing in forms.ts").toBe("listed");
    }
    return result ? [{ submitButton, result, name }] : [];
  });
  return forms.sort((one, other) => LISTED_FORMS.indexOf(one.name) - LISTED_FORMS.indexOf(other.name));
}
