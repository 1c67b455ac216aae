import { z } from "zod";
import { claimedEmail, presentPassword } from "~/values/text";

/** POST /api/session and the form of /login. */
export const signInSchema = z
  .object({
    email: claimedEmail,
    password: presentPassword,
  })
  .meta({ examples: [{ email: "sam.okafor@acme.example.com", password: "Tidal-Lantern-41-Harbor" }] });
