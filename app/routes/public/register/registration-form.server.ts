import { data, redirect } from "@remix-run/node";
import { PROFILE_LISTS, registrationSchema } from "~/domain/organization/schema";
import { readTypedProfile } from "~/domain/organization/typed-profile";
import { presetTagsWithCalls } from "~/domain/preset-tag/in-use.server";
import { discardDraft } from "~/domain/registration/discard.server";
import { DRAFT_SECONDS } from "~/domain/registration/draft.server";
import { readRegistrationDraft } from "~/domain/registration/queries.server";
import { registerDraft } from "~/domain/registration/register.server";
import {
  addressOf,
  FIRST_STEP,
  firstFieldOf,
  isStep,
  STEPS,
  type StepSlug,
  stepOf,
  withoutFaultyBoxes,
} from "~/domain/registration/rules";
import { saveAccount } from "~/domain/registration/save-account.server";
import { saveStep } from "~/domain/registration/save-step.server";
import type { ResultOf } from "~/operations/operation.server";
import { ERROR_STATUS, type FieldErrors } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { constraintsOf } from "~/web/forms/constraints.server";
import type { FieldConstraints } from "~/web/forms/form-state";
import { passwordAdvice } from "~/web/forms/password-advice.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { homeOf } from "~/web/pages/home";
import { localPath, page, redirectWithNotice } from "~/web/pages/page.server";
import { registrationCookie, registrationToken, sessionCookie } from "~/web/transport/cookies.server";
import { type RouteArguments, requestContext } from "~/web/transport/request-context.server";

type DraftView = ResultOf<typeof readRegistrationDraft>;

/** The step that someone came from to change an answer, and where to return. */
const FROM_REVIEW = "from=review";
const isFromReview = (request: Request) => new URL(request.url).searchParams.get("from") === "review";

/** The step where an answer can be changed, at its field. */
const changeAddress = (slug: StepSlug, field: string) => `${addressOf(slug)}?${FROM_REVIEW}#${field}`;

/** The path that someone came for, if it is one that organizations may open. */
function targetOf(request: Request): string | undefined {
  const target = localPath(new URL(request.url).searchParams.get("redirectTo"), "");
  return target.startsWith("/portal/") && target.length <= LIMITS.redirectCharacters ? target : undefined;
}

type Newcomer = Awaited<ReturnType<typeof newcomer>>;

/** Lets in people without an account, with the token of the registration that they have started. */
async function newcomer(args: RouteArguments) {
  const { actor, read, services } = await page(args, "public");
  const draftToken = registrationToken(args.request, services.settings);
  const readDraft = () => read(readRegistrationDraft, { draftToken });
  if (actor) {
    const home = homeOf(actor);
    // After a second click on "Register", the welcome from the first one must still appear.
    const isLost = args.request.method === "POST" && !(await readDraft()).isRegistered;
    throw isLost ? await redirectWithNotice(args, home, SIGNED_IN_BEFORE, "warning") : redirect(home);
  }
  (await requestContext(args)).isKeptByNobody = true;
  return {
    read,
    draftToken,
    readDraft,
    cookie: (token: string | null, seconds: number | null) =>
      registrationCookie(services.settings, token ?? "", seconds),
  };
}

/** @throws Response for a step that does not exist or has another address. */
function requestedStep({ params }: RouteArguments): StepSlug {
  const { step } = params;
  if (step === undefined) return FIRST_STEP;
  if (!isStep(step)) throw data(null, { status: 404 });
  if (step === FIRST_STEP) throw redirect(addressOf(step));
  return step;
}

/** What a step of registration shows: the one in the address, or the first. */
export async function showStep(args: RouteArguments) {
  const { read, readDraft } = await newcomer(args);
  const slug = requestedStep(args);
  const draft = await readDraft();
  const { keptUntil, saved } = draft;
  const common = { keptUntil, saved };
  if (slug === "review") return { ...common, step: slug, ...reviewed(draft) };
  return {
    ...common,
    step: slug,
    ...questionsOf(draft, slug),
    isFromReview: isFromReview(args.request),
    presets: slug === "capabilities" ? await read(presetTagsWithCalls) : [],
  };
}

/** The fields of a step with their answers, and with the errors found at the end. */
function questionsOf({ answers, refused, hasPassword, pointOfContact }: DraftView, slug: StepSlug) {
  const { fields, box } = stepOf(slug);
  const names: readonly string[] = box ? [...fields, box] : fields;
  const pick = <Value>(record: Record<string, Value>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
  const constraints: FieldConstraints = pick(constraintsOf(registrationSchema));
  if (hasPassword && constraints.password) constraints.password = { ...constraints.password, required: false };
  const errors: FieldErrors = pick(refused);
  return {
    values: pick(withoutFaultyBoxes(answers, errors)),
    constraints,
    errors: Object.keys(errors).length > 0 ? errors : undefined,
    hasPassword,
    pointOfContact,
  };
}

/** All answers, and the errors with the step where each can be fixed. */
function reviewed({ answers, refused, faults, hasPassword, organization, person }: DraftView) {
  const found = { ...refused, ...faults };
  const inOrder = STEPS.flatMap(({ slug, fields }) =>
    fields.map((field) => ({ field, to: changeAddress(slug, field) })),
  );
  return {
    toFix: inOrder.flatMap(({ field, to }) => (found[field] ?? []).map((error) => ({ field, to, error }))),
    isComplete: Object.keys(faults).length === 0,
    organization,
    person: { ...person, hasPassword },
    contractsContactIsSame: Boolean(answers.contractsPocIsPoc),
  };
}

/** Saves the answers of a step and continues. The last step registers. */
export async function handleStep(args: RouteArguments) {
  const visitor = await newcomer(args);
  const slug = requestedStep(args);
  if (new URL(args.request.url).searchParams.has("discard")) return discard(args, visitor);
  if (slug === "review") return register(args, visitor);
  const { draftToken, cookie } = visitor;
  const advice = passwordAdvice("password");
  const outcome = await submitForm(args, slug === "account" ? saveAccount : saveStep, {
    lists: PROFILE_LISTS,
    extra: { draftToken, step: slug, redirectTo: targetOf(args.request) },
    toInput: (fields) => readTypedProfile(advice.toInput(fields)),
  });
  if (!outcome.ok) return outcome.refused;
  const next = isFromReview(args.request) ? "review" : stepOf(slug).next;
  const { answers } = await visitor.readDraft();
  const { text, kind } = await advice.noticeWith(
    "",
    [typeof answers.orgName === "string" ? answers.orgName : null],
    "Change it here, or later on your account page.",
  );
  const response =
    kind === "warning" ? await redirectWithNotice(args, addressOf(next), text, kind) : redirect(addressOf(next));
  response.headers.append("Set-Cookie", cookie(outcome.result.token, DRAFT_SECONDS));
  return response;
}

async function discard(args: RouteArguments, { draftToken, cookie }: Newcomer) {
  const outcome = await submitForm(args, discardDraft, { extra: { draftToken } });
  if (!outcome.ok) return outcome.refused;
  const response = await redirectWithNotice(args, addressOf(FIRST_STEP), "Your answers were deleted.");
  response.headers.append("Set-Cookie", cookie(null, 0));
  return response;
}

const SIGNED_IN_BEFORE =
  "You are already signed in, so nothing was registered. To register another organization, sign out first.";
const WELCOME = "Welcome. Your organization is registered, and you are signed in.";
const REGISTERED_BEFORE = "Your organization is registered. Sign in to submit your capabilities.";

async function register(args: RouteArguments, { draftToken, readDraft, cookie }: Newcomer) {
  const outcome = await submitForm(args, registerDraft, { extra: { draftToken }, fixable: ["not_found"] });
  // The second of two clicks may be over the limit. What counts is that the first one has registered.
  if (outcome.ok || (await readDraft()).isRegistered) {
    const { signedIn, redirectTo } = outcome.ok ? outcome.result : { signedIn: null, redirectTo: null };
    const target = targetOf(args.request) ?? redirectTo;
    const response = signedIn
      ? await redirectWithNotice(args, localPath(target, homeOf(signedIn.actor)), WELCOME)
      : await redirectWithNotice(args, "/login", REGISTERED_BEFORE);
    const { settings } = (await requestContext(args)).services;
    if (signedIn) response.headers.append("Set-Cookie", sessionCookie(settings, signedIn.token));
    // Kept for a second click, which would otherwise show the message that the answers are gone. Like the session that
    // such a click may get, it ends with the browser.
    response.headers.append("Set-Cookie", cookie(draftToken, null));
    return response;
  }
  const { data: state, init } = outcome.refused;
  if (init?.status === ERROR_STATUS.not_found) {
    const text = "We no longer have your answers, so nothing was registered. Enter them again.";
    return redirectWithNotice(args, addressOf(FIRST_STEP), text, "warning");
  }
  const first = firstFieldOf(Object.keys(state.errors ?? {}));
  return first ? redirect(changeAddress(first.slug, first.field)) : outcome.refused;
}
