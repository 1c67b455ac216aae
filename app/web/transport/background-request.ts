/** A header of requests that a page sends by itself. They do not count as use, so an open page's session still expires. */
export const BACKGROUND_HEADER = "x-background-request";
