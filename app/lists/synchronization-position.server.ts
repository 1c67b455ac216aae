import type { RecordType } from "#db/enumerations";
import type { Database } from "#db/open";
import { type ChainMark, continuesFrom } from "~/audit/chain.server";
import { seal, unseal } from "~/secrets/sealed-text.server";
import { invalidField } from "~/values/errors";

/* The text that a program sends again to go on copying a list (`next`), and what it stands for. */

/** Where a copy has come to. */
export interface Position {
  /** The last number that was looked at. */
  number: number;
  /** Where it began with a moment: what was written before it, up to this number, is passed over. */
  beginning?: { moment: string; until: number };
}

/** The lists that have a position of their own. */
type Kind = RecordType | "audit_event";

const POSITION = /^(\d{1,15}) (\S{1,64}) (\d{1,15}) ([\da-f]{16})(?: (\S{24}) (\d{1,15}))?$/;
/** Stands for the record of a number that no record has. */
export const NO_RECORD = "-";
export const ELSEWHERE = "belongs to another copy of the ledger: copy it again from the beginning";

/** A list as its position knows it: its kind, and whose records it has. */
interface PositionedList {
  type: Kind;
  organizationId?: string | null;
}

/** Another list's position, or the same list's as another organization reads it, does not open. */
const purposeOf = ({ type, organizationId }: PositionedList) =>
  `next ${type} ${organizationId === undefined ? "all" : JSON.stringify(organizationId)}`;

/**
 * What a program sends again to go on: the position, and where the chain of the audit log stood. It is sealed, since the
 * record at a position may be one that its reader may not see.
 */
export function positionText(
  db: Database,
  list: PositionedList,
  { number, beginning }: Position,
  mark: ChainMark,
  record: string = NO_RECORD,
): string {
  const begun = beginning && number < beginning.until ? [beginning.moment, beginning.until] : [];
  return seal(db, purposeOf(list), [number, record, mark.seq, mark.hash, ...begun].join(" "));
}

/**
 * @throws DomainError invalid_request where the text is no position in this list, or one of a history that this ledger
 *   does not have: after a restored backup numbers are given again, and to go on would miss what has them now.
 */
export function parsePosition(
  db: Database,
  text: string,
  list: PositionedList,
): Position & { record: string; mark: ChainMark } {
  const parts = POSITION.exec(unseal(db, purposeOf(list), text) ?? "");
  if (!parts) throw invalidField("updatedSince", "invalid", "is not what this list gave as next");
  const [, number, record = NO_RECORD, seq, hash = "", moment, until] = parts;
  const mark = { seq: Number(seq), hash };
  if (!continuesFrom(db, mark)) throw invalidField("updatedSince", "invalid", ELSEWHERE);
  const beginning = moment === undefined ? undefined : { moment, until: Number(until) };
  return { number: Number(number), beginning, record, mark };
}
