import { Alert } from "~/ui/kit/page/alert";

/** Replaces forms that add an app or a passkey: they ask for the password, and this person does not sign in with one. */
export function NoPassword({ provider }: { provider: string }) {
  return (
    <Alert kind="info">
      You sign in with {provider}, not with a password. Before we add an app or a passkey, we ask for the password, so
      you cannot add one here. Set up a second factor at {provider} instead.
    </Alert>
  );
}
