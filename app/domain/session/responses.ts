import * as z from "zod";
import { INDUSTRY_ROLES, ROLES } from "#db/enumerations";
import { emailAddress } from "~/values/responses";

/** GET and POST /api/session. */
export const session = z
  .object({
    id: z.string().meta({ description: "The user's id." }),
    email: emailAddress,
    name: z.string(),
    role: z.enum(ROLES),
    industryRole: z.enum(INDUSTRY_ROLES).nullable().meta({ description: "Null for government users." }),
    organizationId: z.string().nullable().meta({ description: "Null for government users." }),
    commandId: z
      .string()
      .nullable()
      .meta({ description: "Null for industry users, and for government users without a command." }),
    mustChangePassword: z.boolean().meta({
      description:
        "If true, all requests that need a session return 403, except `/api/session` and `POST /api/account/password`. This does not apply while credential changes are locked.",
    }),
  })
  .meta({
    id: "Session",
    description: "The signed-in user.",
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
