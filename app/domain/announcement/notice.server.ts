import { formattedExcerpt } from "~/values/formatted-text/parse.server";
import type { Notice } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";
import { EXCERPT_CHARACTERS } from "./rules";

/** The notification to industry. It has no tags, so a recipient's tag filter does not apply. */
export function announcementNotice({ id, title, body }: { id: string; title: string; body: string }): Notice {
  return {
    kind: "ANNOUNCEMENT",
    title,
    body: formattedExcerpt(body, EXCERPT_CHARACTERS),
    linkUrl: LINK_TO.announcement(id),
    tags: [],
  };
}
