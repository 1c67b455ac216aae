import * as z from "zod";
import { INDUSTRY_ROLES } from "#db/enumerations";
import { email, identifier, name, newPassword, oneOf } from "~/values/text";

/** POST /api/portal/invitations. */
export const newInvitationSchema = z
  .object({
    email: email.meta({
      description:
        "The email of the person you invite, stored in lower case. The service writes to it only if it sends mail.",
    }),
    industryRole: oneOf(INDUSTRY_ROLES),
  })
  .meta({ examples: [{ email: "lee.novak@acme.example.com", industryRole: "INDUSTRY_USER" }] });

/** POST /api/portal/invitations/accept, and the form of /invitations/<token>. */
export const acceptanceSchema = z
  .object({
    token: identifier().meta({ description: "The last part of the invitation's link." }),
    name: name(2, 255).meta({ description: "The name of the person who accepts." }),
    password: newPassword,
  })
  .meta({
    examples: [
      {
        token: "nV3mJx0q8yqk2m4o1R7uTz5hWcEbLdA9sPfGiK6YvXg",
        name: "Lee Novak",
        password: "Granite-Sparrow-58-Beacon",
      },
    ],
  });
