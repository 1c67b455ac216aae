import { requestPasswordLink } from "~/domain/account-link/request-password-link.server";
import { passwordLinkRequested } from "~/domain/account-link/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(requestPasswordLink, {
    summary: "Ask for a password link by email",
    description: "For services that send mail. The response is the same for every email.",
    data: passwordLinkRequested,
  }),
});
