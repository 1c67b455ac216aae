import * as z from "zod";
import { listSavedViews } from "~/domain/saved-view/queries.server";
import { savedView } from "~/domain/saved-view/responses";
import { saveView } from "~/domain/saved-view/save.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listSavedViews, {
    summary: "List your views of the list of submissions",
    data: z.object({ items: z.array(savedView).meta({ description: "By name." }) }),
  }),
  POST: endpoint(saveView, {
    summary: "Save a view of the list of submissions",
    description: "Only you see it. A view of the same name is replaced.",
    status: 201,
    data: savedView,
  }),
});
