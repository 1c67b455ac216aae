import * as z from "zod";
import { INDUSTRY_ROLES } from "#db/enumerations";
import { emailAddress, instant, named } from "~/values/responses";
import { isActive, lastSignInAt } from "../account-administration/responses";

/** GET /api/portal/users. */
export const industryUser = z
  .object({
    id: z.string(),
    email: emailAddress,
    name: z.string(),
    industryRole: z.enum(INDUSTRY_ROLES),
    active: isActive,
  })
  .meta({
    id: "IndustryUser",
    description: "A user in your organization.",
    examples: [
      {
        id: "019b2c57-1f0e-7c39-9b52-d4e5f6071829",
        email: "sam.okafor@acme.example.com",
        name: "Sam Okafor",
        industryRole: "INDUSTRY_ADMIN",
        active: true,
      },
    ],
  });

/** PATCH /api/portal/users/<id>. */
export const industryUserRole = industryUser.pick({ id: true, email: true, industryRole: true, active: true });

/** GET and PATCH /api/gov/admin/industry-users. */
export const industryAccount = industryUser
  .extend({
    lastSignInAt,
    organization: named,
    createdAt: instant,
  })
  .meta({
    id: "IndustryAccount",
    description: "An industry user as system administrators see it.",
    examples: [
      {
        id: "019b2c57-1f0e-7c39-9b52-d4e5f6071829",
        email: "sam.okafor@acme.example.com",
        name: "Sam Okafor",
        industryRole: "INDUSTRY_ADMIN",
        active: true,
        lastSignInAt: "2026-03-02T14:55:12.345Z",
        organization: { id: "019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8", name: "Acme Robotics" },
        createdAt: "2026-01-15T10:30:00.000Z",
      },
    ],
  });
