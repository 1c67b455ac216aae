import { createGovernmentUser } from "~/domain/government-user/create.server";
import { listGovernmentUsers } from "~/domain/government-user/queries.server";
import { updateGovernmentUser } from "~/domain/government-user/update.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listGovernmentUsers),
  POST: endpoint(createGovernmentUser, { status: 201 }),
  PATCH: endpoint(updateGovernmentUser),
});
