/** Borne by what a page asks for by itself: a page that is left open must not keep its session from idling out. */
export const BACKGROUND_HEADER = "x-background-request";
