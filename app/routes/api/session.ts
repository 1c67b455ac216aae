import { currentSession, viewSession } from "~/domain/session/queries.server";
import { session, signedOut } from "~/domain/session/responses";
import { signIn } from "~/domain/session/sign-in.server";
import { signOut } from "~/domain/session/sign-out.server";
import { SIGN_IN_FAILURES } from "~/values/limits";
import { api, endpoint } from "~/web/api/api.server";
import { endedSessionCookie, sessionCookie } from "~/web/transport/cookies.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(currentSession, {
    summary: "Get the signed-in user",
    description:
      "A session ends when it is idle too long, when it reaches its maximum age, or when the password changes. The service reads the user on every request, so a new role applies from the next request.",
    data: session,
  }),
  POST: endpoint(signIn, {
    summary: "Sign in",
    description: `Sets the session cookie. Send the cookie with every other request. If this request has a session, that session ends. After ${SIGN_IN_FAILURES.max} failures in ${SIGN_IN_FAILURES.windowSeconds / 60} minutes with the same email and client address, the service refuses that pair until the time has passed, even with the right password.`,
    data: session,
    view: ({ actor }) => viewSession(actor),
    headers: ({ token }, settings) => [["set-cookie", sessionCookie(settings, token)]],
  }),
  DELETE: endpoint(signOut, {
    summary: "Sign out",
    description: "Ends the session and clears the cookie.",
    data: signedOut,
    headers: (_result, settings) => [["set-cookie", endedSessionCookie(settings)]],
  }),
});
