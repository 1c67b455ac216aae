import { registration } from "~/domain/organization/answers";
import { registerOrganization } from "~/domain/organization/register.server";
import { api, endpoint } from "~/http/api.server";
import { LIMITS } from "~/limits";

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
