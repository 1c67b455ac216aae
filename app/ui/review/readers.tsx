import { useEffect, useState } from "react";
import { formatList } from "~/values/format";
import { BACKGROUND_HEADER } from "~/web/transport/background-request";

/** Often enough that nobody who still reads is forgotten (LIMITS.readerSeconds). */
const REFRESH_MILLISECONDS = 20_000;

interface Named {
  id: string;
  name: string;
}

/**
 * Says who else reads a submission now: "Ana Ruiz is looking at this". With scripts, it stays up to date while someone
 * looks at the page.
 */
export function Readers({ id, readers }: { id: string; readers: readonly Named[] }) {
  const present = usePresentReaders(id, readers);
  return (
    <p className="usa-hint" role="status">
      {present.length > 0 &&
        `${formatList(present.map(({ name }) => name))} ${present.length === 1 ? "is" : "are"} looking at this.`}
    </p>
  );
}

/** The readers that came with the page, then newer ones. */
function usePresentReaders(id: string, loaded: readonly Named[]): readonly Named[] {
  const [refreshed, setRefreshed] = useState<{ of: readonly Named[]; readers: Named[] } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const refresh = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        const headers = { [BACKGROUND_HEADER]: "readers" };
        const response = await fetch(`/api/gov/submissions/${id}/readers`, { headers, signal: stop.signal });
        if (!response.ok) return clearInterval(timer);
        setRefreshed({ of: loaded, readers: (await response.json()).data });
      } catch {
        // Without a connection the names stay. The next time tries again.
      }
    };
    const timer = setInterval(refresh, REFRESH_MILLISECONDS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [id, loaded]);
  return refreshed?.of === loaded ? refreshed.readers : loaded;
}
