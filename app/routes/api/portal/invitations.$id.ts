import { deleted } from "~/domain/answers";
import { withdrawInvitation } from "~/domain/invitation/withdraw.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  DELETE: endpoint(withdrawInvitation, {
    summary: "Withdraw an open invitation",
    description: "Its link lets nobody in any more.",
    data: deleted,
  }),
});
