import { currentSession, viewSession } from "~/domain/session/queries.server";
import { session, signedOut } from "~/domain/session/responses";
import { signIn } from "~/domain/session/sign-in.server";
import { signOut } from "~/domain/session/sign-out.server";
import { SIGN_IN_FAILURES } from "~/values/limits";
import { api, endpoint } from "~/web/api/api.server";
import { endedSessionCookie, sessionCookie } from "~/web/transport/cookies.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(currentSession, {
    summary: "Read who is signed in",
    description:
      "A session ends when it was not used for a while, at the latest some hours after it began, and with a change of the password. The user is read anew with each request, so that a changed role holds from the next one on.",
    data: session,
  }),
  POST: endpoint(signIn, {
    summary: "Sign in",
    description: `Sets the session cookie, which every other request is to bear; a session that the request came with ends. After ${SIGN_IN_FAILURES.max} failures in ${SIGN_IN_FAILURES.windowSeconds / 60} minutes with one email from one client address, both are refused together until that time has passed, even with the right password.`,
    data: session,
    view: ({ actor }) => viewSession(actor),
    headers: ({ token }, settings) => [["set-cookie", sessionCookie(settings, token)]],
  }),
  DELETE: endpoint(signOut, {
    summary: "Sign out",
    description: "Ends the session and clears its cookie.",
    data: signedOut,
    headers: (_result, settings) => [["set-cookie", endedSessionCookie(settings)]],
  }),
});
