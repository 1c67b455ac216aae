import { deleteView } from "~/domain/saved-view/delete.server";
import { deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  DELETE: endpoint(deleteView, { summary: "Delete one of your views", data: deleted }),
});
