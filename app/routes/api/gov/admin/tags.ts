import { createPresetTag } from "~/domain/preset-tag/create.server";
import { listPresetTags } from "~/domain/preset-tag/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listPresetTags),
  POST: endpoint(createPresetTag, { status: 201 }),
});
