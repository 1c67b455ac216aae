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
 * Registers a draft as POST /api/portal/register would, signs the new administrator in, and empties the draft, all in
 * one transaction. Two identical requests register once and get the same response. A refusal is saved with the draft,
 * so that the step with the error can show it.
 * @returns also the path that the person came for, if any
 * @throws DomainError not_found if there is no draft, or it has expired
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
    const { redirectTo = null } = draft;
    if (draft.isRegistered) return { signedIn: signInAgain(context, draft), redirectTo };
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
    return { signedIn, redirectTo };
  },
});

/** @returns the new administrator's email */
function register(context: Context, draft: Draft): string {
  const { read, faults } = checkDraft(draft, context.now);
  refuseFaults(faults);
  const registration = read as Registration;
  // Without a hash, the check above would have refused the missing password.
  writeRegistration(context, registration, draft.passwordHash ?? "");
  return registration.email;
}

/**
 * Signs in after a second click, when the browser dropped the first response. It replaces the first session. Null after
 * a minute or once that session has ended, so that nobody who uses the same browser later gets in by going back.
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
