import { deletePresetTag } from "~/domain/preset-tag/delete.server";
import { presetTag } from "~/domain/preset-tag/responses";
import { updatePresetTag } from "~/domain/preset-tag/update.server";
import { deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(updatePresetTag, {
    summary: "Change a preset tag's other names",
    description: "Submissions with one of the names go to people who follow another one. The label never changes.",
    data: presetTag,
  }),
  DELETE: endpoint(deletePresetTag, {
    summary: "Delete a preset tag",
    description: "Records that have the tag keep it.",
    data: deleted,
  }),
});
