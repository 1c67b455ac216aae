/** What stands on every answer, whatever it is. */
const COMMON: Record<string, string | RegExp> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": /^strict-origin(-when-cross-origin)?$/,
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": /camera=\(\)/,
  "content-security-policy": /default-src '(none|self)'.*frame-ancestors 'none'/,
};
/** What would say which software answers. */
const NEVER = ["x-powered-by", "server"];

/** The headers that an answer lacks, or has and should not. */
export function headersAtFault(headerOf: (name: string) => string | null | undefined): string[] {
  const missing = Object.entries(COMMON).filter(([name, expected]) => {
    const value = headerOf(name) ?? "";
    return typeof expected === "string" ? value !== expected : !expected.test(value);
  });
  return [...missing.map(([name]) => name), ...NEVER.filter((name) => headerOf(name) != null)];
}
