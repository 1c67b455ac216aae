/** Who asks. Each sees another part of the ledger. */
export type Audience = "government" | "company" | "public";

/** What a good answer shows: one record by the beginning of its title, or any record that has a tag or a sentence. */
export type Wanted =
  | { type: RecordType; title: string }
  | { type: "tagged"; tag: string }
  | { type: "written"; sentence: string };

export const RECORD_TYPES = [
  "organization",
  "submission",
  "engagement",
  "call",
  "announcement",
  "person",
  "command",
  "tag",
] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

export type Kind =
  | "identifier"
  | "person"
  | "document"
  | "note"
  | "place"
  | "date"
  | "other words"
  | "name of a tag"
  | "misspelling"
  | "phrase"
  | "word form"
  | "announcement"
  | "command"
  | "tag"
  | "own submission"
  | "open call"
  | "no answer";

export interface Question {
  audience: Audience;
  kind: Kind;
  /** The email of the person who asks. Null for a visitor. */
  as: string | null;
  /** What the person types. */
  question: string;
  /** Any of these answers it. A file counts as its record. Empty if the page must show nothing. */
  accept: readonly Wanted[];
}

/** A question and the records that answer it. */
type Row = readonly [question: string, ...accept: Wanted[]];

const wanted = (type: RecordType) => (title: string) => ({ type, title });
export const organization = wanted("organization");
export const submission = wanted("submission");
export const engagement = wanted("engagement");
export const call = wanted("call");
export const announcement = wanted("announcement");
export const person = wanted("person");
export const command = wanted("command");
export const tag = wanted("tag");
/** The tag itself, and each organization, submission and call that has it. */
export const tagged = (label: string): Wanted => ({ type: "tagged", tag: label });
/** Each submission whose file has the sentence. */
export const written = (sentence: string): Wanted => ({ type: "written", sentence });

const questions = (audience: Audience, as: string | null, kind: Kind, rows: readonly Row[]): Question[] =>
  rows.map(([question, ...accept]) => ({ audience, kind, as, question, accept }));

const GOVERNMENT_READER = "marcus.oyelaran@otp.gov.example";

export const government = (kind: Kind, rows: readonly Row[]) => questions("government", GOVERNMENT_READER, kind, rows);
export const company = (as: string, kind: Kind, rows: readonly Row[]) => questions("company", as, kind, rows);
export const visitor = (kind: Kind, rows: readonly Row[]) => questions("public", null, kind, rows);
