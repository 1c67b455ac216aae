import { callRecord } from "~/domain/call/queries.server";
import { callStatus, callWithCounts } from "~/domain/call/responses";
import { updateCall } from "~/domain/call/update.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(callRecord, { summary: "Read a call and how many submissions answer it", data: callWithCounts }),
  PATCH: endpoint(updateCall, {
    summary: "Move a call to another status, edit it, or both",
    description:
      "What is not sent stays. The moves are DRAFT to PENDING or OPEN, PENDING to OPEN or back to DRAFT, OPEN to CLOSED, and CLOSED to OPEN; opening one that the public has not seen notifies industry. Content is edited while the call is DRAFT or PENDING. A call whose `releasesAt` has passed counts as OPEN.",
    data: callStatus,
  }),
});
