import { createPresetTag } from "~/domain/preset-tag/create.server";
import { listPresetTags } from "~/domain/preset-tag/queries.server";
import { presetTag } from "~/domain/preset-tag/responses";
import { listOrChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listPresetTags, { summary: "List the preset tags, by label", data: listOrChanges(presetTag) }),
  POST: endpoint(createPresetTag, {
    summary: "Create a preset tag",
    description: "Refused with 409 where its label, as it is kept, is there already.",
    status: 201,
    data: presetTag,
  }),
});
