import { passwordChanged } from "~/domain/account/answers";
import { changePassword } from "~/domain/account/change-password.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(changePassword, {
    summary: "Change one's own password",
    description: "Ends every session of the caller, this one included: sign in again with the new password.",
    data: passwordChanged,
  }),
});
