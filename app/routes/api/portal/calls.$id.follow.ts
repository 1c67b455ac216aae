import { callFollowed, followCall } from "~/domain/call/follow.server";
import { callFollowing } from "~/domain/call/responses";
import { REMINDER_DAYS } from "~/domain/call/rules";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(callFollowed, { summary: "See whether you follow a call", data: callFollowing }),
  PUT: endpoint(followCall, {
    summary: "Follow a call, or stop following it",
    description: `We remind you once, ${REMINDER_DAYS} days before it closes.`,
    data: callFollowing,
  }),
});
