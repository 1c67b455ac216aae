import type { NotificationKind } from "#db/enumerations";
import { MESSAGE, QUESTION } from "../message/titles";
import { OVERDUE } from "../promise/clock";
import { NEW_MATCHES } from "../saved-search/titles";

/** The heading of each kind in a digest, and the name in its mail's footer. */
export const KIND_HEADINGS: Record<NotificationKind, string> = {
  SUBMISSION_MATCH: "Submissions routed to you",
  ENGAGEMENT_UPDATE: "Changes to your engagements",
  ANNOUNCEMENT: "Announcements",
  CALL_OPENED: "New open calls",
  SYSTEM: "Your records, saved searches and account",
};

interface Notified {
  kind: NotificationKind;
  /** As the service shows it now. */
  title: string;
  linkUrl: string | null;
}

/**
 * What mail and personal feeds say about a notification. They pass through servers that are not ours, so they repeat a
 * title only if the public may read it: announcements and calls. Of everything else they say only what happened, because
 * titles of submissions and engagements and names of organizations and people are confidential.
 */
export function disclosedTitle({ kind, title, linkUrl }: Notified): string {
  switch (kind) {
    case "ANNOUNCEMENT":
    case "CALL_OPENED":
      return title;
    case "SUBMISSION_MATCH":
      return "A submission matches your tags";
    case "ENGAGEMENT_UPDATE":
      return "An engagement that you follow changed";
    case "SYSTEM":
      return systemTitle(title, linkUrl);
  }
}

function systemTitle(title: string, linkUrl: string | null): string {
  // The person's own words.
  if (title.startsWith(NEW_MATCHES)) return "A saved search found something new";
  if (linkUrl?.startsWith("/calls/")) return title;
  if (linkUrl?.startsWith("/portal/submissions/")) {
    if (title.startsWith("Answered: ")) return "Your submission was answered";
    if (title.startsWith(QUESTION)) return "The government asks a question about your submission";
    if (title.startsWith(MESSAGE)) return "There is a message about your submission";
    return "Your submission was reviewed";
  }
  if (title.startsWith(OVERDUE)) return "A promised answer is overdue";
  if (linkUrl?.startsWith("/gov/submissions/")) return "There is news about a submission under review";
  if (linkUrl === "/portal/users") return "Someone joined your organization";
  return "There is a message about your records or account";
}

/** Whether mail shows the notification's own title. Otherwise its text is the same for many, and a list needs their times. */
export const hasOwnTitle = (notified: Notified): boolean => disclosedTitle(notified) === notified.title;

/** Whether mail and personal feeds mention a notification. A withdrawn announcement has no link any more. */
export const isDisclosed = ({ kind, linkUrl }: Pick<Notified, "kind" | "linkUrl">) =>
  !(kind === "ANNOUNCEMENT" && linkUrl === null);
