import { callsAtom } from "~/domain/feed/queries.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(callsAtom, { summary: "The open calls, as Atom", media: ["application/atom+xml"] }),
});
