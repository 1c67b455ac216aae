import { changePassword } from "~/domain/account/change-password.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ POST: endpoint(changePassword) });
