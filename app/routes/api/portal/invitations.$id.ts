import { withdrawInvitation } from "~/domain/invitation/withdraw.server";
import { deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  DELETE: endpoint(withdrawInvitation, {
    summary: "Withdraw an open invitation",
    description: "Its link stops working.",
    data: deleted,
  }),
});
