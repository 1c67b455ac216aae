import { registerOrganization } from "~/domain/organization/register.server";
import { registration } from "~/domain/organization/responses";
import { LIMITS } from "~/values/limits";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(registerOrganization, {
    summary: "Register an organization and its first user",
    description:
      "The user becomes the organization's administrator and can sign in with `POST /api/session`. You can leave out optional fields, or send null or empty text.",
    status: 201,
    jsonShape: LIMITS.registrationJson,
    data: registration,
  }),
});
