import type { RecordType } from "#db/enumerations";
import type { Database } from "#db/open";
import { type ChainMark, continuesFrom } from "~/audit/chain.server";
import { seal, unseal } from "~/secrets/sealed-text.server";
import { invalidField } from "~/values/errors";

/* The text with which a program continues to copy a list (`next`), and the position that it stands for. */

/** How far a copy has come. */
export interface Position {
  /** The last number that the copy has seen. */
  number: number;
  /** If the copy began with a date and time: it skips what was written before that, up to this number. */
  beginning?: { moment: string; until: number };
}

type Kind = RecordType | "audit_event";

const POSITION = /^(\d{1,15}) (\S{1,64}) (\d{1,15}) ([\da-f]{16})(?: (\S{24}) (\d{1,15}))?$/;
/** Stands for the record if no record has the number. */
export const NO_RECORD = "-";
export const ELSEWHERE = "This position is from another copy of the ledger. Copy the list again from the beginning";

/** Which list a position belongs to, and whose records that list has. */
interface PositionedList {
  type: Kind;
  organizationId?: string | null;
}

/**
 * Part of the seal. A position of another list, or of the same list as another organization reads it, does not open.
 */
const purposeOf = ({ type, organizationId }: PositionedList) =>
  `next ${type} ${organizationId === undefined ? "all" : JSON.stringify(organizationId)}`;

/**
 * Seals a position, together with the last hash of the audit log then. Sealed because the record at a position may be
 * one that its reader may not see.
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
 * @throws DomainError invalid_request if the text is not a position in this list, or comes from a history that this
 *   ledger does not have. After a restore, numbers are given again. Continuing would miss the records that have those
 *   numbers now.
 */
export function parsePosition(
  db: Database,
  text: string,
  list: PositionedList,
): Position & { record: string; mark: ChainMark } {
  const parts = POSITION.exec(unseal(db, purposeOf(list), text) ?? "");
  if (!parts) throw invalidField("updatedSince", "invalid", "Send the `next` of an earlier response of this list");
  const [, number, record = NO_RECORD, seq, hash = "", moment, until] = parts;
  const mark = { seq: Number(seq), hash };
  if (!continuesFrom(db, mark)) throw invalidField("updatedSince", "invalid", ELSEWHERE);
  const beginning = moment === undefined ? undefined : { moment, until: Number(until) };
  return { number: Number(number), beginning, record, mark };
}
