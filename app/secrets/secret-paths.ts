/** The path of a secret link with anything after it: the token, its `.data` form, or text that someone added. */
const LINK = /^\/+(invitations|password|link-identity|unsubscribe|api\/+feeds\/+personal)\/+[^/]/i;
/** A percent-encoded ASCII character, which routes decode. */
const ESCAPED = /%([0-7][0-9a-f])/gi;

/**
 * A path that is safe to log and count. Anyone with the token of an invitation, of a link to an account or of a personal
 * feed can use it, and the token is part of the path, so this leaves it out, in any spelling of the path.
 */
export function withoutSecrets(pathname: string): string {
  const plain = pathname.replace(ESCAPED, (_escape, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  const page = LINK.exec(plain)?.[1];
  return page ? `/${page.toLowerCase().replaceAll(/\/+/g, "/")}/-` : pathname;
}

export function hasSecret(pathname: string): boolean {
  return withoutSecrets(pathname) !== pathname;
}
