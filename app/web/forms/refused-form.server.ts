import { versionOf } from "~/operations/edited-record.server";
import { faultsOf } from "~/operations/input.server";
import type { AnyOperation } from "~/operations/operation.server";
import type { Services } from "~/operations/services";
import { FILE_SIZE_MESSAGE } from "~/storage/file-types";
import { type DomainError, type FieldErrors, mergeFaults } from "~/values/errors";
import { counted } from "~/values/format";
import { KB, LIMITS } from "~/values/limits";
import { collectFields } from "~/web/transport/body.server";
import type { MultipartOptions } from "~/web/transport/multipart.server";
import type { FormOptions } from "./form-options";
import type { SentForm } from "./form-reading.server";
import type { FormState } from "./form-state";

/* What a page shows of a form that was refused. */

/** The refused form as its page shows it again. */
export function refusedForm(
  error: DomainError,
  db: Services["db"],
  operation: AnyOperation,
  options: FormOptions,
  sent: SentForm,
): FormState {
  const errors = fieldErrorsOf(error, operation, options, sent);
  return {
    values: valuesToShow(sent.fields ?? collectFields(sent.arrived)),
    errors,
    formError: errors ? undefined : formErrorOf(error),
    form: options.form,
    // Now that the person knows of the other edit, the next save replaces it.
    readAt: error.code === "conflict" && isOvertaken(db, options, sent) ? undefined : sent.readAt,
    chosenFiles: sent.fileNames.length > 0 ? sent.fileNames : undefined,
  };
}

const SECRET_FIELD = /password|token|secondFactor|^code$/i;

/** The text of a form's fields, without secrets and files. */
export function valuesToShow(fields: Record<string, unknown>): FormState["values"] {
  const isShown = ([name, value]: [string, unknown]) =>
    !SECRET_FIELD.test(name) &&
    (typeof value === "string" || (Array.isArray(value) && value.every((entry) => typeof entry === "string")));
  return Object.fromEntries(Object.entries(fields).filter(isShown)) as FormState["values"];
}

function fieldErrorsOf(
  error: DomainError,
  { input }: AnyOperation,
  { multipart, extra }: FormOptions,
  { arrived }: SentForm,
): FieldErrors | undefined {
  if (error.code !== "payload_too_large" || !multipart) return error.fields;
  // Only a file can make such a body too large. The text before it can still be checked, but not the files.
  const { [multipart.fileField]: _files, ...faults } = faultsOf(input, { ...collectFields(arrived), ...extra });
  return mergeFaults(faults, oversize(multipart));
}

function oversize({ fileField, maxFiles }: MultipartOptions): FieldErrors {
  return {
    [fileField]: [{ code: "file_size", message: maxFiles > 1 ? `${FILE_SIZE_MESSAGE} each` : FILE_SIZE_MESSAGE }],
  };
}

/** What is wrong with a form as a whole, and what to do about it. */
function formErrorOf({ code, message, retryAfterSeconds }: DomainError): string {
  if (code === "payload_too_large") {
    return `Your text is too long. Shorten it to ${LIMITS.formBodyBytes / KB} KB in all, and send it again.`;
  }
  const retry = retryAfterSeconds === undefined ? "" : ` Try again in ${formatWait(retryAfterSeconds)}.`;
  return (message.endsWith(".") ? message : `${message}.`) + retry;
}

/** Rounded up, so that the wait is over when the person tries again. */
function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? counted(minutes, "minute", "minutes") : counted(Math.ceil(minutes / 60), "hour", "hours");
}

/** Whether the record that a form edits changed after the form was opened. */
function isOvertaken(db: Services["db"], { edits }: FormOptions, { readAt }: SentForm): boolean {
  return edits !== undefined && readAt !== undefined && versionOf(db, edits) !== readAt;
}
