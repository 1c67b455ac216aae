import { createFeedAddress, ownFeedAddress, revokeFeedAddress } from "~/domain/personal-feed/address.server";
import { feedAddress, feedAddressRevoked, newFeedAddress } from "~/domain/personal-feed/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(ownFeedAddress, { summary: "See whether you have a personal feed address", data: feedAddress }),
  POST: endpoint(createFeedAddress, {
    summary: "Make your personal feed address",
    description:
      "The addresses of your calendar and your notifications, for programs such as Outlook. Anyone who knows them can read both, so keep them secret. A new address replaces an earlier one. Whatever ends all your sessions, such as a new password, also ends it.",
    body: "none",
    status: 201,
    data: newFeedAddress,
  }),
  DELETE: endpoint(revokeFeedAddress, { summary: "Revoke your personal feed address", data: feedAddressRevoked }),
});
