/** The sign-out button. It bypasses the router, so the browser keeps nothing of earlier pages in memory. */
export function SignOutForm() {
  return (
    <form method="post" action="/logout">
      <button className="usa-button usa-button--outline" type="submit">
        Sign out
      </button>
    </form>
  );
}
