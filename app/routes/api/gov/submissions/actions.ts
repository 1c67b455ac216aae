import { actOnSubmissions } from "~/domain/review/act-on-several.server";
import { resultsOfSeveral } from "~/domain/review/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(actOnSubmissions, {
    summary: "Do the same to several submissions",
    description:
      "Each submission follows the rules of the request for one: `PUT …/owner`, `PUT …/tags` or `PATCH …/status`. One that is refused does not stop the others, so the response is 200 even if all are.",
    data: resultsOfSeveral,
  }),
});
