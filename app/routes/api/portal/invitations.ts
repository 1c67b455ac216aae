import { createInvitation } from "~/domain/invitation/create.server";
import { listInvitations } from "~/domain/invitation/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listInvitations),
  POST: endpoint(createInvitation, { status: 201 }),
});
