import { useLoaderData } from "@remix-run/react";
import { ConfirmedAction } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { Section } from "~/ui/kit/page/section";
import type { loadAccount } from "./account-page.server";

/** Since when someone else's account is linked to an identity, and how to unlink it. Nothing without one. */
export function IdentitySection() {
  const { account, identity, isLocked, signIn } = useLoaderData<typeof loadAccount>();
  if (identity === null) return null;
  const provider = signIn.provider ?? "the sign-in provider";
  return (
    <Section title="Single sign-on">
      <p>
        An identity at {provider} has been linked since <DateTime value={identity.since} />.
      </p>
      {!account.isOwn && !isLocked && signIn.byPassword && (
        <ConfirmedAction
          label="Unlink single sign-on"
          action="?unlinkIdentity"
          confirmLabel="Unlink it"
          pendingText="Unlinking…"
        >
          <p>
            We sign {account.name} out everywhere. The identity can no longer sign in, but the password still can: if
            someone else may know it, make a password link instead, which also unlinks the identity.
          </p>
        </ConfirmedAction>
      )}
    </Section>
  );
}
