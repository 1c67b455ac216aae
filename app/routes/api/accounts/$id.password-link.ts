import { createPasswordLink } from "~/domain/account-link/create-links.server";
import { accountLink } from "~/domain/account-link/responses";
import { LIMITS } from "~/values/limits";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(createPasswordLink, {
    summary: "Make a link to set another person's password",
    description: `The service does not mail this link: give the \`url\` of the response to the person. It works once, within ${LIMITS.accountLinkMinutes} minutes. A new link replaces an earlier one. A changed password or a deactivation revokes it. After a takeover, send \`removeSecondFactor\`: an intruder may have added an app or a passkey. Otherwise send an empty object.`,
    status: 201,
    data: accountLink,
    view: ({ url, expiresAt }) => ({ url, expiresAt }),
  }),
});
