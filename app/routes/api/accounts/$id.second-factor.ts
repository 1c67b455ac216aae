import { removeSecondFactor } from "~/domain/second-factor/remove.server";
import { changed } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  DELETE: endpoint(removeSecondFactor, {
    summary: "Remove someone's second factor",
    description:
      "For a person who lost their phone and their recovery codes. It ends their sessions, and the service notifies them. They then sign in with their password.",
    data: changed,
  }),
});
