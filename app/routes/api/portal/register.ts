import { registerOrganization } from "~/domain/organization/register.server";
import { registration } from "~/domain/organization/responses";
import { LIMITS } from "~/values/limits";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(registerOrganization, {
    summary: "Register an organization and its first user",
    description:
      "The user administers the organization, and signs in with `POST /api/session`. What is not known may be left out, or sent as null or an empty text.",
    status: 201,
    jsonShape: LIMITS.registrationJson,
    data: registration,
  }),
});
