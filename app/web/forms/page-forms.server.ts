import type { AnyOperation, ResultOf } from "~/operations/operation.server";
import { page, redirectWithNotice, refuse } from "~/web/pages/page.server";
import type { RouteArguments } from "~/web/transport/request-context.server";
import { type FormChoices, submitForm } from "./form.server";

/** One form of a page: what it does, and where it leads when that is done. */
interface PageForm {
  operation: AnyOperation;
  choices?: Omit<FormChoices, "form">;
  /** What the next page says, and its address; the same page unless named. */
  done: (result: unknown) => { text: string; to?: string };
}

/** Declares one form of a page. */
export function pageForm<O extends AnyOperation>(
  operation: O,
  done: (result: ResultOf<O>) => { text: string; to?: string },
  choices?: Omit<FormChoices, "form">,
): PageForm {
  return { operation, done: done as PageForm["done"], choices };
}

/**
 * Declares one form of a page that is taken once, however often it is sent: one that makes something, or takes a step
 * that cannot be taken a second time. Its operation's result must bear no secret (`FormChoices.once`).
 */
export function onceForm<O extends AnyOperation>(
  operation: O,
  done: (result: ResultOf<O>) => { text: string; to?: string },
  choices?: Omit<FormChoices, "form">,
): PageForm {
  return pageForm(operation, done, { ...choices, once: true });
}

/**
 * Answers the forms of a page. They are told apart by the name that each form's action carries in the query (`?note`);
 * the form named "" carries none. A page may name its main form: what is sent to its plain address, by a program that
 * does not look at the page first, is for that one. A form that is refused comes back with its name, so that the page
 * shows its faults where they belong. The parameters of the page's path win over what was sent, unless the form names others (`extra`).
 */
export async function answerForms(args: RouteArguments, forms: Record<string, PageForm>, main = "") {
  const url = new URL(args.request.url);
  const name = Object.keys(forms).find((candidate) => url.searchParams.has(candidate)) ?? main;
  const form = forms[name];
  if (!form) return refuse(args, 400);
  const { operation, choices, done } = form;
  await page(args, operation.gate);
  const outcome = await submitForm(args, operation, {
    ...choices,
    extra: choices?.extra ?? args.params,
    form: name,
  });
  if (!outcome.ok) return outcome.refused;
  url.searchParams.delete(name);
  const { text, to = url.pathname + url.search } = done(outcome.result);
  return redirectWithNotice(args, to, text);
}
