import { accountsToConfirm, recertifyAccounts } from "~/domain/account-administration/recertification.server";
import { accountToConfirm, recertified } from "~/domain/account-administration/responses";
import { paged } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(accountsToConfirm, {
    summary: "List government accounts to confirm, the longest unconfirmed first",
    description:
      "Active accounts that you may administer and that nobody has confirmed for `RECERTIFY_DAYS`. Creating and reactivating an account confirm it. Empty if the setting is 0.",
    data: paged(accountToConfirm),
    view: ({ recertifyDays: _days, ...list }) => list,
  }),
  POST: endpoint(recertifyAccounts, {
    summary: "Confirm or deactivate government accounts",
    description: "Changes all of the accounts or none. Accounts that are already inactive are left as they are.",
    data: recertified,
  }),
});
