import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { withoutErrorPrefix } from "~/ui/kit/page/title";

/**
 * Lets Remix decode the page's data before React begins. Until the data is decoded, `RemixBrowser` throws a promise, and
 * React 18 stops for good (error #345) if a key or click arrives while the whole page waits. It throws before it calls any
 * hook, so we can call it outside of React.
 */
async function decodeState(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (!(thrown instanceof Promise)) throw thrown;
    await thrown;
  }
}

await decodeState();

// The server puts a prefix before the title of a refused form's page. React does not render it.
document.title = withoutErrorPrefix(document.title);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
