import { createHash } from "node:crypto";
import { validate as isUuid } from "uuid";
import { refuseOvertakenEdit } from "~/operations/edited-record.server";
import type { RawInput } from "~/operations/operation.server";
import { isUploadedFile } from "~/storage/upload.server";
import { DomainError, type FieldError } from "~/values/errors";
import { FORM_KEY_FIELD, FORM_SCRIPT_HEADER, ONLY_FIELDS, READ_AT_FIELD } from "~/values/form-words";
import { LIMITS } from "~/values/limits";
import { isStorableText } from "~/values/text";
import { collectFields, fieldsIn, mediaType, readText } from "~/web/transport/body.server";
import { readMultipart } from "~/web/transport/multipart.server";
import { callerOf, type RequestContext } from "~/web/transport/request-context.server";
import type { FormOptions } from "./form-options";

/* How the body of a page's form becomes the input of its operation. */

/** What has been read of a form. It is filled while the form arrives, since a form may be refused halfway. */
export interface SentForm {
  /** The text fields that have arrived, without hidden fields. Empty for a form that was read whole in one piece. */
  arrived: [name: string, value: string][];
  /** The names of the files that have arrived. */
  fileNames: string[];
  /** The whole form, without hidden fields, once it is read. */
  fields?: Record<string, unknown>;
  readAt?: string;
  receiptKey?: string;
}

export const unreadForm = (): SentForm => ({ arrived: [], fileNames: [] });

/**
 * @param sent is filled with what was read
 * @throws DomainError payload_too_large, or whatever is wrong with the body
 */
export async function readForm(
  request: Request,
  context: RequestContext,
  options: FormOptions,
  sent: SentForm,
): Promise<RawInput> {
  const body = await readBody(request, context, options, sent);
  const { [FORM_KEY_FIELD]: formKey, [READ_AT_FIELD]: readAt, ...fields } = body.value;
  for (const name of options.lists ?? []) fields[name] = [fields[name] ?? []].flat();
  sent.fields = fields;
  sent.readAt = typeof readAt === "string" ? readAt : undefined;
  sent.receiptKey = options.once ? receiptKeyOf(request, options, formKey, fields) : undefined;
  const input = options.toInput ? options.toInput(fields, context.services.settings.timeZone.id) : fields;
  const faults = await options.findFaults?.(fields);
  return {
    ...body,
    ...(faults && { faults }),
    value: { ...input, ...options.extra },
    receiptKey: sent.receiptKey,
    precondition: refusesOvertakenEdit(options, sent),
  };
}

function readBody(
  request: Request,
  context: RequestContext,
  { given, multipart }: FormOptions,
  sent: SentForm,
): Promise<RawInput> | RawInput {
  if (given) return { value: given };
  const onField = (name: string, value: string) => {
    const isShown = ![FORM_KEY_FIELD, READ_AT_FIELD].includes(name) && isStorableText(name) && isStorableText(value);
    if (isShown) sent.arrived.push([name, value]);
  };
  if (!multipart || mediaType(request) !== "multipart/form-data") return readUrlEncodedForm(request, onField);
  const received = readMultipart(request, context.services.files, callerOf(context, request), {
    ...multipart,
    onField,
    onFile: (name) => sent.fileNames.push(name),
  });
  if (request.headers.get(FORM_SCRIPT_HEADER) !== ONLY_FIELDS) return received;
  return received.then((raw) => ({ ...raw, faults: { [multipart.fileField]: [NOT_SENT] } }));
}

const NOT_SENT: FieldError = { code: "file_not_sent", message: "The file was not sent" };

/** Reads a form that is somewhat too long before it refuses it, so that the person does not lose what they typed. */
async function readUrlEncodedForm(request: Request, onField: (name: string, value: string) => void): Promise<RawInput> {
  const text = await readText(request, LIMITS.refusedFormBytes);
  const entries = fieldsIn(text);
  if (Buffer.byteLength(text) <= LIMITS.formBodyBytes) return { value: collectFields(entries) };
  for (const [name, value] of entries) onField(name, value);
  throw new DomainError("payload_too_large");
}

/**
 * Identifies one sending of a form. One reading of a page gives the same key only to the same form with the same content:
 * the button of another row, or changed text, gives another key. The key is a digest that includes the page's random key,
 * so it does not reveal what was typed.
 */
function receiptKeyOf(
  request: Request,
  { form = "", extra }: FormOptions,
  formKey: unknown,
  fields: Record<string, unknown>,
): string | undefined {
  // A form with two buttons has the field twice.
  const [key] = [formKey].flat();
  if (typeof key !== "string" || !isUuid(key)) return undefined;
  const content = JSON.stringify([key, new URL(request.url).pathname, form, extra, fields], (_name, part) =>
    isUploadedFile(part) ? [part.fileName, part.staged.sizeBytes, part.staged.sha256] : part,
  );
  return createHash("sha256").update(content).digest("hex");
}

function refusesOvertakenEdit({ edits }: FormOptions, { readAt }: SentForm): RawInput["precondition"] {
  return edits && readAt !== undefined ? (db) => refuseOvertakenEdit(db, edits, readAt) : undefined;
}
