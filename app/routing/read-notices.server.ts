import { type Database, statement, writeIfPossible } from "#db/open";
import { LINK_TO } from "./links";

/** What notifications are about, as far as one can open it or act on it: by their link, or a submission by its id. */
export type Seen = { link: string } | { submissionId: string };

/** By the index of unread links, and by the key that keeps notices of a submission from being sent twice. */
const UNREAD_OF = {
  link: `user_id = @userId AND link_url = @link AND "read" = 0`,
  submission: `user_id = @userId AND kind IN ('SUBMISSION_MATCH', 'SYSTEM') AND submission_id = @submissionId AND "read" = 0`,
};

const unreadOf = (seen: Seen) => ("link" in seen ? UNREAD_OF.link : UNREAD_OF.submission);

/** Marks a user's notifications of what they have opened or acted on read, in the transaction that is open. */
export function markSeen(db: Database, userId: string, seen: Seen): void {
  statement(db, `UPDATE notification SET "read" = 1 WHERE ${unreadOf(seen)}`).run({ userId, ...seen });
}

/**
 * Marks what leads to a page read, for a user who opens it. It looks before it writes, since nearly every page that is
 * opened has none; and where nothing can be written just now, the notification stays unread.
 */
export function markOpened(db: Database, userId: string, { pathname, searchParams }: URL): void {
  const seen = shownAt(pathname, searchParams.get("submission"));
  if (!seen) return;
  const found = statement(db, `SELECT 1 FROM notification WHERE ${unreadOf(seen)} LIMIT 1`).get({ userId, ...seen });
  if (found) writeIfPossible(db, () => markSeen(db, userId, seen));
}

/** The pages that notifications lead to without being about a record. */
const OTHER_PAGES = ["/account", "/portal/users"];
const RECORD =
  /^\/(gov\/announcements|announcements|gov\/calls|calls|gov\/engagements|gov\/submissions|portal\/submissions|gov\/organizations)\/([^/]+)$/;

/** What a page shows that a notification may be about; null where it is nothing. */
function shownAt(pathname: string, submission: string | null): Seen | null {
  if (OTHER_PAGES.includes(pathname)) return { link: pathname };
  const [, folder = "", id = ""] = pathname.match(RECORD) ?? [];
  switch (folder) {
    case "announcements":
    case "gov/announcements":
      return { link: LINK_TO.announcement(id) };
    case "calls":
    case "gov/calls":
      return { link: LINK_TO.call(id) };
    case "gov/engagements":
      return { link: LINK_TO.engagement(id) };
    case "gov/submissions":
    case "portal/submissions":
      return { submissionId: id };
    case "gov/organizations":
      // The page leaves out the submission of another organization, whose notification has another link.
      return submission === null ? null : { link: LINK_TO.routedSubmission(id, submission) };
    default:
      return null;
  }
}
