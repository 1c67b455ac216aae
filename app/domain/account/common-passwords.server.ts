import { dictionary } from "@zxcvbn-ts/language-common";
import { isCommon, isPersonal, type PasswordWeakness } from "~/values/password-strength";

/** 50,000 passwords that people use most. */
const COMMON: ReadonlySet<string> = new Set(dictionary["passwords-common"]);

/** Why a password is easy to guess; null if we see no reason. */
export function weaknessOf(password: string, about: readonly string[]): PasswordWeakness | null {
  if (isPersonal(password, about)) return "personal";
  return isCommon(password, (word) => COMMON.has(word)) ? "common" : null;
}
