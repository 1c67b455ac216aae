import * as z from "zod";
import { INDUSTRY_ROLES } from "#db/enumerations";
import { emailAddress, instant, named } from "~/values/responses";

/** GET /api/portal/invitations. */
export const invitation = z
  .object({
    id: z.string(),
    email: emailAddress,
    industryRole: z.enum(INDUSTRY_ROLES).meta({ description: "The role of the person who accepts." }),
    createdAt: instant,
    expiresAt: instant,
    invitedBy: named,
  })
  .meta({
    id: "Invitation",
    description: "An invitation to your organization that is still open.",
    examples: [
      {
        id: "019c8a11-02b6-7d4f-9e21-7c5b30a8f6d1",
        email: "lee.novak@acme.example.com",
        industryRole: "INDUSTRY_USER",
        createdAt: "2026-03-02T15:04:05.678Z",
        expiresAt: "2026-03-09T15:04:05.678Z",
        invitedBy: { id: "019b2c57-1f0e-7c39-9b52-d4e5f6071829", name: "Sam Okafor" },
      },
    ],
  });

/** POST /api/portal/invitations. */
export const newInvitation = invitation
  .pick({ id: true, email: true, industryRole: true, expiresAt: true })
  .extend({
    url: z.string().meta({
      format: "uri",
      description:
        "The page where the person accepts. It ends with the token for `POST /api/portal/invitations/accept`. The service shows the token only once: pass it on.",
    }),
  })
  .meta({
    id: "NewInvitation",
    description: "A new invitation with its link.",
    examples: [
      {
        id: "019c8a11-02b6-7d4f-9e21-7c5b30a8f6d1",
        email: "lee.novak@acme.example.com",
        industryRole: "INDUSTRY_USER",
        url: "https://portal.example/invitations/nV3mJx0q8yqk2m4o1R7uTz5hWcEbLdA9sPfGiK6YvXg",
        expiresAt: "2026-03-09T15:04:05.678Z",
      },
    ],
  });

/** POST /api/portal/invitations/accept. */
export const joinedUser = z
  .object({
    id: z.string(),
    email: emailAddress,
    name: z.string(),
    industryRole: z.enum(INDUSTRY_ROLES),
    organizationId: z.string(),
  })
  .meta({
    id: "JoinedUser",
    description: "The account of a person who accepted an invitation.",
    examples: [
      {
        id: "019c8b40-9d17-7f3a-b2c6-04e1d8a75f92",
        email: "lee.novak@acme.example.com",
        name: "Lee Novak",
        industryRole: "INDUSTRY_USER",
        organizationId: "019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8",
      },
    ],
  });
