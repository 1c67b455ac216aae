import { createIdentityLink } from "~/domain/account-link/create-links.server";
import { accountLink } from "~/domain/account-link/responses";
import { LIMITS } from "~/values/limits";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(createIdentityLink, {
    summary: "Make a link to link another person's identity",
    description: `For services with single sign-on. The person opens the link and signs in at the provider. It works once, within ${LIMITS.accountLinkMinutes} minutes.`,
    body: "none",
    status: 201,
    data: accountLink,
    view: ({ url, expiresAt }) => ({ url, expiresAt }),
  }),
});
