import { data } from "@remix-run/node";
import { execute } from "~/operations/execute.server";
import { findReceipt } from "~/operations/form-receipt.server";
import type { AnyOperation, RawInput, ResultOf } from "~/operations/operation.server";
import { reachThrough } from "~/policy/policy";
import { DomainError, type ErrorCode } from "~/values/errors";
import { admit, asPage, refuseAsPage } from "~/web/pages/page.server";
import {
  type RequestContext,
  type RouteArguments,
  renewCaller,
  requestContext,
} from "~/web/transport/request-context.server";
import type { FormOptions } from "./form-options";
import { readForm, type SentForm, unreadForm } from "./form-reading.server";
import type { FormState } from "./form-state";
import { refusedForm, valuesToShow } from "./refused-form.server";

export type FormOutcome<Result> =
  /** With when the edited record last changed before the page was opened, if the form says so. */
  { ok: true; result: Result; readAt?: string } | { ok: false; refused: ReturnType<typeof data<FormState>> };

/**
 * Runs an operation with the form that was sent, and returns its result to the page's action. Use it for an action that
 * does more than redirect with a notice, such as setting a cookie. Most actions use `handleForms` instead.
 * @returns `refused` if the person can fix the form: its state, with the status that the API would send
 * @throws Response for any other refusal: a redirect to sign in, or an error page
 */
export async function submitForm<O extends AnyOperation>(
  args: RouteArguments,
  operation: O,
  options: FormOptions = {},
): Promise<FormOutcome<ResultOf<O>>> {
  const { request } = args;
  const { context, caller } = await admit(args, operation);
  const sent = unreadForm();
  const readInput = () => readForm(request, context, options, sent);
  try {
    const result = await execute(operation, context.services, caller, readInput);
    return { ok: true, result, readAt: sent.readAt };
  } catch (error) {
    renewCaller(context);
    if (!isFixable(error, options)) return refuseAsPage(request, context, error);
    if (!request.bodyUsed) await readRefused(context, readInput);
    const earlier = resultOfTwin(error, context, operation, sent);
    if (earlier) return { ok: true, result: earlier.result as ResultOf<O> };
    context.retryAfterSeconds = error.retryAfterSeconds;
    const state = refusedForm(error, context.services.db, operation, options, sent);
    return { ok: false, refused: data(state, { status: error.status }) };
  }
}

/** Reads a form that looks something up and changes nothing, so that the page shows it again as it was typed. */
export async function readFormState(
  args: RouteArguments,
  options: Pick<FormOptions, "lists"> = {},
): Promise<FormState> {
  const context = await requestContext(args);
  return asPage(args.request, context, async () => {
    const sent = unreadForm();
    await readForm(args.request, context, options, sent);
    renewCaller(context);
    return { values: valuesToShow(sent.fields ?? {}), readAt: sent.readAt };
  });
}

const FIXABLE: readonly ErrorCode[] = ["invalid_request", "conflict", "payload_too_large", "rate_limited"];

/** Whether the person can fix the problem and send the form again. */
function isFixable(error: unknown, { fixable = [] }: FormOptions): error is DomainError {
  return error instanceof DomainError && [...FIXABLE, ...fixable].includes(error.code);
}

/** A rate limit refuses before the form is read. This reads it, if it can be read, so that the page shows it again. */
async function readRefused(context: RequestContext, readInput: () => Promise<RawInput>): Promise<void> {
  try {
    await (await readInput()).dispose?.();
  } catch (error) {
    // The form was refused already, for another reason.
    if (!(error instanceof DomainError)) throw error;
  }
  renewCaller(context);
}

/** The result of the same form, if the first click succeeded and used up the limit that refused the second. */
function resultOfTwin(
  error: DomainError,
  { services, caller }: RequestContext,
  { gate }: AnyOperation,
  { receiptKey }: SentForm,
): { result: unknown } | null {
  const actor = caller?.actor;
  if (error.code !== "rate_limited" || !actor || receiptKey === undefined) return null;
  if (gate !== "public" && reachThrough(gate, actor) === null) return null;
  return findReceipt(services.db, { userId: actor.id, key: receiptKey });
}
