import { redirect } from "@remix-run/node";
import type { AnyOperation, ResultOf } from "~/operations/operation.server";
import { redirectWithNotice, refuse } from "~/web/pages/page.server";
import type { RouteArguments } from "~/web/transport/request-context.server";
import type { FormOptions } from "./form-options";
import { submitForm } from "./submit-form.server";

/**
 * The notice that the next page shows, and its address. Without a text, the page itself shows what was done. Without an
 * address, the person stays on this page.
 */
interface Done {
  text?: string;
  to?: string;
}

interface PageForm {
  operation: AnyOperation;
  done: (result: unknown) => Done;
  options?: Omit<FormOptions, "form">;
}

/** One form of a page: the operation that it runs, and what happens then. Set `once` if a second click must do nothing. */
export function pageForm<O extends AnyOperation>(
  operation: O,
  done: (result: ResultOf<O>) => Done,
  options?: Omit<FormOptions, "form">,
): PageForm {
  return { operation, done: done as PageForm["done"], options };
}

/**
 * The action of a page: runs the form that was sent, then redirects with a notice. If the person can fix the form, its
 * state comes back instead, with the form's name. An action that does anything else uses `submitForm`.
 * @param forms by the name that each form's action has in its query (`?note`). The form named "" has none.
 * @param main the form for a request that names none, such as one from a program
 */
export async function handleForms(args: RouteArguments, forms: Record<string, PageForm>, main = "") {
  const url = new URL(args.request.url);
  const name = Object.keys(forms).find((candidate) => url.searchParams.has(candidate)) ?? main;
  const form = forms[name];
  if (!form) return refuse(args, 400);
  const { operation, options, done } = form;
  const outcome = await submitForm(args, operation, { extra: args.params, ...options, form: name });
  if (!outcome.ok) return outcome.refused;
  url.searchParams.delete(name);
  const { text, to = url.pathname + url.search } = done(outcome.result);
  return text === undefined ? redirect(to) : redirectWithNotice(args, to, text);
}
