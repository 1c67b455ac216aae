import { GOVERNMENT_ROLES } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";

interface Person {
  id: string;
  name: string;
}

/** SQL of the people who can be mentioned in a note on the submission `@id`. */
const MAY_BE_MENTIONED = `
  user.active = 1 AND user.role IN (${GOVERNMENT_ROLES.map((role) => `'${role}'`).join(", ")})
  AND user.id NOT IN (SELECT user_id FROM review_recusal WHERE submission_id = @id)`;

const COUNT_MENTIONED = `SELECT count(*) AS total FROM user WHERE id IN (SELECT value FROM json_each(@ids)) AND ${MAY_BE_MENTIONED}`;

/** Whether all of these people can be mentioned in a note on a submission. */
export function mayAllBeMentioned(db: Database, submissionId: string, ids: readonly string[]): boolean {
  const found = statement<{ total: number }>(db, COUNT_MENTIONED).get({ id: submissionId, ids: JSON.stringify(ids) });
  return found?.total === ids.length;
}

/** The owner first, then who was asked for an opinion, who wrote something, and who it was routed to. */
const SELECT_INVOLVED = `
  SELECT user.id, user.name FROM (
    SELECT owner_id AS id, 0 AS place FROM submission WHERE id = @id
    UNION ALL SELECT user_id, 1 FROM review_opinion WHERE submission_id = @id
    UNION ALL SELECT author_id, 2 FROM review_note WHERE submission_id = @id
    UNION ALL SELECT author_id, 2 FROM assessment WHERE submission_id = @id
    UNION ALL SELECT user_id, 3 FROM submission_match WHERE submission_id = @id
  ) AS involved JOIN user ON user.id = involved.id
  WHERE ${MAY_BE_MENTIONED} AND user.id <> @actorId
  GROUP BY user.id ORDER BY min(involved.place), user.name, user.id LIMIT ${LIMITS.noteMentions}`;

const SELECT_OTHERS = `
  SELECT id, name FROM user
  WHERE ${MAY_BE_MENTIONED} AND id <> @actorId AND id NOT IN (SELECT value FROM json_each(@involved))
  ORDER BY name, id LIMIT ${LIMITS.unpagedRows}`;

/** The people that the caller can mention in a note: those who take part in the review, and everyone else. */
export const peopleToMention = defineQuery({
  gate: "gov write",
  input: recordSchema,
  run({ db, actor }, { id }) {
    const given = { id, actorId: actor.id };
    const involved = statement<Person>(db, SELECT_INVOLVED).all(given);
    const ids = JSON.stringify(involved.map((person) => person.id));
    return { involved, others: statement<Person>(db, SELECT_OTHERS).all({ ...given, involved: ids }) };
  },
});
