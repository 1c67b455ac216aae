import { deletePresetTag } from "~/domain/preset-tag/delete.server";
import { deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  DELETE: endpoint(deletePresetTag, {
    summary: "Delete a preset tag",
    description: "Records that have the tag keep it.",
    data: deleted,
  }),
});
