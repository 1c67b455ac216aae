import { passwordChanged } from "~/domain/account/responses";
import { setPasswordByLink } from "~/domain/account-link/set-password-by-link.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(setPasswordByLink, {
    summary: "Set a password with a one-time link",
    description: "Ends all sessions of the account. The person then signs in with `POST /api/session`.",
    data: passwordChanged,
    view: ({ changed }) => ({ changed }),
  }),
});
