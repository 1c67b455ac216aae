import { compareSubmissions } from "~/domain/assessment/compare.server";
import { comparison } from "~/domain/assessment/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(compareSubmissions, {
    summary: "Compare a call's submissions",
    description: "The list leaves out archived submissions.",
    data: comparison,
  }),
});
