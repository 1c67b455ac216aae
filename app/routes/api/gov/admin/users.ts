import { createGovernmentUser } from "~/domain/government-user/create.server";
import { listGovernmentUsers } from "~/domain/government-user/queries.server";
import { governmentUser, sanitizedUser } from "~/domain/government-user/responses";
import { updateGovernmentUser } from "~/domain/government-user/update.server";
import { listOrChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

const ASSIGNMENT =
  "A `GOV_COMMAND_LEAD` assigns `GOV_READONLY` and `GOV_POC` within its own command, a `GOV_ADMIN` every role but `GOV_SYSTEM_ADMIN`, a `GOV_SYSTEM_ADMIN` every role; nobody changes a user whose present role they could not assign (403).";

export const { loader, action, endpoints } = api({
  GET: endpoint(listGovernmentUsers, {
    summary: "List the government users, by name",
    data: listOrChanges(governmentUser),
  }),
  POST: endpoint(createGovernmentUser, {
    summary: "Create a government user",
    description: `The user must change the password that is sent before doing anything else.\n\n${ASSIGNMENT}`,
    status: 201,
    data: sanitizedUser,
  }),
  PATCH: endpoint(updateGovernmentUser, {
    summary: "Change a government user's role, command or title",
    description: `What is not sent stays; the change holds from the user's next request on. The last system administrator stays one (400).\n\n${ASSIGNMENT}`,
    data: sanitizedUser,
  }),
});
