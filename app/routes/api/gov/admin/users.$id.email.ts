import { changeGovernmentEmail } from "~/domain/government-user/change-email.server";
import { sanitizedUser } from "~/domain/government-user/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(changeGovernmentEmail, {
    summary: "Change a government user's email",
    description: "The user signs in with the new one; the old one is free for its owner. Ends the user's sessions.",
    data: sanitizedUser,
  }),
});
