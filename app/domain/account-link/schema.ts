import * as z from "zod";
import { email, identifier, newPassword, recordSchema } from "~/values/text";

/** POST /api/accounts/<id>/password-link, and the form of an account's page. */
export const newPasswordLinkSchema = recordSchema
  .extend({
    removeSecondFactor: z.boolean("Send true or false").optional().meta({
      description: "True to remove the app, the passkeys and the recovery codes of the account when the link is used.",
    }),
  })
  .meta({ examples: [{ removeSecondFactor: true }] });

/** POST /api/account/password-link, and the form of /login/forgot. */
export const passwordLinkRequestSchema = z
  .object({ email: email.meta({ description: "The email that the person signs in with." }) })
  .meta({ examples: [{ email: "sam.okafor@acme.example.com" }] });

/** POST /api/account/password-link/use, and the form of /password/<token>. */
export const passwordLinkUseSchema = z
  .object({
    token: identifier().meta({ description: "The last part of the link." }),
    password: newPassword,
  })
  .meta({
    examples: [{ token: "nV3mJx0q8yqk2m4o1R7uTz5hWcEbLdA9sPfGiK6YvXg", password: "Copper-Meridian-93-Orchard" }],
  });
