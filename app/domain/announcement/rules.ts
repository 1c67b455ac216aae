/** How much of an announcement's text a notification and a list show. */
export const EXCERPT_CHARACTERS = 200;
