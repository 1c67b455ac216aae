import type { Role } from "#db/enumerations";

/** Whether someone may sign in with a password. Single sign-on can replace the passwords of government users. */
export function maySignInByPassword(
  { governmentPasswords }: { governmentPasswords: boolean },
  { role }: { role: Role },
): boolean {
  return governmentPasswords || role === "INDUSTRY";
}
