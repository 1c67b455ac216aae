import { searchCodes } from "~/domain/classification-code/queries.server";
import { foundCodes } from "~/domain/classification-code/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(searchCodes, {
    summary: "Find NAICS or PSC codes by name",
    description: "Forms accept any code of the right form, also one that the table does not have.",
    data: foundCodes,
  }),
});
