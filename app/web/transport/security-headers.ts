import type { Settings } from "~/settings.server";
import type { Showing } from "~/storage/file-types";

/** Two years, as the browsers' preload list requires. */
const HSTS = "max-age=63072000; includeSubDomains";

const FRAME_OPTIONS = "x-frame-options";

type HeaderList = [name: string, value: string][];

/** The headers of every response. */
function commonHeaders(settings: Settings): HeaderList {
  return [
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    [FRAME_OPTIONS, "DENY"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
    ...(settings.secureOrigin ? ([["strict-transport-security", HSTS]] as HeaderList) : []),
  ];
}

/** For JSON and other responses that load nothing. */
export function apiSecurityHeaders(settings: Settings): HeaderList {
  return [...commonHeaders(settings), ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"]];
}

/** For the agency's seal. One that is opened in a browser cannot run scripts or load anything. */
export function sealSecurityHeaders(settings: Settings): HeaderList {
  const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  return [...commonHeaders(settings), ["content-security-policy", policy]];
}

/** For uploaded files. One that is opened in a browser cannot run scripts or load anything. */
export function downloadSecurityHeaders(settings: Settings): HeaderList {
  return [
    ...commonHeaders(settings),
    ["content-security-policy", "sandbox; default-src 'none'; frame-ancestors 'none'"],
  ];
}

/**
 * For uploaded documents that a page of this origin shows in a frame. For PDF files there is no sandbox, because Safari
 * and older versions of Chromium show none in it, and Chromium's viewer may need its own inline styles. Nothing else can
 * be shown in their place: the upload checked that they are PDF files, and browsers do not guess another type.
 */
export function shownDocumentSecurityHeaders(settings: Settings, showing: Showing): HeaderList {
  const policy = {
    sandboxed: "sandbox; default-src 'none'; frame-ancestors 'self'",
    viewer: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  };
  return [
    ...commonHeaders(settings).filter(([name]) => name !== FRAME_OPTIONS),
    [FRAME_OPTIONS, "SAMEORIGIN"],
    ["content-security-policy", policy[showing]],
  ];
}

/**
 * For pages. Everything must come from this origin.
 * @param scripts the sources of the page's own scripts: the nonce of this response, or their hashes
 */
export function pageSecurityHeaders(settings: Settings, scripts: readonly string[]): HeaderList {
  const policy = [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(" ")}`,
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
