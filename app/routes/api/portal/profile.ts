import { ownProfile } from "~/domain/organization/queries.server";
import { organizationProfile } from "~/domain/organization/responses";
import { updateProfile } from "~/domain/organization/update-profile.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(ownProfile, { summary: "Read one's own organization", data: organizationProfile }),
  PUT: endpoint(updateProfile, {
    summary: "Change one's own organization",
    description:
      "A field that is not sent stays as it is; null or an empty text clears it. Its name, and what government says of it, cannot be changed here: such fields are ignored.",
    data: organizationProfile,
  }),
});
