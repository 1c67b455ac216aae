import { z } from "zod";
import { presentPassword, required } from "../text";

/** POST /api/session and the form of /login. */
export const signInSchema = z
  .object({
    email: z.string(required).trim().toLowerCase().min(1, "is required").max(255, "must have at most 255 characters"),
    password: presentPassword,
  })
  .meta({ examples: [{ email: "sam.okafor@acme.example.com", password: "Tidal-Lantern-41-Harbor" }] });
