import { forgetDrafts } from "~/ui/kit/form/input/drafts";

/** The sign-out button. It bypasses the router, so the browser keeps nothing of earlier pages in memory. */
export function SignOutForm() {
  return (
    <form method="post" action="/logout" onSubmit={() => forgetDrafts()}>
      <button className="usa-button usa-button--outline" type="submit">
        Sign out
      </button>
    </form>
  );
}
