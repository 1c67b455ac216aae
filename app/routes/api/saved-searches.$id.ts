import { deleteSavedSearch } from "~/domain/saved-search/delete.server";
import { savedSearch } from "~/domain/saved-search/responses";
import { updateSavedSearch } from "~/domain/saved-search/update.server";
import { deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(updateSavedSearch, {
    summary: "Rename a saved search, or change its notifications",
    data: savedSearch,
  }),
  DELETE: endpoint(deleteSavedSearch, { summary: "Delete one of your saved searches", data: deleted }),
});
