import * as z from "zod";
import { api, endpoint } from "~/web/api/api.server";
import { publishedApi } from "~/web/openapi/described-routes.server";
import type { ApiDocument } from "~/web/openapi/types";

export const { loader, action, endpoints } = api({
  GET: endpoint(publishedApi, {
    summary: "Get this document",
    data: z.custom<ApiDocument>().meta({ type: "object", description: "An OpenAPI 3.1 document." }),
    envelope: false,
  }),
});
