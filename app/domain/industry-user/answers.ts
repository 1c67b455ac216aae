import { z } from "zod";
import { INDUSTRY_ROLES } from "#db/enumerations";
import { emailAddress } from "../answers";

/** GET /api/portal/users. */
export const industryUser = z
  .object({ id: z.string(), email: emailAddress, name: z.string(), industryRole: z.enum(INDUSTRY_ROLES) })
  .meta({
    id: "IndustryUser",
    description: "Somebody of the caller's organization.",
    examples: [
      {
        id: "019b2c57-1f0e-7c39-9b52-d4e5f6071829",
        email: "sam.okafor@acme.example.com",
        name: "Sam Okafor",
        industryRole: "INDUSTRY_ADMIN",
      },
    ],
  });

/** PATCH /api/portal/users/<id>. */
export const industryUserRole = industryUser.pick({ id: true, email: true, industryRole: true });
