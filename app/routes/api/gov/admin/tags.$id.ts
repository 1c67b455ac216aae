import { deletePresetTag } from "~/domain/preset-tag/delete.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ DELETE: endpoint(deletePresetTag) });
