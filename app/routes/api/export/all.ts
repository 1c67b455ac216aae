import { z } from "zod";
import { exportBundle } from "~/domain/export/export-bundle.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(exportBundle, {
    media: ["application/json"],
    data: z.object({ data: z.record(z.string(), z.array(z.unknown())) }),
  }),
});
