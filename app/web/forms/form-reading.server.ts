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
import type { FormChoices } from "./form.server";

/* How the body of a page's form becomes the input of its operation. */

/** The parts of a form that have arrived, kept in case it is refused while it is read. */
export interface HeardForm {
  fields: [string, string][];
  fileNames: string[];
}

export async function readForm(
  request: Request,
  context: RequestContext,
  choices: FormChoices,
  heard: HeardForm,
): Promise<ReadForm> {
  const raw = await readBody(request, context, choices, heard);
  const { [FORM_KEY_FIELD]: formKey, [READ_AT_FIELD]: sentReadAt, ...value } = raw.value;
  for (const name of choices.lists ?? []) value[name] = [value[name] ?? []].flat();
  const { edits, once } = choices;
  const readAt = typeof sentReadAt === "string" ? sentReadAt : undefined;
  return {
    ...raw,
    value,
    readAt,
    receiptKey: once ? receiptKeyOf(request, choices, formKey, value) : undefined,
    precondition: edits && readAt !== undefined ? (db) => refuseOvertakenEdit(db, edits, readAt) : undefined,
  };
}

/** A form without its hidden fields. */
export type ReadForm = RawInput & { readAt: string | undefined };

function readBody(
  request: Request,
  context: RequestContext,
  { given, multipart }: FormChoices,
  heard: HeardForm,
): Promise<RawInput> | RawInput {
  if (given) return { value: given };
  const hear = (name: string, value: string) => {
    const isShown = ![FORM_KEY_FIELD, READ_AT_FIELD].includes(name) && isStorableText(name) && isStorableText(value);
    if (isShown) heard.fields.push([name, value]);
  };
  if (!multipart || mediaType(request) !== "multipart/form-data") return readTypedText(request, hear);
  const received = readMultipart(request, context.services.files, callerOf(context, request), {
    ...multipart,
    onField: hear,
    onFile: (name) => heard.fileNames.push(name),
  });
  if (request.headers.get(FORM_SCRIPT_HEADER) !== ONLY_FIELDS) return received;
  return received.then((raw) => ({ ...raw, faults: { [multipart.fileField]: [NOT_SENT] } }));
}

const NOT_SENT: FieldError = { code: "file_not_sent", message: "was not sent" };

/** A form that is longer than it may be is read all the same, within reason, so that what was typed is not lost. */
async function readTypedText(request: Request, hear: (name: string, value: string) => void): Promise<RawInput> {
  const text = await readText(request, LIMITS.refusedFormBytes);
  const entries = fieldsIn(text);
  if (Buffer.byteLength(text) <= LIMITS.formBodyBytes) return { value: collectFields(entries) };
  for (const [name, value] of entries) hear(name, value);
  throw new DomainError("payload_too_large");
}

/**
 * The key of one sending of a form. The same page gives the same key only for the same form with the same content: the
 * button of another row or changed text gives another key. It is a digest that includes the page's random key, so it does
 * not reveal what was typed.
 */
function receiptKeyOf(
  request: Request,
  { form = "", extra }: FormChoices,
  formKey: unknown,
  value: Record<string, unknown>,
): string | undefined {
  // A form with two buttons carries it twice.
  const [key] = [formKey].flat();
  if (typeof key !== "string" || !isUuid(key)) return undefined;
  const content = JSON.stringify([key, new URL(request.url).pathname, form, extra, value], (_name, part) =>
    isUploadedFile(part) ? [part.fileName, part.staged.sizeBytes, part.staged.sha256] : part,
  );
  return createHash("sha256").update(content).digest("hex");
}
