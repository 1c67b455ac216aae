import { createPresetTag } from "~/domain/preset-tag/create.server";
import { listPresetTags } from "~/domain/preset-tag/queries.server";
import { presetTag } from "~/domain/preset-tag/responses";
import { listOrChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listPresetTags, { summary: "List preset tags by label", data: listOrChanges(presetTag) }),
  POST: endpoint(createPresetTag, {
    summary: "Create a preset tag",
    description: "Returns 409 if the label or one of the other names, as stored, already exists.",
    status: 201,
    data: presetTag,
  }),
});
