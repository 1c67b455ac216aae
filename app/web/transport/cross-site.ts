/** Whether the browser reports that another site caused the request by a link, a frame or an image. */
export function comesFromOtherSite(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin" && site !== "none";
}

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The address in mail where one click unsubscribes (RFC 8058). Programs and pages of mail providers post to it. It needs no
 * session and uses none: only someone who has the token can do anything, on any site.
 */
const ONE_CLICK_PATH = /^\/unsubscribe\/[\w-]+$/;

/**
 * Whether another site may be trying to change something: an unsafe method whose Sec-Fetch-Site is neither same-origin nor
 * none or, without that header, whose Origin is another host. A request with neither header comes from a program, not a
 * browser, and is accepted.
 */
export function isCrossSite(
  request: { method: string; headers: Headers },
  pathname: string,
  publicOrigin: string | null,
): boolean {
  if (SAFE_METHODS.has(request.method)) return false;
  if (request.method === "POST" && ONE_CLICK_PATH.test(pathname)) return false;
  if (request.headers.has("sec-fetch-site")) return comesFromOtherSite(request.headers);
  const origin = request.headers.get("origin");
  if (origin === null) return false;
  const host = publicOrigin ? new URL(publicOrigin).host : request.headers.get("host");
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
