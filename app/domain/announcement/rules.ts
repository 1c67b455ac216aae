import { excerptOf } from "~/values/excerpt";
import type { Notice } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";

/** How much of an announcement's text a notification and a list show. */
export const EXCERPT_CHARACTERS = 200;

/** The notification to industry. It has no tags, so a recipient's tag filter does not apply. */
export function announcementNotice({ id, title, body }: { id: string; title: string; body: string }): Notice {
  return {
    kind: "ANNOUNCEMENT",
    title,
    body: excerptOf(body, EXCERPT_CHARACTERS),
    linkUrl: LINK_TO.announcement(id),
    tags: [],
  };
}
