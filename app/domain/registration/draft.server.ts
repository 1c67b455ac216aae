import { and, eq, gt, lte } from "drizzle-orm";
import type { Database } from "#db/open";
import { registrationDraft } from "#db/schema";
import type { WriteContext } from "~/operations/operation.server";
import { hashToken, newToken } from "~/operations/session.server";
import type { FieldErrors } from "~/values/errors";
import { LIMITS, MINUTE_SECONDS } from "~/values/limits";
import { checkFields } from "./check.server";
import { type Answers, type RegistrationField, STEPS, type StepSlug, stepOf, withSamePerson } from "./rules";

/** The JSON of a draft's row. */
interface Content {
  answers: Answers;
  /** The steps that were saved, even without answers. */
  saved: StepSlug[];
  /** The errors of the last attempt to register, until something is saved again. */
  errors: FieldErrors;
  /** The path that the person came for. */
  redirectTo?: string | undefined;
  /** The draft was registered. The row keeps only this, its path and the session that began then. */
  isRegistered?: true;
  /** The hash of that session's token, in hexadecimal, and until when a second click may replace the session. */
  session?: string;
  replaceableUntil?: string;
}

export interface Draft extends Content {
  tokenHash: Buffer;
  passwordHash: string | null;
  expiresAt: string;
}

/** How long a draft is kept after its last change, on the server and, as its token, in the browser. */
export const DRAFT_SECONDS = LIMITS.registrationDraftHours * 60 * MINUTE_SECONDS;
/** The same for the rest of a registered draft. */
const REGISTERED_SECONDS = LIMITS.registeredDraftMinutes * MINUTE_SECONDS;
const secondsAfter = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

/** The draft of a token, or the rest of a registered one; null if there is none, or it has expired. */
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

/** The draft of a token, if it can still be edited. */
export function findOpenDraft(db: Database, token: string | null, now: Date): Draft | null {
  const draft = findDraft(db, token, now);
  return draft?.isRegistered ? null : draft;
}

interface SavedStep {
  slug: StepSlug;
  answers: Answers;
  /** The hash of a new password. Without it, the stored one stays. */
  passwordHash?: string | undefined;
  /** The path that the person came for. Without it, the stored one stays. */
  redirectTo?: string | undefined;
}

/**
 * Saves a step's answers in place of earlier ones, and begins a draft if there is none. It never uses an unknown token
 * for the new draft: someone may have made it up, and would know it.
 * @returns the token, which is not stored anywhere else
 */
export function saveInDraft(
  { db, now, randomBytes }: Pick<WriteContext, "db" | "now" | "randomBytes">,
  presentToken: string | null,
  { slug, answers, passwordHash, redirectTo }: SavedStep,
): string {
  const draft = findOpenDraft(db, presentToken, now);
  const token = draft && presentToken ? presentToken : newToken({ randomBytes });
  const { fields, box } = stepOf(slug);
  const replaced = new Set<string>(box ? [...fields, box] : fields);
  const others = Object.entries(draft?.answers ?? {}).filter(([name]) => !replaced.has(name));
  const content: Content = {
    answers: { ...Object.fromEntries(others), ...answers },
    saved: [...new Set([...(draft?.saved ?? []), slug])],
    errors: {},
    redirectTo: redirectTo ?? draft?.redirectTo,
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

/** Saves why a draft could not be registered, so that the fields can show it. */
export function keepRefusal(db: Database, draft: Draft, errors: FieldErrors): void {
  const { tokenHash, answers, saved, redirectTo } = draft;
  setContent(db, tokenHash, { answers: JSON.stringify({ answers, saved, errors, redirectTo } satisfies Content) });
}

/**
 * Deletes every answer of a registered draft, and the password's hash. For a short time the row still shows that it was
 * registered and which session began, so that a second click leads to the same place.
 * @param token of that session
 */
export function closeDraft(db: Database, draft: Draft, token: string, now: Date): void {
  const session = hashToken(token).toString("hex");
  const replaceableUntil = draft.replaceableUntil ?? secondsAfter(now, LIMITS.secondClickSeconds);
  const { redirectTo } = draft;
  const registered = { redirectTo, isRegistered: true, session, replaceableUntil } as const;
  const content: Content = { answers: {}, saved: [], errors: {}, ...registered };
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

/** Deletes expired drafts. */
export function forgetOldDrafts(db: Database, now: Date): void {
  db.delete(registrationDraft).where(lte(registrationDraft.expiresAt, now.toISOString())).run();
}

const EVERY_FIELD = STEPS.flatMap(({ fields }): readonly RegistrationField[] => fields);

/** The values that a draft would register, and its errors. Without a draft, these are the required fields. */
export function checkDraft(draft: Draft | null, now: Date) {
  const answers = withSamePerson(draft?.answers ?? {});
  // The password was checked before it was hashed.
  const checked = draft?.passwordHash ? EVERY_FIELD.filter((field) => field !== "password") : EVERY_FIELD;
  return checkFields(checked, answers, now);
}
