import { z } from "zod";
import { LIMITS } from "~/values/limits";
import { asciiText, oneOf, optional, presentPassword } from "~/values/text";

/** A code as someone types it: of an app, or a recovery code. */
const code = asciiText(LIMITS.secondFactorCharacters).min(1).max(LIMITS.secondFactorCharacters, "Enter only the code");

export const secondFactorCode = optional(code);

/** Starting the setup. */
export const presentPasswordSchema = z.object({ currentPassword: presentPassword });

/** Confirming the setup, and the second step of a sign-in. */
export const codeSchema = z.object({ code });

export const SECOND_FACTOR_CHANGES = ["renew", "off"] as const;

/** A change to a second factor that is on, with the password or a code as proof. */
export const changeSchema = z
  .object({ change: oneOf(SECOND_FACTOR_CHANGES), currentPassword: optional(presentPassword), code: optional(code) })
  .refine(({ currentPassword, code }) => currentPassword != null || code != null, {
    path: ["currentPassword"],
    error: "Enter your password or a code",
    params: { code: "required" },
  });
