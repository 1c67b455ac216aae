import { acceptInvitation } from "~/domain/invitation/accept.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ POST: endpoint(acceptInvitation, { status: 201 }) });
