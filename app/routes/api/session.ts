import { currentSession, viewSession } from "~/domain/session/queries.server";
import { signIn } from "~/domain/session/sign-in.server";
import { signOut } from "~/domain/session/sign-out.server";
import { api, endpoint } from "~/http/api.server";
import { endedSessionCookie, sessionCookie } from "~/http/cookies.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(currentSession),
  POST: endpoint(signIn, {
    view: ({ actor }) => viewSession(actor),
    headers: ({ token }, settings) => [["set-cookie", sessionCookie(settings, token)]],
  }),
  DELETE: endpoint(signOut, { headers: (_result, settings) => [["set-cookie", endedSessionCookie(settings)]] }),
});
