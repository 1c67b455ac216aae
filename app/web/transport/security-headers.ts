import type { Settings } from "~/settings.server";

/** Two years, as the preload list asks. */
const HSTS = "max-age=63072000; includeSubDomains";

type HeaderList = [name: string, value: string][];

/** The headers that every response bears, whatever it is. */
function commonHeaders(settings: Settings): HeaderList {
  return [
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["x-frame-options", "DENY"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
    ...(settings.secureOrigin ? ([["strict-transport-security", HSTS]] as HeaderList) : []),
  ];
}

/** For JSON and whatever else nothing may be loaded by: computed once, since every API response bears them. */
export function apiSecurityHeaders(settings: Settings): HeaderList {
  return [...commonHeaders(settings), ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"]];
}

/** For files that somebody uploaded: opened in a browser, they may run nothing and reach nothing. */
export function downloadSecurityHeaders(settings: Settings): HeaderList {
  return [
    ...commonHeaders(settings),
    ["content-security-policy", "sandbox; default-src 'none'; frame-ancestors 'none'"],
  ];
}

/** For pages: scripts run only with this response's nonce; everything else comes from this origin. */
export function pageSecurityHeaders(settings: Settings, nonce: string): HeaderList {
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(settings.secureOrigin ? ["upgrade-insecure-requests"] : []),
  ];
  return [...commonHeaders(settings), ["content-security-policy", policy.join("; ")]];
}
