import { z } from "zod";
import { INDUSTRY_ROLES } from "#db/enumerations";
import { email, identifier, line, newPassword, oneOf } from "../text";

/** POST /api/portal/invitations. */
export const newInvitationSchema = z.object({ email, industryRole: oneOf(INDUSTRY_ROLES) });

/** POST /api/portal/invitations/accept, and the form of /invitations/<token>. */
export const acceptanceSchema = z.object({
  token: identifier(),
  name: line(2, 255),
  password: newPassword,
});
