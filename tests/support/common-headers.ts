/** The headers of every response. */
const COMMON: Record<string, string | RegExp> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": /^strict-origin(-when-cross-origin)?$/,
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": /camera=\(\)/,
  "content-security-policy": /default-src '(none|self)'.*frame-ancestors 'none'/,
};
/** The Cache-Control of what everyone without a session gets. */
export const FOR_EVERYONE = /^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+, stale-if-error=\d+$/;

/** Headers that would reveal the server software. */
const NEVER = ["x-powered-by", "server"];

/** The headers that a response is missing or should not have. */
export function wrongHeaders(headerOf: (name: string) => string | null | undefined): string[] {
  const missing = Object.entries(COMMON).filter(([name, expected]) => {
    const value = headerOf(name) ?? "";
    return typeof expected === "string" ? value !== expected : !expected.test(value);
  });
  return [...missing.map(([name]) => name), ...NEVER.filter((name) => headerOf(name) != null)];
}
