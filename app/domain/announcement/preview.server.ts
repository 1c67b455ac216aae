import { defineOperation } from "~/operations/operation.server";
import { invalidFields } from "~/values/errors";
import { formattedText } from "~/values/formatted-text/parse.server";
import { countIndustryReached } from "../../routing/deliver.server";
import { audienceOf } from "./notification.server";
import { audienceFaults, audienceFrom } from "./rules";
import { newAnnouncementSchema } from "./schema";

/** What an announcement would look like and how many people it would notify. It changes nothing, and is not audited. */
export const previewAnnouncement = defineOperation({
  gate: "publisher",
  input: newAnnouncementSchema,
  events: [],

  run({ db, actor }, input) {
    const { title, body, publishesAt = null } = input;
    const audience = audienceFrom(input);
    const faults = audienceFaults(audience);
    if (Object.keys(faults).length > 0) throw invalidFields(faults);
    return {
      values: { title, body, publishesAt: publishesAt ?? "", ...audience },
      title,
      author: actor.name,
      text: formattedText(body),
      people: countIndustryReached(db, audienceOf(audience)),
    };
  },
});
