/**
 * The USWDS icons in the sprite. The sprite's build and the Icon component both read this list, so a missing name is a
 * type error rather than an empty square.
 */
export const iconNames = /** @type {const} */ ([
  "account_circle",
  "arrow_downward",
  "arrow_upward",
  "check",
  "close",
  "expand_more",
  "file_download",
  "filter_list",
  "logout",
  "menu",
  "more_vert",
  "navigate_before",
  "navigate_next",
  "notifications",
  "search",
  "unfold_more",
]);
