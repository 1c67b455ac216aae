import { callRecord } from "~/domain/call/queries.server";
import { callStatus, callWithCounts } from "~/domain/call/responses";
import { updateCall } from "~/domain/call/update.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(callRecord, { summary: "Get a call with its number of submissions", data: callWithCounts }),
  PATCH: endpoint(updateCall, {
    summary: "Change a call's status, edit it, or both",
    description:
      "Fields you leave out keep their values. A DRAFT can become PENDING or OPEN. A PENDING call can become OPEN or go back to DRAFT. An OPEN call can become CLOSED, and a CLOSED one OPEN again. When you open a call that the public has not seen, the service notifies industry. You can edit a call's content only while it is DRAFT or PENDING. A PENDING call whose `releasesAt` has passed counts as OPEN.",
    data: callStatus,
  }),
});
