import { organization } from "~/domain/organization/responses";
import { setOrganizationIdentity } from "~/domain/organization/set-identity.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(setOrganizationIdentity, {
    summary: "Correct an organization's name, UEI or CAGE code",
    description:
      "Fields you leave out keep their values, and null clears a code. Another organization can then use the old name or code.",
    data: organization,
  }),
});
