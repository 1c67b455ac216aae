import { changePassword } from "~/domain/account/change-password.server";
import { passwordChanged } from "~/domain/account/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(changePassword, {
    summary: "Change your password",
    description: "Ends all your sessions, including this one. Sign in again with the new password.",
    data: passwordChanged,
  }),
});
