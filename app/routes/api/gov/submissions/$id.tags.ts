import { governmentTags } from "~/domain/review/responses";
import { setGovernmentTags } from "~/domain/review/set-tags.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PUT: endpoint(setGovernmentTags, {
    summary: "Replace the government's own tags of a submission",
    description:
      "The service routes the submission again: people who follow one of the tags become reviewers too. Nobody is removed. Industry never sees these tags.",
    data: governmentTags,
  }),
});
