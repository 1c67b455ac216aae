import { unlinkIdentityOfAccount } from "~/domain/identity/unlink.server";
import { changed } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  DELETE: endpoint(unlinkIdentityOfAccount, {
    summary: "Unlink someone's single sign-on",
    description:
      "For an identity that someone else linked. It ends the person's sessions, and the service notifies them. They then sign in with their password.",
    data: changed,
  }),
});
