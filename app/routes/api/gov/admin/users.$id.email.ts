import { changeGovernmentEmail } from "~/domain/government-user/change-email.server";
import { sanitizedUser } from "~/domain/government-user/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(changeGovernmentEmail, {
    summary: "Change a government user's email",
    description:
      "The user signs in with the new email from now on, and the old one becomes available. Ends the user's sessions.",
    data: sanitizedUser,
  }),
});
