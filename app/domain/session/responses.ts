import { z } from "zod";
import { INDUSTRY_ROLES, ROLES } from "#db/enumerations";
import { emailAddress } from "~/values/responses";

/** GET and POST /api/session. */
export const session = z
  .object({
    id: z.string().meta({ description: "Of the user." }),
    email: emailAddress,
    name: z.string(),
    role: z.enum(ROLES),
    industryRole: z.enum(INDUSTRY_ROLES).nullable().meta({ description: "Null for government." }),
    organizationId: z.string().nullable().meta({ description: "Null for government." }),
    commandId: z.string().nullable().meta({ description: "Null for industry, and for government beyond commands." }),
    mustChangePassword: z.boolean().meta({
      description:
        "While it is true, everything but `/api/session` and `POST /api/account/password` answers 403, unless credential changes are locked.",
    }),
  })
  .meta({
    id: "Session",
    description: "Who is signed in.",
    examples: [
      {
        id: "019b2c57-1f0e-7c39-9b52-d4e5f6071829",
        email: "sam.okafor@acme.example.com",
        name: "Sam Okafor",
        role: "INDUSTRY",
        industryRole: "INDUSTRY_ADMIN",
        organizationId: "019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8",
        commandId: null,
        mustChangePassword: false,
      },
    ],
  });

/** DELETE /api/session. */
export const signedOut = z.object({ signedOut: z.literal(true) });
