import { createInvitation } from "~/domain/invitation/create.server";
import { listInvitations } from "~/domain/invitation/queries.server";
import { invitation, newInvitation } from "~/domain/invitation/responses";
import { LIMITS } from "~/values/limits";
import { listOrChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listInvitations, {
    summary: "List the open invitations to one's own organization, newest first",
    data: listOrChanges(invitation),
  }),
  POST: endpoint(createInvitation, {
    summary: "Invite somebody to one's own organization",
    description: `No email is sent: hand on the \`url\` that is answered. It is good for ${LIMITS.invitationDays} days, and once. An open invitation of the same email is withdrawn by it.`,
    status: 201,
    data: newInvitation,
  }),
});
