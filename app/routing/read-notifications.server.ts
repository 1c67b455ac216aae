import { type Database, statement, writeIfPossible } from "#db/open";
import { LINK_TO } from "./links";

/** The record that a user opened or acted on: identified by the link of its notifications, or a submission by its id. */
type Seen = { link: string } | { submissionId: string };

/** SQL of the links of a submission's notifications. */
const LINKS_TO_SUBMISSION = [
  LINK_TO.reviewedSubmission,
  LINK_TO.reviewedMessages,
  LINK_TO.ownSubmission,
  LINK_TO.ownMessages,
]
  .map((linkTo) => linkTo("' || @submissionId || '"))
  .map((link) => `'${link}'`)
  .join(", ");

/** The first uses the index of unread links, the second that index and the key that prevents a second notification of a submission. */
const UNREAD_OF = {
  link: `user_id = @userId AND link_url = @link AND "read" = 0`,
  submission: `user_id = @userId AND "read" = 0 AND (
    kind IN ('SUBMISSION_MATCH', 'SYSTEM') AND submission_id = @submissionId
    OR link_url IN (${LINKS_TO_SUBMISSION}))`,
};

const unreadOf = (seen: Seen) => ("link" in seen ? UNREAD_OF.link : UNREAD_OF.submission);

/** Marks a user's notifications about a record read, in the open transaction. */
export function markSeen(db: Database, userId: string, seen: Seen): void {
  statement(db, `UPDATE notification SET "read" = 1 WHERE ${unreadOf(seen)}`).run({ userId, ...seen });
}

/**
 * Marks a user's notifications about the page that they open read. It looks before it writes, because most pages have none.
 * If the database is locked, they stay unread.
 */
export function markOpened(db: Database, userId: string, { pathname, searchParams }: URL): void {
  const seen = shownAt(pathname, searchParams.get("submission"));
  if (!seen) return;
  const found = statement(db, `SELECT 1 FROM notification WHERE ${unreadOf(seen)} LIMIT 1`).get({ userId, ...seen });
  if (found) writeIfPossible(db, () => markSeen(db, userId, seen));
}

/** Pages that notifications link to but that show no record. */
const OTHER_PAGES = ["/account", "/portal/users", "/portal/submissions", "/gov/submissions"];
const RECORD =
  /^\/(gov\/announcements|announcements|gov\/calls|calls|gov\/engagements|gov\/submissions|portal\/submissions|gov\/organizations)\/([^/]+)$/;

/** The record of a page that notifications may be about; null if it has none. */
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
