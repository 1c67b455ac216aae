/**
 * The USWDS icons the pages draw, and so the only ones in the sprite. Both the sprite's build and the Icon component
 * read this list: a name that is not here is a type error, not an empty square.
 */
export const iconNames = /** @type {const} */ ([
  "account_circle",
  "arrow_downward",
  "arrow_upward",
  "check",
  "close",
  "expand_more",
  "file_download",
  "logout",
  "menu",
  "navigate_before",
  "navigate_next",
  "notifications",
  "search",
  "unfold_more",
]);
