import { DomainError, notFound } from "../../errors";
import { RATE_LIMITS } from "../../limits";
import { defineOperation, Refusal, type WriteContext } from "../operation.server";
import { type Registration, writeRegistration } from "../organization/registration.server";
import { closeDraft, type Draft, findDraft, judgeDraft, keepRefusal } from "./draft.server";
import { refuseFaults } from "./judge.server";
import { draftSchema } from "./schema";

/**
 * Registers what the steps were answered, as POST /api/portal/register would, and empties the draft in the same
 * transaction. Sent twice, it registers once, and answers alike. A refusal is kept with the draft, so that the step
 * where it can be mended tells it.
 * @throws DomainError not_found when there is no draft, or none any more.
 */
export const registerDraft = defineOperation({
  gate: "public",
  input: draftSchema,
  limit: RATE_LIMITS.registration,
  events: ["organization_registered"],
  run(context, { draftToken }) {
    const { db, now } = context;
    const draft = findDraft(db, draftToken, now);
    if (!draft) throw notFound();
    if (draft.isRegistered) return { registered: true as const };
    try {
      register(context, draft);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      keepRefusal(db, draft, error.fields ?? {});
      return new Refusal(error);
    }
    closeDraft(db, draft, now);
    return { registered: true as const };
  },
});

function register(context: WriteContext<"public", "organization_registered">, draft: Draft): void {
  const { read, faults } = judgeDraft(draft, context.now);
  refuseFaults(faults);
  // Without a hash the password would have been a fault.
  writeRegistration(context, read as Registration, draft.passwordHash ?? "");
}
