import { and, asc, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { GOVERNMENT_ROLES } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { command, engagementAttendee, user } from "#db/schema";
import { contains, withoutCase } from "~/lists/listing.server";
import { defineQuery } from "~/operations/operation.server";
import { invalidField } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { comparisonKey } from "~/values/text";

interface Attendee {
  id: string;
  name: string;
}

const SELECT_ATTENDEES = `
  SELECT attendee.engagement_id AS engagementId, user.id, user.name
  FROM json_each(?) AS given JOIN engagement_attendee AS attendee ON attendee.engagement_id = given.value
  JOIN user ON user.id = attendee.user_id ORDER BY user.name COLLATE NOCASE, user.id`;

/** The government users who take part in some engagements, by name, with one query for all. */
export function attendeesOf(db: Database, engagementIds: readonly string[]): Map<string, Attendee[]> {
  const rows = statement<Attendee & { engagementId: string }>(db, SELECT_ATTENDEES).all(JSON.stringify(engagementIds));
  const attendees = new Map<string, Attendee[]>();
  for (const { engagementId, ...person } of rows) {
    attendees.set(engagementId, [...(attendees.get(engagementId) ?? []), person]);
  }
  return attendees;
}

/** The same of one engagement, as IDs in a stable order. */
export function attendeeIdsOf(db: Database, engagementId: string): string[] {
  return db
    .select({ id: engagementAttendee.userId })
    .from(engagementAttendee)
    .where(eq(engagementAttendee.engagementId, engagementId))
    .all()
    .map(({ id }) => id)
    .sort();
}

const COUNT_ACCEPTED = `
  SELECT count(*) AS total FROM json_each(@ids) AS given CROSS JOIN user ON user.id = given.value
  WHERE user.role <> 'INDUSTRY' AND (user.active = 1 OR user.id IN (SELECT value FROM json_each(@present)))`;

/**
 * @param present the people who attend already, who may have left the agency since
 * @throws DomainError invalid_request if one is not an active government user
 */
export function refuseMissingAttendees(db: Database, ids: readonly string[], present: readonly string[] = []): void {
  const given = { ids: JSON.stringify(ids), present: JSON.stringify(present) };
  const accepted = statement<{ total: number }>(db, COUNT_ACCEPTED).get(given)?.total ?? 0;
  if (accepted < ids.length) throw invalidField("attendeeIds", "not_found", "Choose only active government users");
}

const DELETE_OTHERS =
  "DELETE FROM engagement_attendee WHERE engagement_id = @id AND user_id NOT IN (SELECT value FROM json_each(@ids))";
const INSERT_NEW = `
  INSERT INTO engagement_attendee (engagement_id, user_id, added_at) SELECT @id, value, @at FROM json_each(@ids)
  WHERE true ON CONFLICT DO NOTHING`;

/** Replaces an engagement's attendees. Those who stay keep the time at which they were added. */
export function linkAttendees(db: Database, id: string, attendeeIds: readonly string[], now: Date): void {
  const given = { id, ids: JSON.stringify(attendeeIds) };
  statement(db, DELETE_OTHERS).run(given);
  statement(db, INSERT_NEW).run({ ...given, at: now.toISOString() });
}

/** How many people a form offers at a time, besides those already selected. */
const CHOICES_OFFERED = 20;
const NAME_CHARACTERS = 255;

const EMAIL_NAME = sql`substr(${user.email}, 1, instr(${user.email}, '@') - 1)`;

/**
 * People called so by part of the name, or by the email or the abbreviation of the command. An email usually has the name
 * without accents, as many people type it: "tomas" for Tomás. Its domain would find the whole agency.
 */
const isCalled = (q: string) =>
  or(
    contains(user.name, q),
    contains(EMAIL_NAME, q),
    eq(user.email, q.toLowerCase()),
    eq(command.abbreviationKey, comparisonKey(q)),
  );

const selectGovernment = (db: Database, where: SQL | undefined) =>
  db
    .select({ id: user.id, name: user.name, command: command.abbreviation })
    .from(user)
    .leftJoin(command, eq(command.id, user.commandId))
    .where(and(inArray(user.role, [...GOVERNMENT_ROLES]), where));

/**
 * Government users to choose attendees from: those already selected, and others whose name, email or command fits the text,
 * the reader and the reader's command first. Also says whether more match.
 */
export const attendeeChoices = defineQuery({
  gate: "engagement write",
  // Text longer than any name is cut, because a form that is being filled in should not show an error for it.
  input: z.object({
    chosenIds: z.array(z.string()).default([]),
    q: z
      .string()
      .default("")
      .transform((text) => text.trim().slice(0, NAME_CHARACTERS)),
  }),
  run({ db, actor }, { chosenIds, q }) {
    const isChosen = sql`${user.id} IN (SELECT value FROM json_each(${JSON.stringify(chosenIds)}))`;
    const fits = q === "" ? undefined : isCalled(q);
    const byName = [asc(withoutCase(user.name)), asc(user.id)];
    const isFarther = sql`${user.commandId} IS NOT ${actor.commandId}`;
    const others = selectGovernment(db, and(eq(user.active, true), sql`NOT ${isChosen}`, fits))
      .orderBy(asc(ne(user.id, actor.id)), asc(isFarther), ...byName)
      .limit(CHOICES_OFFERED + 1)
      .all();
    return {
      /** Whether a selected person matches the text. */
      isChosen: selectGovernment(db, and(isChosen, fits)).limit(1).get() !== undefined,
      chosen: selectGovernment(db, isChosen)
        .orderBy(...byName)
        .limit(LIMITS.engagementAttendees)
        .all(),
      offered: others.slice(0, CHOICES_OFFERED),
      hasMore: others.length > CHOICES_OFFERED,
    };
  },
});
