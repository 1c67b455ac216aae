/** Shown for a moment, until the browser follows the response's Refresh header to the sign-in provider. */
export function ContinueAt({ name, address }: { name: string; address: string }) {
  return (
    <p role="status">
      <a className="usa-link" href={address}>
        Continue to {name}
      </a>
    </p>
  );
}
