import { createGovernmentUser } from "~/domain/government-user/create.server";
import { listGovernmentUsers } from "~/domain/government-user/queries.server";
import { governmentUser, sanitizedUser } from "~/domain/government-user/responses";
import { updateGovernmentUser } from "~/domain/government-user/update.server";
import { listOrChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

const ASSIGNMENT =
  "A `GOV_COMMAND_LEAD` may assign `GOV_READONLY` and `GOV_POC` within their own command. A `GOV_ADMIN` may assign every role except `GOV_SYSTEM_ADMIN`. A `GOV_SYSTEM_ADMIN` may assign every role. You cannot change a user whose current role you may not assign (403).";

export const { loader, action, endpoints } = api({
  GET: endpoint(listGovernmentUsers, {
    summary: "List government users by name",
    data: listOrChanges(governmentUser),
  }),
  POST: endpoint(createGovernmentUser, {
    summary: "Create a government user",
    description: `The user must change this password before doing anything else.\n\n${ASSIGNMENT}`,
    status: 201,
    data: sanitizedUser,
  }),
  PATCH: endpoint(updateGovernmentUser, {
    summary: "Change a government user, or deactivate or reactivate the account",
    description: `Fields you leave out keep their values. The change applies from the user's next request. A deactivated user is signed out and cannot sign in. You cannot change the role of the last system administrator, or deactivate that account or your own (400).\n\n${ASSIGNMENT}`,
    data: sanitizedUser,
  }),
});
