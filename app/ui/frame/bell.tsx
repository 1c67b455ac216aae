import { Link, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Icon } from "~/ui/kit/icon";
import { BACKGROUND_HEADER } from "~/web/transport/background-request";

const REFRESH_MILLISECONDS = 60_000;
const UNAUTHORIZED = 401;

/** A link to the notifications with the number of unread ones. With scripts, the number updates itself. */
export function Bell({ unreadCount }: { unreadCount: number }) {
  const count = useFreshCount(unreadCount);
  const name = count > 0 ? `Notifications, ${count} unread` : "Notifications";
  return (
    <Link className="glip-bell" to="/notifications" aria-label={name}>
      <Icon name="notifications" className="usa-icon--size-4" />
      {count > 0 && (
        <span className="glip-bell__count" aria-hidden="true">
          {count > 99 ? "99+" : count}
        </span>
      )}
    </Link>
  );
}

/** The number that came with the page, then a newer one each minute while someone looks at the page. */
function useFreshCount(loaded: number): number {
  const [refreshed, setRefreshed] = useState<number | null>(null);
  // A number from a page load is newer than the last refreshed one, even if both are the same.
  const frame = useRouteLoaderData("root");
  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits for another frame
  useEffect(() => setRefreshed(null), [frame]);
  useEffect(() => {
    const stop = new AbortController();
    const refresh = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        const headers = { [BACKGROUND_HEADER]: "bell" };
        const response = await fetch("/api/notifications/unread-count", { headers, signal: stop.signal });
        if (response.status === UNAUTHORIZED) return end();
        if (response.ok) setRefreshed((await response.json()).data.count);
      } catch {
        // Without a connection the number stays. The next minute tries again.
      }
    };
    const timer = setInterval(refresh, REFRESH_MILLISECONDS);
    document.addEventListener("visibilitychange", refresh, { signal: stop.signal });
    const end = () => {
      clearInterval(timer);
      stop.abort();
    };
    return end;
  }, []);
  return refreshed ?? loaded;
}
