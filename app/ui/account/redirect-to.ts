/** The address of signing in or registering, with the path that someone came for, if any. */
export const withRedirect = (path: "/login" | "/register", redirectTo: string | null): string =>
  redirectTo === null ? path : `${path}?${new URLSearchParams({ redirectTo })}`;
