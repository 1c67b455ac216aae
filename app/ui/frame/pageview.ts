import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { withoutSecrets } from "~/secrets/secret-paths";
import { LIMITS } from "~/values/limits";

const ADDRESS = "/api/analytics/pageview";

/** The path that is shown, once it was seen to. Beside the components, since an error page may begin them anew. */
let shown: string | null = null;

/** Reports each page that comes to be shown: its path, without query and fragment, and the path before it. */
export function usePageview(isReported: boolean): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname === shown) return;
    const referrer = shown ?? pathBefore();
    shown = pathname;
    if (isReported) report(pathname, referrer);
  }, [pathname, isReported]);
}

/** The path of the page that led here, when it is one of this site. */
function pathBefore(): string | null {
  if (document.referrer === "") return null;
  const { origin, pathname } = new URL(document.referrer);
  return origin === window.location.origin ? pathname : null;
}

/** A path as it may be told; null for one that is too long to be counted. */
function told(pathname: string | null): string | null {
  if (pathname === null || pathname.length > LIMITS.pageviewPathCharacters) return null;
  return withoutSecrets(pathname);
}

/** Sends it and asks for no answer: whether a page is counted is nothing to whoever reads it. */
function report(pathname: string, referrer: string | null): void {
  const view = { path: told(pathname), referrer: told(referrer) };
  if (view.path === null) return;
  const body = new Blob([JSON.stringify(view)], { type: "application/json" });
  if (isQueued(body)) return;
  fetch(ADDRESS, { method: "POST", body, keepalive: true }).catch(() => {});
}

/** Whether the browser has taken it to be sent. Old ones throw at JSON, and people switch beacons off. */
function isQueued(body: Blob): boolean {
  try {
    return navigator.sendBeacon(ADDRESS, body);
  } catch {
    return false;
  }
}
