import { data, redirect, type TypedResponse } from "@remix-run/node";
import * as z from "zod";
import { choicesOf, type ListChoices } from "~/lists/paging";
import type { Caller } from "~/operations/caller.server";
import { execute } from "~/operations/execute.server";
import { type DuringDuty, type Duty, dutyOf, isAllowedDuring } from "~/operations/first-duty.server";
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

/** What a loader works with after the gate has admitted its caller. */
export interface Page<G extends Gate> {
  actor: G extends "public" ? Actor | null : Actor;
  caller: Caller;
  services: Services;
  /** Runs a query as this caller. A refusal becomes an error page. */
  read<Q extends AnyQuery>(query: Q, input?: Record<string, unknown>): Promise<ResultOf<Q>>;
}

/**
 * Admits a page's caller. Sends a caller without a session to sign in and back, and one who must do something first to the
 * page for that, except from public pages.
 * @throws Response a redirect, or the status of the refusal for the error boundary
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

/** The pages of each duty. Every other page that needs a session leads to the first. */
const DUTY_PAGES: Record<Duty, readonly [string, ...string[]]> = {
  "change password": ["/account/password"],
  "set up second factor": ["/account/second-factor", "/account/passkeys", "/account/passkeys/new"],
};

/** Admits a caller by the gate of a page or of an operation. Throws what `page` throws. */
export async function admit(
  args: RouteArguments,
  entrance: DuringDuty,
): Promise<{ context: RequestContext; caller: Caller }> {
  const { request } = args;
  const context = await requestContext(args);
  const caller = callerOf(context, request);
  const duty = dutyOf(context.services, caller.actor);
  if (duty && !isAllowedDuring(duty, entrance) && !DUTY_PAGES[duty].includes(new URL(request.url).pathname)) {
    throw redirect(DUTY_PAGES[duty][0]);
  }
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

/** Shows the error boundary with a status that no operation or query gave. */
export async function refuse(args: RouteArguments, status: number): Promise<never> {
  throw await refusal(args.request, await requestContext(args), status);
}

/** What the error boundary shows. It includes the frame after an action, since no loader runs then. */
async function refusal(request: Request, context: RequestContext, status: number, detail: { requestId?: string } = {}) {
  const frame = request.method === "GET" || request.method === "HEAD" ? null : await frameAfterAction(request, context);
  return data({ ...detail, frame }, { status });
}

/** The frame without its notice, which waits for a page that can remove it. Null if the frame cannot be read. */
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
 * Redirects to the sign-in page, with a notice if a form was not saved. A script that sent a form gets the message on its
 * page instead, so that the person does not lose what they typed.
 * @throws Response with status 401 for a script
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

/** The sign-in page, with the address to return to. */
function signInAddress(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const target = request.method === "GET" ? pathname + search : pathname;
  return `/login?${new URLSearchParams({ redirectTo: target })}`;
}

/**
 * A path of this site to redirect to, or `fallback` for any other address (no open redirects). It checks the path as a
 * browser reads it, because `/.//evil.example` becomes the address of another host.
 */
export function localPath(target: string | null, fallback: string): string {
  const base = "http://local.invalid";
  if (!target?.startsWith("/") || !URL.canParse(target, base)) return fallback;
  const { origin, pathname, search, hash } = new URL(target, base);
  return origin === base && !pathname.startsWith("//") ? pathname + search + hash : fallback;
}

/** Redirects to a page that shows a message. */
export async function redirectWithNotice(
  args: RouteArguments,
  to: string,
  text: string,
  kind: Notice["kind"] = "success",
): Promise<TypedResponse<never>> {
  const { services } = await requestContext(args);
  return redirect(to, { headers: { "Set-Cookie": await serializeNotice(services, { kind, text }) } });
}

/**
 * A page's query, without empty values, since a form sends every field. Repeated names become one list with commas.
 * Leaves out `updatedSince`, which is only for programs that copy a list.
 */
function queryOf(request: Request, repeated: readonly string[]): Record<string, string> {
  const { searchParams } = new URL(request.url);
  const lists = repeated.map((name) => [name, searchParams.getAll(name).filter(Boolean).join(",")] as const);
  const { updatedSince: _updatedSince, ...query } = Object.fromEntries([...searchParams, ...lists]);
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

const inputs: { of: readonly z.ZodObject[]; input: z.ZodObject }[] = [];

/**
 * What the address of a record's page can have for the record's lists: the input of their queries, without the record's id.
 * Each is made once, because making a schema takes longer than parsing with it.
 */
export function inputOf(...queries: readonly Pick<AnyQuery, "input">[]): { input: z.ZodObject } {
  const of = queries.map(({ input }) => input);
  const found = inputs.find((made) => made.of.length === of.length && made.of.every((input, at) => input === of[at]));
  if (found) return found;
  const { id: _id, ...shape } = Object.assign({}, ...of.map(({ shape }) => shape));
  const made = { of, input: z.object(shape) };
  inputs.push(made);
  return made;
}

interface RequestedList {
  choices: ListChoices;
  /** The query as it is in the address, for the filter's fields. */
  query: Record<string, string>;
  /** The valid part of the query. */
  filter: Record<string, string>;
  /** What is wrong with the rest of the query. */
  faults?: FieldErrors;
}

/**
 * Reads the query of a list's page. A value that the list would refuse is left out and shown as an error at its field, so
 * that a typing error in one filter does not lose the page.
 * @param repeated the names that a form sends once for each ticked box
 */
export function requestedList(
  request: Request,
  list: Pick<AnyQuery, "input">,
  repeated: readonly string[] = [],
): RequestedList {
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
