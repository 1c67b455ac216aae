import { and, eq, gt, lte } from "drizzle-orm";
import type { Database } from "#db/open";
import { registrationDraft } from "#db/schema";
import type { WriteContext } from "~/operations/operation.server";
import { hashToken } from "~/operations/session.server";
import type { FieldErrors } from "~/values/errors";
import { LIMITS, MINUTE_SECONDS } from "~/values/limits";
import { checkFields } from "./check.server";
import { type Answers, type RegistrationField, STEPS, type StepSlug, stepOf, withSamePerson } from "./rules";

/** Bytes of a draft's token: 256 bits, which nobody guesses. */
const TOKEN_BYTES = 32;

/** What a draft's row keeps as JSON. */
interface Content {
  answers: Answers;
  /** The steps that were saved, with answers or without. */
  saved: StepSlug[];
  /** What the last try to register found, until something is saved again. */
  errors: FieldErrors;
  /** It was registered. Only this and the session that began then are kept. */
  isRegistered?: true;
  /** The hash of that session's token, as hexadecimal digits, and until when a second click may take its place. */
  session?: string;
  replaceableUntil?: string;
}

export interface Draft extends Content {
  tokenHash: Buffer;
  passwordHash: string | null;
  expiresAt: string;
}

/** For how long a draft is kept after its last change, here and, by its token, in the browser. */
export const DRAFT_SECONDS = LIMITS.registrationDraftHours * 60 * MINUTE_SECONDS;
/** The same of what is left of a draft that was registered. */
const REGISTERED_SECONDS = LIMITS.registeredDraftMinutes * MINUTE_SECONDS;
const secondsAfter = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

/** The draft of a token, or what is left of one that was registered; null when there is none, or none any more. */
export function findDraft(db: Database, token: string | null, now: Date): Draft | null {
  if (token === null) return null;
  const { tokenHash, answers, passwordHash, expiresAt } = registrationDraft;
  const row = db
    .select({ tokenHash, answers, passwordHash, expiresAt })
    .from(registrationDraft)
    .where(and(eq(tokenHash, hashToken(token)), gt(expiresAt, now.toISOString())))
    .get();
  return row ? { ...row, ...(JSON.parse(row.answers) as Content) } : null;
}

/** The draft of a token that can still be answered. */
export function findOpenDraft(db: Database, token: string | null, now: Date): Draft | null {
  const draft = findDraft(db, token, now);
  return draft?.isRegistered ? null : draft;
}

interface SavedStep {
  slug: StepSlug;
  answers: Answers;
  /** Of a password that was chosen now; without one the chosen one stays. */
  passwordHash?: string | undefined;
}

/**
 * Keeps what a step was answered, in place of what it was answered before, and begins a draft where there is none. A
 * token that names no draft is not taken up: whoever made it up would know it.
 * @returns the token, which is kept nowhere else.
 */
export function saveInDraft(
  { db, now, randomBytes }: Pick<WriteContext, "db" | "now" | "randomBytes">,
  presentToken: string | null,
  { slug, answers, passwordHash }: SavedStep,
): string {
  const draft = findOpenDraft(db, presentToken, now);
  const token = draft && presentToken ? presentToken : randomBytes(TOKEN_BYTES).toString("base64url");
  const { fields, box } = stepOf(slug);
  const replaced = new Set<string>(box ? [...fields, box] : fields);
  const others = Object.entries(draft?.answers ?? {}).filter(([name]) => !replaced.has(name));
  const content: Content = {
    answers: { ...Object.fromEntries(others), ...answers },
    saved: [...new Set([...(draft?.saved ?? []), slug])],
    errors: {},
  };
  const changed = {
    answers: JSON.stringify(content),
    passwordHash: passwordHash ?? draft?.passwordHash ?? null,
    expiresAt: secondsAfter(now, DRAFT_SECONDS),
  };
  db.insert(registrationDraft)
    .values({ tokenHash: hashToken(token), createdAt: now.toISOString(), ...changed })
    .onConflictDoUpdate({ target: registrationDraft.tokenHash, set: changed })
    .run();
  return token;
}

/** Keeps why a draft could not be registered, to be told at the fields. */
export function keepRefusal(db: Database, { tokenHash, answers, saved }: Draft, errors: FieldErrors): void {
  setContent(db, tokenHash, { answers: JSON.stringify({ answers, saved, errors } satisfies Content) });
}

/**
 * Deletes every answer of a draft that was registered, and the password's hash. For a short time it still records that it
 * was registered and which session began, so that a second click leads to the same place.
 * @param token of that session
 */
export function closeDraft(db: Database, draft: Draft, token: string, now: Date): void {
  const session = hashToken(token).toString("hex");
  const replaceableUntil = draft.replaceableUntil ?? secondsAfter(now, LIMITS.secondClickSeconds);
  const content: Content = { answers: {}, saved: [], errors: {}, isRegistered: true, session, replaceableUntil };
  const expiresAt = draft.isRegistered ? draft.expiresAt : secondsAfter(now, REGISTERED_SECONDS);
  setContent(db, draft.tokenHash, { answers: JSON.stringify(content), passwordHash: null, expiresAt });
}

function setContent(
  db: Database,
  tokenHash: Buffer,
  columns: Partial<Omit<typeof registrationDraft.$inferInsert, "tokenHash">>,
): void {
  db.update(registrationDraft).set(columns).where(eq(registrationDraft.tokenHash, tokenHash)).run();
}

/** Deletes the draft of a token, if there is one. */
export function deleteDraft(db: Database, token: string): void {
  db.delete(registrationDraft)
    .where(eq(registrationDraft.tokenHash, hashToken(token)))
    .run();
}

/** Deletes drafts that nobody can read any more. */
export function forgetOldDrafts(db: Database, now: Date): void {
  db.delete(registrationDraft).where(lte(registrationDraft.expiresAt, now.toISOString())).run();
}

const EVERY_FIELD = STEPS.flatMap(({ fields }): readonly RegistrationField[] => fields);

/** A draft as it would be registered, and what is still missing of it or wrong with it; of no draft, what is required. */
export function checkDraft(draft: Draft | null, now: Date) {
  const answers = withSamePerson(draft?.answers ?? {});
  // The password was judged before it was hashed.
  const checked = draft?.passwordHash ? EVERY_FIELD.filter((field) => field !== "password") : EVERY_FIELD;
  return checkFields(checked, answers, now);
}
