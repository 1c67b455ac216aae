import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { withoutSecrets } from "~/secrets/secret-paths";
import { LIMITS } from "~/values/limits";

const ADDRESS = "/api/analytics/pageview";

/** The path that was last reported. It is kept outside the components because an error page may mount them again. */
let shown: string | null = null;

/** Reports each page view: the path without query and fragment, and the path before it. */
export function usePageview(isReported: boolean): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname === shown) return;
    const referrer = shown ?? pathBefore();
    shown = pathname;
    if (isReported) report(pathname, referrer);
  }, [pathname, isReported]);
}

/** The path of the previous page, if it is on this site. */
function pathBefore(): string | null {
  if (document.referrer === "") return null;
  const { origin, pathname } = new URL(document.referrer);
  return origin === window.location.origin ? pathname : null;
}

/** The path to report, or null if it is too long to count. */
function countable(pathname: string | null): string | null {
  if (pathname === null || pathname.length > LIMITS.pageviewPathCharacters) return null;
  return withoutSecrets(pathname);
}

/** Sends the report without waiting for a response. Readers should not notice whether it succeeds. */
function report(pathname: string, referrer: string | null): void {
  const view = { path: countable(pathname), referrer: countable(referrer) };
  if (view.path === null) return;
  const body = new Blob([JSON.stringify(view)], { type: "application/json" });
  if (isQueued(body)) return;
  fetch(ADDRESS, { method: "POST", body, keepalive: true }).catch(() => {});
}

/** Whether the browser accepted it. Old browsers throw for JSON, and people can switch beacons off. */
function isQueued(body: Blob): boolean {
  try {
    return navigator.sendBeacon(ADDRESS, body);
  } catch {
    return false;
  }
}
