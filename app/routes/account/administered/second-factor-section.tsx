import { useLoaderData } from "@remix-run/react";
import { ConfirmedAction } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { Section } from "~/ui/kit/page/section";
import { counted } from "~/values/format";
import type { loadAccount } from "./account-page.server";

/** Whether someone else's account has a second factor, and how to remove one whose phone is lost. Nothing without one. */
export function SecondFactorSection() {
  const { account, secondFactor, isLocked } = useLoaderData<typeof loadAccount>();
  if (secondFactor === null) return null;
  return (
    <Section title="Second factor">
      <p>
        {secondFactor.since && (
          <>
            An app with codes, since <DateTime value={secondFactor.since} />.{" "}
          </>
        )}
        {secondFactor.passkeys > 0 && `${counted(secondFactor.passkeys, "passkey", "passkeys")}. `}
        The password of {account.name} is not enough to sign in.
      </p>
      {!account.isOwn && !isLocked && (
        <ConfirmedAction
          label="Remove second factor"
          action="?removeSecondFactor"
          confirmLabel="Remove it"
          pendingText="Removing…"
        >
          <p>
            Do this only if {account.name} lost the phone or the other devices and the recovery codes, and you are sure
            who is asking. We also remove all passkeys and sign {account.name} out everywhere, and the password is then
            enough to sign in.
          </p>
        </ConfirmedAction>
      )}
    </Section>
  );
}
