import { deleted } from "~/domain/answers";
import { deletePresetTag } from "~/domain/preset-tag/delete.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  DELETE: endpoint(deletePresetTag, {
    summary: "Delete a preset tag",
    description: "Records that bear it keep it.",
    data: deleted,
  }),
});
