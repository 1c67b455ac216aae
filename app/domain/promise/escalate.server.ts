import { setImmediate as nextTurn } from "node:timers/promises";
import type { EscalationLevel } from "#db/enumerations";
import { type Database, immediateTransaction, statement, whenUnlocked } from "#db/open";
import { auditFor } from "~/operations/caller.server";
import type { Services } from "~/operations/services";
import { formatDay } from "~/values/format";
import { LIMITS } from "~/values/limits";
import { dayIn } from "~/values/time-zone";
import { deliverTo } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";
import { administratorsDay, OVERDUE } from "./clock";
import { clocksOf, IS_PROMISED } from "./queries.server";

/*
 * Tells people of promises that were missed: first the leads of the command, then the administrators. Housekeeping calls
 * it. Each level hears of a submission once (promise_escalation).
 */

type EscalationServices = Pick<Services, "db" | "clock" | "newId" | "settings">;

interface Missed {
  id: string;
  answerBy: string;
  createdAt: string;
  archivedAt: null;
  ownerId: string | null;
  organizationId: string;
  title: string;
  organizationName: string;
  ownerName: string | null;
  leadsTold: 0 | 1;
  administratorsTold: 0 | 1;
}

const wasTold = (level: EscalationLevel) =>
  `EXISTS (SELECT 1 FROM promise_escalation WHERE submission_id = piece.id AND level = '${level}')`;

// The inner query reads only the index.
const SELECT_PIECE = `
  SELECT piece.id, piece.answerBy, submission.created_at AS createdAt, NULL AS archivedAt,
    submission.owner_id AS ownerId, submission.organization_id AS organizationId, submission.title,
    organization.name AS organizationName, owner.name AS ownerName,
    ${wasTold("LEAD")} AS leadsTold, ${wasTold("ADMINISTRATORS")} AS administratorsTold
  FROM (
    SELECT submission.id, submission.answer_by AS answerBy FROM submission INDEXED BY submission_promised
    WHERE ${IS_PROMISED} AND submission.answer_by < @today AND (submission.answer_by, submission.id) > (@answerBy, @id)
    ORDER BY submission.answer_by, submission.id LIMIT ${LIMITS.escalatedAtOnce}) AS piece
  CROSS JOIN submission ON submission.id = piece.id
  JOIN organization ON organization.id = submission.organization_id
  LEFT JOIN user AS owner ON owner.id = submission.owner_id
  ORDER BY piece.answerBy, piece.id`;

/** People who recused themselves take no part in the review. */
const IS_REACHED = `user.active = 1
  AND NOT EXISTS (SELECT 1 FROM review_recusal WHERE submission_id = @id AND user_id = user.id)`;
const SELECT_LEADS = `
  SELECT user.id AS userId FROM user WHERE user.role = 'GOV_COMMAND_LEAD' AND ${IS_REACHED} AND user.command_id IN (
    SELECT owner.command_id FROM user AS owner WHERE owner.id = @ownerId
    UNION
    SELECT reviewer.command_id FROM submission_match AS match JOIN user AS reviewer ON reviewer.id = match.user_id
    WHERE @ownerId IS NULL AND match.submission_id = @id)`;
const SELECT_ADMINISTRATORS = `
  SELECT user.id AS userId FROM user WHERE user.role IN ('GOV_ADMIN', 'GOV_SYSTEM_ADMIN') AND ${IS_REACHED}`;
const INSERT_LEVEL = "INSERT INTO promise_escalation (submission_id, level, created_at) VALUES (@id, @level, @now)";

type Place = Pick<Missed, "answerBy" | "id">;

/** Escalates missed promises, some at a time. @returns how many times people were told */
export async function escalateMissed(services: EscalationServices): Promise<number> {
  const { db } = services;
  let told = 0;
  let place: Place | null = { answerBy: "", id: "" };
  while (place !== null) {
    const from: Place = place;
    const piece = readPiece(services, from);
    if (piece.missed.length > 0) {
      told += await whenUnlocked(db, () => immediateTransaction(db, () => tellOf(services, from)));
    }
    place = piece.last;
    await nextTurn();
  }
  return told;
}

/** Looks at the next submissions past their promised day. @returns those that someone must hear of now */
function readPiece({ db, clock, settings }: EscalationServices, after: Place) {
  const { workingCalendar: calendar } = settings;
  const now = clock();
  const today = dayIn(calendar.timeZone, now);
  const rows = statement<Missed>(db, SELECT_PIECE).all({ ...after, today });
  const open = rows.filter(({ administratorsTold }) => administratorsTold === 0);
  const clocks = clocksOf(db, calendar, now, open);
  const missed = open.flatMap((row) => {
    const { isOverdue = false, dueOn = null } = clocks.get(row.id) ?? {};
    if (!isOverdue || dueOn === null) return [];
    const isTime = row.leadsTold === 0 || today >= administratorsDay(calendar, dueOn);
    return isTime ? [{ ...row, dueOn }] : [];
  });
  return { missed, last: rows.length < LIMITS.escalatedAtOnce ? null : (rows.at(-1) ?? null) };
}

function tellOf(services: EscalationServices, after: Place): number {
  const { db, newId, clock } = services;
  const now = clock();
  const { missed } = readPiece(services, after);
  const caller = { actor: null, sessionHash: null, ip: "localhost", userAgent: null, requestId: newId(), origin: "" };
  const audit = auditFor(services, caller, now);
  for (const { id, answerBy, dueOn, ownerId, organizationId, leadsTold, ...shown } of missed) {
    const leads = leadsTold === 0 ? readPeople(db, SELECT_LEADS, { id, ownerId }) : [];
    const level: EscalationLevel = leads.length > 0 ? "LEAD" : "ADMINISTRATORS";
    const people = leads.length > 0 ? leads : readPeople(db, SELECT_ADMINISTRATORS, { id });
    deliverTo(db, people, notificationOf(id, dueOn, shown), now);
    statement(db, INSERT_LEVEL).run({ id, level, now: now.toISOString() });
    if (leadsTold === 1) continue;
    const target = { targetType: "submission", targetId: id, organizationId };
    audit("promise_missed", { ...target, details: { dueOn, answerBy, ownerId, level } });
  }
  return missed.length;
}

const readPeople = (db: Database, text: string, given: object) => statement<{ userId: string }>(db, text).all(given);

function notificationOf(id: string, dueOn: string, shown: Pick<Missed, "title" | "organizationName" | "ownerName">) {
  const owner = shown.ownerName === null ? "Nobody has taken it." : `${shown.ownerName} has taken it.`;
  return {
    kind: "SYSTEM",
    title: `${OVERDUE}${shown.title}`,
    body: `We promised ${shown.organizationName} an answer by ${formatDay(new Date(dueOn))}. ${owner}`,
    linkUrl: LINK_TO.reviewedSubmission(id),
    tags: [],
  } as const;
}
