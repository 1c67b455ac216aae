import { useLoaderData } from "@remix-run/react";
import { ConfirmedAction } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { Section } from "~/ui/kit/page/section";
import type { loadAccount } from "./account-page.server";

/** Whether someone else's account has a second factor, and how to remove one whose phone is lost. Nothing without one. */
export function SecondFactorSection() {
  const { account, secondFactor, isLocked } = useLoaderData<typeof loadAccount>();
  if (secondFactor === null) return null;
  return (
    <Section title="Second factor">
      <p>
        On since <DateTime value={secondFactor.since} />. {account.name} needs a code as well as a password to sign in.
      </p>
      {!account.isOwn && !isLocked && (
        <ConfirmedAction
          label="Remove second factor"
          action="?removeSecondFactor"
          confirmLabel="Remove it"
          pendingText="Removing…"
        >
          <p>
            Do this only if {account.name} lost the phone and the recovery codes, and you are sure who is asking. We
            sign {account.name} out everywhere, and the password is then enough to sign in.
          </p>
        </ConfirmedAction>
      )}
    </Section>
  );
}
