import type { useActionData } from "@remix-run/react";
import { expectTypeOf, test } from "vitest";
import type { action as writeAnnouncement } from "~/routes/gov/announcements/new";
import type { action as planEngagement } from "~/routes/gov/engagements/new";
import type { action as inviteUser } from "~/routes/portal/users";
import type { action as signIn } from "~/routes/public/login";
import type { action as register } from "~/routes/public/register";
import type { FormState } from "~/web/forms/form-state";

/* `npm run types` checks these: a response without a type turns what a page reads of its action into `any`. */

type ActionData<Action> = ReturnType<typeof useActionData<Action>>;

test("what a page reads of its action is the state of a refused form, or undefined", () => {
  expectTypeOf<ActionData<typeof register>>().toEqualTypeOf<FormState | undefined>();
  expectTypeOf<ActionData<typeof signIn>>().toEqualTypeOf<FormState | { continueAt: string } | undefined>();
});

test("a page whose action adds to the state of a refused form reads that too", () => {
  expectTypeOf<ActionData<typeof writeAnnouncement>>().not.toBeAny();
  expectTypeOf<ActionData<typeof writeAnnouncement>>().toExtend<FormState | undefined>();
  expectTypeOf<ActionData<typeof planEngagement>>().not.toBeAny();
  expectTypeOf<ActionData<typeof planEngagement>>().toExtend<FormState | undefined>();
  expectTypeOf<ActionData<typeof inviteUser>>().not.toBeAny();
});
