import { defineOperation, Refusal, type WriteContext } from "~/operations/operation.server";
import { endSession, findActor } from "~/operations/session.server";
import { DomainError, notFound } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import { type Registration, writeRegistration } from "../organization/registration.server";
import { type SignedIn, signInNewAccount } from "../session/begin-session.server";
import { refuseFaults } from "./check.server";
import { checkDraft, closeDraft, type Draft, findDraft, keepRefusal } from "./draft.server";
import { draftSchema } from "./schema";

type Context = WriteContext<"public", "organization_registered" | "sign_in_success">;

/**
 * Registers what the steps were answered, as POST /api/portal/register would, signs the new administrator in, and
 * empties the draft in the same transaction. Sent twice, it registers once, and answers alike. A refusal is kept with the
 * draft, so that the step where it can be fixed shows it.
 * @throws DomainError not_found when there is no draft, or none any more.
 */
export const registerDraft = defineOperation({
  gate: "public",
  input: draftSchema,
  limit: RATE_LIMITS.registration,
  events: ["organization_registered", "sign_in_success"],
  run(context, { draftToken }) {
    const { db, now } = context;
    const draft = findDraft(db, draftToken, now);
    if (!draft) throw notFound();
    if (draft.isRegistered) return { signedIn: signInAgain(context, draft) };
    let email: string;
    try {
      email = register(context, draft);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      keepRefusal(db, draft, error.fields ?? {});
      return new Refusal(error);
    }
    const signedIn = signInNewAccount(context, email);
    closeDraft(db, draft, signedIn.token, now);
    return { signedIn };
  },
});

/** @returns the new administrator's email */
function register(context: Context, draft: Draft): string {
  const { read, faults } = checkDraft(draft, context.now);
  refuseFaults(faults);
  const registration = read as Registration;
  // Without a hash the password would have been a fault.
  writeRegistration(context, registration, draft.passwordHash ?? "");
  return registration.email;
}

/**
 * Signs in after a second click, because the browser dropped the answer to the first. The first session is replaced. Null
 * after a minute or once that session has ended, so that nobody who uses the same browser later gets in by going back.
 */
function signInAgain(context: Context, draft: Draft): SignedIn | null {
  const { db, now } = context;
  const { session = "", replaceableUntil = "" } = draft;
  const tokenHash = Buffer.from(session, "hex");
  const actor = now.toISOString() < replaceableUntil ? findActor(db, tokenHash) : null;
  if (!actor) return null;
  endSession(db, tokenHash);
  const signedIn = signInNewAccount(context, actor.email);
  closeDraft(db, draft, signedIn.token, now);
  return signedIn;
}
