import { formattedExcerpt } from "~/values/formatted-text/parse.server";
import { tagsOf } from "~/values/tags";
import type { Notification } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";
import { type Audience, EXCERPT_CHARACTERS } from "./rules";

const KIND = "ANNOUNCEMENT";

/** What a notification of an announcement says. */
export const announcementWords = ({ id, title, body }: { id: string; title: string; body: string }) => ({
  title,
  body: formattedExcerpt(body, EXCERPT_CHARACTERS),
  linkUrl: LINK_TO.announcement(id),
});

/** The notification to industry. Only one for people who follow certain tags has tags, which their tag filters compare. */
export function announcementNotification(
  announcement: { id: string; title: string; body: string } & Audience,
): Notification {
  return { ...announcementWords(announcement), ...audienceOf(announcement) };
}

/** Who a notification is for. */
export function audienceOf({
  audience,
  audienceTags,
  audienceSetAsides,
}: Audience): Pick<Notification, "kind" | "tags" | "audience"> {
  if (audience === "TAGS") return { kind: KIND, tags: tagsOf(audienceTags), audience: { tags: tagsOf(audienceTags) } };
  if (audience === "SET_ASIDES") return { kind: KIND, tags: [], audience: { setAsides: audienceSetAsides } };
  return { kind: KIND, tags: [] };
}
