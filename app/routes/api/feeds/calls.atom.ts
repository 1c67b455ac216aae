import { callsAtom } from "~/domain/feed/queries.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(callsAtom, { summary: "Get open calls as Atom", media: ["application/atom+xml"] }),
});
