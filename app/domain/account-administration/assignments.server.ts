import { and, asc, eq, ne, or } from "drizzle-orm";
import { type Database, statement } from "#db/open";
import { user } from "#db/schema";
import { withoutCase } from "~/lists/listing.server";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { type AdministeredAccount, administeredAccount } from "./administered.server";
import { mayTakeOver, tagsFollowedBy } from "./hand-over.server";

interface Listed<Item> {
  total: number;
  items: Item[];
}

/** The account, and the inactive ones that it took over from. */
const RESPONSIBLE = "IN (SELECT id FROM user WHERE id = @id OR successor_id = @id)";

const REVIEWS = `
  FROM submission_match JOIN submission ON submission.id = submission_match.submission_id
  WHERE submission_match.user_id = @id AND submission.status = 'ROUTED'`;
const CALLS = `FROM call WHERE author_id ${RESPONSIBLE} AND status IN ('DRAFT', 'PENDING', 'OPEN')`;
const ENGAGEMENTS = `FROM engagement WHERE created_by ${RESPONSIBLE} AND status IN ('PLANNED', 'FOLLOW_UP')`;
const TASKS = `
  FROM engagement_task AS task JOIN engagement ON engagement.id = task.engagement_id
  WHERE task.owner_id = @id AND task.done_at IS NULL`;
const SUBMISSIONS = `
  FROM submission
  WHERE organization_id = @organizationId AND submitted_by ${RESPONSIBLE} AND status IN ('SUBMITTED', 'ROUTED')`;
const INVITATIONS = `
  FROM invitation
  WHERE organization_id = @organizationId AND invited_by = @id
    AND accepted_at IS NULL AND withdrawn_at IS NULL AND expires_at > @now`;

type Subject = { id: string; organizationId: string | null; now: string };

function list<Item>(db: Database, columns: string, from: string, order: string, subject: Subject): Listed<Item> {
  const total = statement<{ total: number }>(db, `SELECT count(*) AS total ${from}`).get(subject)?.total ?? 0;
  const items = statement<Item>(db, `SELECT ${columns} ${from} ORDER BY ${order} LIMIT ${LIMITS.assignmentsShown}`).all(
    subject,
  );
  return { total, items };
}

type Titled = { id: string; title: string };

/**
 * What is assigned or addressed to a person and would need someone else when they leave, newest first. What the person took
 * over from others is included.
 */
export const assignmentsOf = defineQuery({
  gate: "account administration",
  input: recordSchema,
  run(context, { id }) {
    const account = administeredAccount(context, id);
    return readAssignments(context.db, account, context.now);
  },
});

function readAssignments(db: Database, { id, organizationId }: AdministeredAccount, now: Date) {
  const subject = { id, organizationId, now: now.toISOString() };
  const isGovernment = organizationId === null;
  const none = { total: 0, items: [] };
  return {
    reviews: isGovernment
      ? list<Titled>(db, "submission.id, title", REVIEWS, "submission.created_at DESC, submission.id", subject)
      : none,
    calls: isGovernment ? list<Titled>(db, "id, title", CALLS, "created_at DESC, id", subject) : none,
    engagements: isGovernment ? list<Titled>(db, "id, title", ENGAGEMENTS, "date DESC, id", subject) : none,
    tasks: isGovernment
      ? list<{ id: string; text: string; engagementId: string }>(
          db,
          "task.id, task.text, task.engagement_id AS engagementId",
          TASKS,
          "task.due_date, task.id",
          subject,
        )
      : none,
    tags: isGovernment ? tagsFollowedBy(db, id) : [],
    submissions: isGovernment ? none : list<Titled>(db, "id, title", SUBMISSIONS, "created_at DESC, id", subject),
    invitations: isGovernment
      ? none
      : list<{ id: string; email: string }>(db, "id, email", INVITATIONS, "created_at DESC, id", subject),
  };
}

/**
 * The same for the page that hands it over: also who took over, if anyone, and the colleagues who may. Read-only users could
 * not do the work, so the page offers none unless one has taken over already.
 */
export const handoverOf = defineQuery({
  gate: "account administration",
  input: recordSchema,
  run(context, { id }) {
    const { db, now } = context;
    const account = administeredAccount(context, id);
    const { successorId } = account;
    const canWork = ne(user.role, "GOV_READONLY");
    const colleagues = db
      .select({ id: user.id, name: user.name, email: user.email, role: user.role })
      .from(user)
      .where(and(mayTakeOver(account), successorId === null ? canWork : or(canWork, eq(user.id, successorId))))
      .orderBy(asc(withoutCase(user.name)), asc(user.id))
      .limit(LIMITS.unpagedRows)
      .all();
    return { assignments: readAssignments(db, account, now), colleagues, successorId };
  },
});
