import { defineOperation } from "~/operations/operation.server";
import { DRAFT_LIMITS } from "~/values/limits";
import { readStep } from "./check.server";
import { findOpenDraft, saveInDraft } from "./draft.server";
import { accountStepSchema } from "./schema";

/** Saves the account step, and only the hash of its password. If the password is empty, the stored one stays. */
export const saveAccount = defineOperation({
  gate: "public",
  input: accountStepSchema,
  limit: DRAFT_LIMITS.account,
  events: [],

  async prepare({ db, now, passwords }, { draftToken, ...typed }) {
    const hasPassword = Boolean(findOpenDraft(db, draftToken, now)?.passwordHash);
    const staysAsItIs = hasPassword && (typed.password ?? "") === "";
    const { read, answers } = readStep("account", typed, now, staysAsItIs ? ["password"] : []);
    return { answers, passwordHash: read.password === undefined ? undefined : await passwords.hash(read.password) };
  },

  run: (context, { draftToken, redirectTo }, prepared) => ({
    token: saveInDraft(context, draftToken, { slug: "account", ...prepared, redirectTo }),
  }),
});
