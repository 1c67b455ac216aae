import { changePassword } from "~/domain/account/change-password.server";
import { passwordChanged } from "~/domain/account/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(changePassword, {
    summary: "Change one's own password",
    description: "Ends every session of the caller, this one included: sign in again with the new password.",
    data: passwordChanged,
  }),
});
