import { refuseFutureStart } from "~/domain/organization/profile.server";
import type { Registration } from "~/domain/organization/registration.server";
import { PROFILE_LISTS, registrationSchema } from "~/domain/organization/schema";
import { readFields } from "~/operations/input.server";
import { DomainError, type FieldErrors } from "~/values/errors";
import { type Answers, fieldsNotFilledByBox, type RegistrationField, type StepSlug, stepOf } from "./rules";

/** The values of valid fields. */
type Read = Partial<Registration & { password: string }>;

/** Checks some fields of a registration by the rules for the whole, and finds all errors. */
export function checkFields(fields: readonly RegistrationField[], typed: Record<string, unknown>, now: Date) {
  const shape = Object.fromEntries(fields.map((field) => [field, registrationSchema.shape[field]]));
  const { read, faults } = readFields(shape, typed);
  try {
    refuseFutureStart(read, now);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    Object.assign(faults, error.fields);
  }
  return { read: read as Read, faults };
}

/** @throws DomainError invalid_request with the messages of each field, if there are any. */
export function refuseFaults(faults: FieldErrors): void {
  if (Object.keys(faults).length > 0) throw new DomainError("invalid_request", undefined, { fields: faults });
}

/**
 * Reads one step of a form. If the step's box is checked, what was typed in the fields that it fills does not count.
 * @param kept fields that may be empty, because the draft already has their value
 * @throws DomainError invalid_request with the messages of each field
 */
export function readStep(
  slug: StepSlug,
  typed: Record<string, unknown>,
  now: Date,
  kept: readonly RegistrationField[] = [],
): { read: Read; answers: Answers } {
  const { fields, box } = stepOf(slug);
  const ticked: Answers = box && typed[box] ? { [box]: "on" } : {};
  const expected = fieldsNotFilledByBox(fields, ticked).filter((field) => !kept.includes(field));
  const { read, faults } = checkFields(expected, typed, now);
  refuseFaults(faults);
  return { read, answers: { ...asAnswers(read), ...ticked } };
}

const isList = (field: string) => (PROFILE_LISTS as readonly string[]).includes(field);

/**
 * Turns values back into what a form would send, trimmed and bounded, so that the same rules can check them again. It
 * leaves out empty answers and the password.
 */
export function asAnswers({ password: _password, ...read }: Read): Answers {
  const given = Object.entries(read).filter(([, value]) => value !== null && value !== undefined);
  const asTyped = (field: string, value: unknown) =>
    Array.isArray(value) ? (isList(field) ? value : value.join(", ")) : String(value);
  return Object.fromEntries(given.map(([field, value]) => [field, asTyped(field, value)]));
}
