const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request would change something on behalf of another site: an unsafe method whose Sec-Fetch-Site is
 * neither same-origin nor none or, without that header, whose Origin is another host. A request with neither header
 * comes from a program, not from a browser, and passes.
 */
export function isCrossSite(request: { method: string; headers: Headers }, publicOrigin: string | null): boolean {
  if (SAFE_METHODS.has(request.method)) return false;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = request.headers.get("origin");
  if (origin === null) return false;
  const host = publicOrigin ? new URL(publicOrigin).host : request.headers.get("host");
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
