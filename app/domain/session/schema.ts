import * as z from "zod";
import { claimedEmail, presentPassword } from "~/values/text";
import { secondFactorCode } from "../second-factor/schema";

/** POST /api/session. The form of /login sends no second factor: the next page asks for it. */
export const signInSchema = z
  .object({
    email: claimedEmail,
    password: presentPassword,
    secondFactor: secondFactorCode.meta({
      description: "A code of the app or a recovery code, if the account has a second factor. Ignored otherwise.",
    }),
  })
  .meta({ examples: [{ email: "sam.okafor@acme.example.com", password: "Tidal-Lantern-41-Harbor" }] });
