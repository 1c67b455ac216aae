import { createInvitation } from "~/domain/invitation/create.server";
import { listInvitations } from "~/domain/invitation/queries.server";
import { invitation, newInvitation } from "~/domain/invitation/responses";
import { LIMITS } from "~/values/limits";
import { listOrChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listInvitations, {
    summary: "List your organization's open invitations, newest first",
    data: listOrChanges(invitation),
  }),
  POST: endpoint(createInvitation, {
    summary: "Invite someone to your organization",
    description: `Give the \`url\` of the response to the person. If the service sends mail, it also mails it. It works once, within ${LIMITS.invitationDays} days. A new invitation replaces an open one for the same email.`,
    status: 201,
    data: newInvitation,
  }),
});
