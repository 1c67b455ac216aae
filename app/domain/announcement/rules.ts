import { excerptOf } from "~/values/excerpt";
import type { Notice } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";

/** What of an announcement's text a notice and a list show. */
export const EXCERPT_CHARACTERS = 200;

/** What industry is told of an announcement. It carries no tags, so a recipient's tag filter does not apply to it. */
export function announcementNotice({ id, title, body }: { id: string; title: string; body: string }): Notice {
  return {
    kind: "ANNOUNCEMENT",
    title,
    body: excerptOf(body, EXCERPT_CHARACTERS),
    linkUrl: LINK_TO.announcement(id),
    tags: [],
  };
}
