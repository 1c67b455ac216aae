import { defineQuery } from "~/operations/operation.server";
import { organizationColumns } from "../organization/profile.server";
import { profileSchema } from "../organization/schema";
import { checkFields } from "./check.server";
import { checkDraft, findDraft } from "./draft.server";
import { withSamePerson } from "./rules";
import { draftSchema } from "./schema";

const ACCOUNT_FIELDS = ["contactName", "email"] as const;

/** What a browser's steps of registering were answered so far, and what that would come to. */
export const readRegistrationDraft = defineQuery({
  gate: "public",
  input: draftSchema,
  run({ db, now }, { draftToken }) {
    const found = findDraft(db, draftToken, now);
    const draft = found?.isRegistered ? null : found;
    const { read, faults } = checkDraft(draft, now);
    const fields = Object.keys(profileSchema.shape) as (keyof typeof profileSchema.shape)[];
    const profile = Object.fromEntries(fields.map((field) => [field, read[field] ?? null]));
    const withBox = withSamePerson({ ...draft?.answers, contactIsPoc: "on" });
    const { contactName, email } = checkFields(ACCOUNT_FIELDS, withBox, now).read;
    return {
      isRegistered: found?.isRegistered ?? false,
      answers: draft?.answers ?? {},
      saved: draft?.saved ?? [],
      /** What the last try to register found, until something is saved again. */
      refused: draft?.errors ?? {},
      /** What stands between the answers and registering, by the rules alone. */
      faults,
      hasPassword: Boolean(draft?.passwordHash),
      /** Until when the answers are kept; null while there are none. */
      keptUntil: draft?.expiresAt ?? null,
      /** The point of contact, where there is one who could have the account. */
      pointOfContact: contactName && email ? { name: contactName, email } : null,
      /** The organization as it would be registered. */
      organization: { name: read.orgName ?? null, ...organizationColumns(profile) },
      /** Its first user, as it would be registered. */
      person: { name: read.contactName ?? null, email: read.email ?? null },
    };
  },
});
