import * as z from "zod";
import { LIMITS } from "~/values/limits";
import { asciiText, identifier, name, oneOf, optional, presentPassword } from "~/values/text";

/** A code as someone types it: of an app, or a recovery code. */
const code = asciiText(LIMITS.secondFactorCharacters).min(1).max(LIMITS.secondFactorCharacters, "Enter only the code");

export const secondFactorCode = optional(code);

/** Starting the setup. */
export const presentPasswordSchema = z.object({ currentPassword: presentPassword });

/** Confirming the setup, and the second step of a sign-in. */
export const codeSchema = z.object({ code });

const SECOND_FACTOR_CHANGES = ["renew", "off"] as const;

/** A change to a second factor that is on, with the password or a code as proof. */
export const changeSchema = z
  .object({ change: oneOf(SECOND_FACTOR_CHANGES), currentPassword: optional(presentPassword), code: optional(code) })
  .refine(({ currentPassword, code }) => currentPassword != null || code != null, {
    path: ["currentPassword"],
    error: "Enter your password or a code",
    params: { code: "required" },
  });

/** What a browser sends from a passkey, as JSON in a form field. The library checks its content. */
const passkeyResponse = z
  .string("Send text")
  .min(1)
  .max(LIMITS.passkeyCharacters)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "The browser sent no passkey" });
      return z.NEVER;
    }
  })
  .pipe(
    z.looseObject({
      id: z.string().min(1).max(2_000),
      response: z.looseObject({ userHandle: z.string().max(100).nullish() }),
    }),
  );

/** Starting to add a passkey. */
export const newPasskeySchema = z.object({ name: name(1, 60), currentPassword: presentPassword });

/** The passkey that a browser made, or used to sign in. */
export const passkeySchema = z.object({ passkey: passkeyResponse });

/** Removing a passkey. */
export const passkeyRemovalSchema = z.object({ passkeyId: identifier(2_000), currentPassword: presentPassword });
