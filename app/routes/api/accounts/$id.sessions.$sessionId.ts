import { endedSessions } from "~/domain/account-administration/responses";
import { endSessionOfAccount } from "~/domain/session/of-account.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  DELETE: endpoint(endSessionOfAccount, { summary: "End one session of another person", data: endedSessions }),
});
