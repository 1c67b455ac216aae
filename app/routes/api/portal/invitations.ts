import { listOrChanges } from "~/domain/answers";
import { invitation, newInvitation } from "~/domain/invitation/answers";
import { createInvitation } from "~/domain/invitation/create.server";
import { listInvitations } from "~/domain/invitation/queries.server";
import { api, endpoint } from "~/http/api.server";
import { LIMITS } from "~/limits";

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
