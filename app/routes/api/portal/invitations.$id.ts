import { withdrawInvitation } from "~/domain/invitation/withdraw.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ DELETE: endpoint(withdrawInvitation) });
