import { organization } from "~/domain/organization/responses";
import { setOrganizationIdentity } from "~/domain/organization/set-identity.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(setOrganizationIdentity, {
    summary: "Correct an organization's name, UEI or CAGE code",
    description:
      "What is not sent stays, and null clears a code. What is given up here is free for the organization that owns it.",
    data: organization,
  }),
});
