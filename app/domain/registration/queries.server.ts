import { defineQuery } from "~/operations/operation.server";
import { organizationColumns } from "../organization/profile.server";
import { profileSchema } from "../organization/schema";
import { checkFields } from "./check.server";
import { checkDraft, findDraft } from "./draft.server";
import { withSamePerson } from "./rules";
import { draftSchema } from "./schema";

const ACCOUNT_FIELDS = ["contactName", "email"] as const;

/** A browser's draft, and the organization and user that it would register. */
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
      /** The errors of the last attempt to register, until something is saved again. */
      refused: draft?.errors ?? {},
      /** What the rules still find wrong with the answers. */
      faults,
      hasPassword: Boolean(draft?.passwordHash),
      /** When the answers expire; null if there are none. */
      keptUntil: draft?.expiresAt ?? null,
      /** The point of contact, if complete enough to have the account. */
      pointOfContact: contactName && email ? { name: contactName, email } : null,
      /** The organization that would be registered. */
      organization: { name: read.orgName ?? null, ...organizationColumns(profile) },
      /** Its first user. */
      person: { name: read.contactName ?? null, email: read.email ?? null },
    };
  },
});
