import { useEffect } from "react";
import { forgetDrafts } from "~/ui/kit/form/input/drafts";

type SignOutFormProps = {
  label?: string;
  /** Whether it is the page's main action. */
  isMain?: boolean;
};

/**
 * The only form that signs out. It bypasses the router, so the browser keeps nothing of earlier pages in memory, and forgets
 * unsaved text.
 */
export function SignOutForm({ label = "Sign out", isMain = false }: SignOutFormProps) {
  return (
    <form method="post" action="/logout" onSubmit={() => forgetDrafts()}>
      <button className={isMain ? "usa-button" : "usa-button usa-button--outline"} type="submit">
        {label}
      </button>
    </form>
  );
}

/** Forgets what others typed in this tab, as soon as someone else is signed in. */
export function useOwnDraftsOnly(email: string | undefined): void {
  useEffect(() => {
    if (email !== undefined) forgetDrafts(email);
  }, [email]);
}
