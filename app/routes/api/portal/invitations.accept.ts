import { acceptInvitation } from "~/domain/industry-user/accept-invitation.server";
import { joinedUser } from "~/domain/invitation/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(acceptInvitation, {
    summary: "Accept an invitation",
    description:
      "Makes an account with the email and the role that the invitation names; it signs in with `POST /api/session`.",
    status: 201,
    data: joinedUser,
  }),
});
