/** The time on the style page, so that it looks the same every day. */
export const NOW = "2026-11-20T15:30:00.000Z";
export const BEFORE_NOW = "2026-11-12T13:05:00.000Z";
export const AFTER_NOW = "2026-11-23T23:59:00.000Z";
