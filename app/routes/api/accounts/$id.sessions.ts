import * as z from "zod";
import { accountSession, endedSessions } from "~/domain/account-administration/responses";
import { endSessionsOfAccount, sessionsOfAccount } from "~/domain/session/of-account.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(sessionsOfAccount, {
    summary: "List where another person is signed in",
    data: z.array(accountSession),
  }),
  DELETE: endpoint(endSessionsOfAccount, {
    summary: "Sign another person out everywhere",
    description: "Ends all sessions, half-finished sign-ins and password links of the account.",
    data: endedSessions,
  }),
});
