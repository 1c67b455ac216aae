/** How the titles of notifications about saved searches begin. */
export const NEW_MATCHES = "New for your search ";
