import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { withoutErrorPrefix } from "~/ui/kit/page/title";

/**
 * Makes Remix decode the page's data before React starts. Until the data is decoded, `RemixBrowser` throws a promise.
 * If a key or click arrives while the whole page waits for that, React 18 fails for good (error #345). `RemixBrowser`
 * throws before it calls any hook, so we can call it outside React.
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

// The server puts a prefix before the title of a page with a refused form. React does not render that prefix.
document.title = withoutErrorPrefix(document.title);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
