import { isCommon, isPersonal, type PasswordWeakness } from "~/values/password-strength";

let common: Promise<ReadonlySet<string>> | undefined;

/** 50,000 passwords that people use most. Loaded at the first use, because the library's word lists take 16 MB. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return common;
}

/** Why a password is easy to guess; null if we see no reason. */
export async function weaknessOf(password: string, about: readonly string[]): Promise<PasswordWeakness | null> {
  if (isPersonal(password, about)) return "personal";
  const words = await commonPasswords();
  return isCommon(password, (word) => words.has(word)) ? "common" : null;
}
