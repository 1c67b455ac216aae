import { ownPreferences, updatePreferences } from "~/domain/account/preferences.server";
import { preferences } from "~/domain/account/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(ownPreferences, { summary: "Get your preferences", data: preferences }),
  PUT: endpoint(updatePreferences, { summary: "Change your preferences", data: preferences }),
});
