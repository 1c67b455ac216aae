import * as z from "zod";
import { GOVERNMENT_ROLES } from "#db/enumerations";
import { emailAddress, instant } from "~/values/responses";
import { isActive, lastSignInAt } from "../account-administration/responses";

const example = {
  id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16",
  email: "jordan.reyes@example.com",
  name: "Jordan Reyes",
  role: "GOV_COMMAND_LEAD",
  commandId: "019a7c10-91b2-7e44-8a05-b6d3f2c1e097",
  title: "Program manager",
  active: true,
  lastSignInAt: "2026-03-02T14:55:12.345Z",
};

export const governmentUser = z
  .object({
    id: z.string(),
    email: emailAddress,
    name: z.string(),
    role: z.enum(GOVERNMENT_ROLES),
    commandId: z.string().nullable().meta({ description: "The user's command, if any." }),
    title: z.string().nullable(),
    active: isActive,
    lastSignInAt,
  })
  .meta({ id: "GovernmentUser", description: "A government user.", examples: [example] });

export const sanitizedUser = governmentUser
  .extend({
    mustChangePassword: z.boolean().meta({
      description: "Whether the user must change the password first, because someone else set it.",
    }),
    createdAt: instant,
  })
  .meta({
    id: "GovernmentUserRecord",
    description: "A government user as administrators see it.",
    examples: [{ ...example, mustChangePassword: true, createdAt: "2026-03-02T15:00:00.000Z" }],
  });

export type SanitizedUser = z.infer<typeof sanitizedUser>;
