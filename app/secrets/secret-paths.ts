/** What stands for the secret, wherever the path is written down. */
const HIDDEN = "/invitations/-";
/** Whatever stands behind it: the token, its `.data` form, and what somebody may have added to it. */
const INVITATION = /^\/+invitations\/+[^/]/i;
/** A character of ASCII that is written as its number, which routes read as the character. */
const ESCAPED = /%([0-7][0-9a-f])/gi;

/**
 * A path of this site as it may be logged and counted. An invitation's token lets whoever has it in, and stands in the
 * path, so it is left out, however the path before it is written.
 */
export function withoutSecrets(pathname: string): string {
  const plain = pathname.replace(ESCAPED, (_escape, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return INVITATION.test(plain) ? HIDDEN : pathname;
}

/** Whether a path holds a secret. */
export function hasSecret(pathname: string): boolean {
  return withoutSecrets(pathname) !== pathname;
}
