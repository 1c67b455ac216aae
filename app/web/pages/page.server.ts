import { data, redirect } from "@remix-run/node";
import { choicesOf, type ListChoices } from "~/lists/paging";
import type { Caller } from "~/operations/caller.server";
import { execute, mustRotate, worksDuringRotation } from "~/operations/execute.server";
import { parse } from "~/operations/input.server";
import type { AnyQuery, ResultOf } from "~/operations/operation.server";
import type { Services } from "~/operations/services";
import { type Actor, decide, type Gate } from "~/policy/policy";
import { DomainError, type FieldErrors } from "~/values/errors";
import { type Notice, serializeNotice } from "~/web/transport/cookies.server";
import {
  callerOf,
  type RequestContext,
  type RouteArguments,
  requestContext,
} from "~/web/transport/request-context.server";
import { isFormScript } from "./form-script.server";
import { type Frame, frameOf } from "./frame.server";

/** What a loader works with, once the gate let its caller in. */
export interface Page<G extends Gate> {
  actor: G extends "public" ? Actor | null : Actor;
  caller: Caller;
  services: Services;
  /** Reads through a query, as this caller. A refusal becomes the page that says so. */
  read<Q extends AnyQuery>(query: Q, input?: Record<string, unknown>): Promise<ResultOf<Q>>;
}

/**
 * Admits a page's caller. A caller without a session is sent to sign in, and returns afterwards. A caller who must change
 * the password is sent to do so, except from public pages.
 * @throws Response a redirect, or the status of the refusal for the error boundary.
 */
export async function page<G extends Gate>(args: RouteArguments, gate: G): Promise<Page<G>> {
  const { context, caller } = await admit(args, { gate });
  return {
    actor: caller.actor as Page<G>["actor"],
    caller,
    services: context.services,
    read: (query, input = {}) =>
      asPage(args.request, context, () => execute(query, context.services, caller, () => ({ value: input }))),
  };
}

const PASSWORD_PAGE = "/account/password";

/** Admits a caller by the gate of a page or of an operation. Throws what `page` throws. */
export async function admit(
  args: RouteArguments,
  entrance: { gate: Gate; duringRotation?: boolean },
): Promise<{ context: RequestContext; caller: Caller }> {
  const { request } = args;
  const context = await requestContext(args);
  const caller = callerOf(context, request);
  const isOpen = worksDuringRotation(entrance) || new URL(request.url).pathname === PASSWORD_PAGE;
  if (!isOpen && mustRotate(context.services, caller.actor)) throw redirect(PASSWORD_PAGE);
  await asPage(request, context, () => decide(entrance.gate, caller.actor));
  return { context, caller };
}

/** Runs part of a page. An error in it becomes what `refuseAsPage` throws. */
export async function asPage<Result>(
  request: Request,
  context: RequestContext,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    return refuseAsPage(request, context, error);
  }
}

/** @throws Response a redirect to sign in, or the error's status for the error boundary */
export async function refuseAsPage(request: Request, context: RequestContext, error: unknown): Promise<never> {
  if (!(error instanceof DomainError)) {
    context.services.log.error({ err: error, requestId: context.requestId }, "page failed");
    throw await refusal(request, context, 500, { requestId: context.requestId });
  }
  if (error.code === "unauthorized") throw await askToSignIn(request, context);
  context.retryAfterSeconds = error.retryAfterSeconds;
  throw await refusal(request, context, error.status);
}

/** Refuses a page for its error boundary, where no operation or query has done so. */
export async function refuse(args: RouteArguments, status: number): Promise<never> {
  throw await refusal(args.request, await requestContext(args), status);
}

/** What the error boundary makes a page of. Once an action refused, no loader runs: then it brings the frame along. */
async function refusal(request: Request, context: RequestContext, status: number, told: { requestId?: string } = {}) {
  const frame = request.method === "GET" || request.method === "HEAD" ? null : await frameAfterAction(request, context);
  return data({ ...told, frame }, { status });
}

/** The frame without its notice, which waits for a page that can take it away; null when it cannot be had. */
async function frameAfterAction(request: Request, context: RequestContext): Promise<Frame | null> {
  try {
    const { frame } = await frameOf({ request, context, params: {} });
    return { ...frame, notice: null };
  } catch (error) {
    context.services.log.error({ err: error, requestId: context.requestId }, "the page frame failed");
    return null;
  }
}

/**
 * Sends to the sign-in page; whoever was sending a form is told why it was not taken. A script that sends one is told
 * where it is, so that nothing is lost of what the page holds.
 * @throws 401 for a script
 */
async function askToSignIn(request: Request, { services }: RequestContext): Promise<Response> {
  if (isFormScript(request)) throw data({ values: {}, formError: SIGNED_OUT_MEANWHILE }, { status: 401 });
  const to = signInAddress(request);
  if (request.method === "GET" || request.method === "HEAD") return redirect(to);
  const text = "You are no longer signed in, so nothing was saved. Sign in and try again.";
  return redirect(to, { headers: { "Set-Cookie": await serializeNotice(services, { kind: "warning", text }) } });
}

const SIGNED_OUT_MEANWHILE =
  "You are no longer signed in, so nothing was saved. Sign in in another tab, then try again here.";

/** The sign-in page that leads back to where the request wanted to go. */
function signInAddress(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const target = request.method === "GET" ? pathname + search : pathname;
  return `/login?${new URLSearchParams({ redirectTo: target })}`;
}

/**
 * A path of this site to go to after an action; anything else becomes `fallback` (no open redirect). What is judged is
 * the path as a browser will read it: `/.//evil.example` collapses to an address of another host.
 */
export function localPath(target: string | null, fallback: string): string {
  const base = "http://local.invalid";
  if (!target?.startsWith("/") || !URL.canParse(target, base)) return fallback;
  const { origin, pathname, search, hash } = new URL(target, base);
  return origin === base && !pathname.startsWith("//") ? pathname + search + hash : fallback;
}

/** Goes to another page, which says what happened. */
export async function redirectWithNotice(
  args: RouteArguments,
  to: string,
  text: string,
  kind: Notice["kind"] = "success",
): Promise<Response> {
  const { services } = await requestContext(args);
  return redirect(to, { headers: { "Set-Cookie": await serializeNotice(services, { kind, text }) } });
}

/**
 * A page's query, without what was left empty: a form sends every field, filled or not. What a form's boxes repeat is
 * one list, with commas between. `updatedSince`, by which programs copy a list, is no part of it.
 */
function queryOf(request: Request, repeated: readonly string[]): Record<string, string> {
  const { searchParams } = new URL(request.url);
  const lists = repeated.map((name) => [name, searchParams.getAll(name).filter(Boolean).join(",")] as const);
  const { updatedSince: _updatedSince, ...query } = Object.fromEntries([...searchParams, ...lists]);
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

/** What a list's page is asked for. */
interface AskedList {
  /** How it may be asked for. */
  choices: ListChoices;
  /** As it stands in the address, for the fields of the filter. */
  query: Record<string, string>;
  /** What of it the list takes. */
  filter: Record<string, string>;
  /** What is wrong with the rest. */
  faults?: FieldErrors;
}

/**
 * Reads the query of a list's page as its list would. What the list would refuse is left out and said at its field:
 * a typing error in one filter must not throw the page away.
 * @param repeated the names that the form's boxes send once for each
 */
export function askedList(
  request: Request,
  list: Pick<AnyQuery, "input">,
  repeated: readonly string[] = [],
): AskedList {
  const query = queryOf(request, repeated);
  const choices = choicesOf(list.input);
  try {
    parse(list.input, query);
    return { choices, query, filter: query };
  } catch (error) {
    if (!(error instanceof DomainError && error.fields)) throw error;
    const faults = error.fields;
    return {
      choices,
      query,
      faults,
      filter: Object.fromEntries(Object.entries(query).filter(([name]) => !(name in faults))),
    };
  }
}
