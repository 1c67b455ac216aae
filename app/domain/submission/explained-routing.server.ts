import { type Database, statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { tagsOf } from "~/values/tags";
import { recordSchema } from "~/values/text";
import { listFollowers, type PlannedMatch, planRouting, tagsToRouteBy } from "../../routing/route-submission.server";
import { sameTagsIn } from "../../routing/tag-groups.server";
import { clockOf } from "../promise/queries.server";
import { submissionRecord } from "./queries.server";

interface Person {
  id: string;
  name: string;
  email: string;
}

const SELECT_TAGS = `
  SELECT submission.tech_tags AS techTags, call.tech_tags AS callTags, submission.government_tags AS governmentTags
  FROM submission LEFT JOIN call ON call.id = submission.call_id
  WHERE submission.id = ?`;

/**
 * A submission for its reviewers: the record, and why each of them gets it. For each tag: where it comes from and how
 * many people follow it now. Also which of the people it names have a deactivated account. While the submission is SUBMITTED: the people that routing would find now. It writes nothing.
 */
export const reviewedSubmission = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run: async (context, { id }) => {
    const record = await submissionRecord.run(context, { id });
    const people = [record.submittedBy, record.reviewedBy, ...record.matches.map(({ user }) => user)];
    const ids = people.flatMap((person) => person?.id ?? []);
    const { db, settings, now } = context;
    return {
      ...record,
      routing: explainRouting(db, id),
      inactive: inactiveAmong(db, ids),
      promise: clockOf(db, settings.workingCalendar, now, record),
    };
  },
});

const SELECT_INACTIVE = "SELECT id FROM user WHERE active = 0 AND id IN (SELECT value FROM json_each(?))";

/** Which of these users have a deactivated account. */
const inactiveAmong = (db: Database, userIds: readonly string[]): string[] =>
  statement<{ id: string }>(db, SELECT_INACTIVE)
    .all(JSON.stringify(userIds))
    .map(({ id }) => id);

function explainRouting(db: Database, id: string) {
  const found = statement<{ techTags: string; callTags: string | null; governmentTags: string }>(db, SELECT_TAGS).get(
    id,
  );
  if (!found) throw notFound();
  const followers = listFollowers(db);
  const withSameTags = sameTagsIn(db);
  const [own, ofCall, ofGovernment] = [found.techTags, found.callTags ?? "", found.governmentTags].map(tagsOf);
  const [plan] = planRouting(db, [id], followers);
  return {
    tags: tagsToRouteBy(found)
      .map((tag) => ({ tag, same: withSameTags([tag]) }))
      .map(({ tag, same }) => ({
        tag,
        isOwn: own?.includes(tag) ?? false,
        isOfCall: ofCall?.includes(tag) ?? false,
        isOfGovernment: ofGovernment?.includes(tag) ?? false,
        followers: followers.filter(({ interests }) => interests.some((interest) => same.includes(interest))).length,
      })),
    preview: plan ? previewMatches(db, plan.matches) : null,
  };
}

const byName = ({ user: one }: { user: Person }, { user: other }: { user: Person }) =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : one.id < other.id ? -1 : 1;

function previewMatches(db: Database, matches: readonly PlannedMatch[]) {
  const people = peopleById(
    db,
    matches.map(({ userId }) => userId),
  );
  return matches.map(({ userId, ...match }) => ({ ...match, user: people.get(userId) as Person })).sort(byName);
}

const SELECT_PEOPLE = "SELECT id, name, email FROM user WHERE id IN (SELECT value FROM json_each(?))";

/** Some users, by their ids. */
export function peopleById(db: Database, userIds: readonly string[]): Map<string, Person> {
  const rows = statement<Person>(db, SELECT_PEOPLE).all(JSON.stringify(userIds));
  return new Map(rows.map((person) => [person.id, person]));
}
