/** What we write in place of a path with a secret. */
const HIDDEN = "/invitations/-";
/** An invitation's path with anything after it: the token, its `.data` form, or text that someone added. */
const INVITATION = /^\/+invitations\/+[^/]/i;
/** A percent-encoded ASCII character, which routes decode. */
const ESCAPED = /%([0-7][0-9a-f])/gi;

/**
 * A path that is safe to log and count. Anyone with an invitation's token can use it, and the token is part of the
 * path, so this leaves it out, in any spelling of the path.
 */
export function withoutSecrets(pathname: string): string {
  const plain = pathname.replace(ESCAPED, (_escape, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return INVITATION.test(plain) ? HIDDEN : pathname;
}

export function hasSecret(pathname: string): boolean {
  return withoutSecrets(pathname) !== pathname;
}
