import { ownProfile } from "~/domain/organization/queries.server";
import { organizationProfile } from "~/domain/organization/responses";
import { updateProfile } from "~/domain/organization/update-profile.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(ownProfile, { summary: "Get your organization's profile", data: organizationProfile }),
  PUT: endpoint(updateProfile, {
    summary: "Change your organization's profile",
    description:
      "Fields you leave out keep their values. Null or empty text clears a field. You cannot change the organization's name or the fields that the government sets: the service ignores them here.",
    data: organizationProfile,
  }),
});
