import { acceptInvitation } from "~/domain/industry-user/accept-invitation.server";
import { joinedUser } from "~/domain/invitation/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(acceptInvitation, {
    summary: "Accept an invitation",
    description:
      "Creates an account with the email and role of the invitation. The user can then sign in with `POST /api/session`.",
    status: 201,
    data: joinedUser,
  }),
});
