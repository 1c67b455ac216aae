/** The way out. It goes past the router, so that nothing of the pages before stays in the browser's memory. */
export function SignOutForm() {
  return (
    <form method="post" action="/logout">
      <button className="usa-button usa-button--outline" type="submit">
        Sign out
      </button>
    </form>
  );
}
