import { data } from "@remix-run/node";
import { z } from "zod";
import { type EditedRecord, lastChangeOf } from "~/operations/edited-record.server";
import { execute } from "~/operations/execute.server";
import { findReceipt } from "~/operations/form-receipt.server";
import { faultsOf } from "~/operations/input.server";
import type { AnyOperation, RawInput, ResultOf } from "~/operations/operation.server";
import { type Gate, reachThrough } from "~/policy/policy";
import { DomainError, type ErrorCode, type FieldErrors, mergeFaults } from "~/values/errors";
import { counted } from "~/values/format";
import { KB, LIMITS, MB } from "~/values/limits";
import { asPage } from "~/web/pages/page.server";
import { collectFields } from "~/web/transport/body.server";
import type { MultipartOptions } from "~/web/transport/multipart.server";
import {
  callerOf,
  type RequestContext,
  type RouteArguments,
  renewCaller,
  requestContext,
} from "~/web/transport/request-context.server";
import { type HeardForm, type ReadForm, readForm } from "./form-reading.server";

/** A form as it is shown again: what was typed (never a password or a file), and what is wrong with it. */
export interface FormState {
  values: Record<string, string | string[]>;
  errors?: FieldErrors;
  formError?: string;
  /** Which of a page's forms it is, where there are several. */
  form?: string;
  /** Of an edit: when the record was last changed before it was read, unless it must be read anew. */
  readAt?: string;
  /** The names of the files that came with it, which a browser that loads the page anew has forgotten. */
  chosenFiles?: string[];
}

export interface FormChoices {
  /** The form's fields, where something else has read the body already. */
  given?: Record<string, unknown>;
  /** Values that the form does not carry, such as the id in the page's path. They win over what was sent. */
  extra?: Record<string, unknown>;
  /** Fields whose value is a list, even when one box or none is ticked. */
  lists?: readonly string[];
  /** Makes the operation's input of the fields, where a form cannot have its shape. */
  toInput?: (fields: Record<string, unknown>) => Record<string, unknown>;
  multipart?: MultipartOptions;
  /** The name of the form, on a page with several. */
  form?: string;
  /**
   * It is taken once, however often it is sent from one reading of the page: a second press, a page that is loaded
   * again. For what would otherwise be there twice, or be refused the second time; what only sets a value needs it not.
   * The result of its operation is kept for a day, so it must bear no secret, and its limit must count successes.
   */
  once?: boolean;
  /** The record that it edits: a form that was opened before somebody else saved theirs is refused, once. */
  edits?: EditedRecord;
  /** Finds faults in fields that only the page has, so no schema checks them. */
  findFaults?: (fields: Record<string, unknown>) => Promise<FieldErrors>;
  /** Refusals that this form can mend beside the usual ones: a wrong password, on a form that asks for one. */
  mendable?: readonly ErrorCode[];
}

/** For `toInput`: what a select sends when nothing is chosen in it is null, where the API's word for nothing is null. */
export function emptyAsNull(...names: string[]): (fields: Record<string, unknown>) => Record<string, unknown> {
  return (fields) => {
    const empty = names.filter((name) => fields[name] === "").map((name) => [name, null]);
    return { ...fields, ...Object.fromEntries(empty) };
  };
}

/**
 * For `toInput`: a form has no yes and no of its own, only text. Anything but "true" and "false" is left as it is, to be
 * refused by the schema.
 */
export function textAsFlag(name: string): (fields: Record<string, unknown>) => Record<string, unknown> {
  const flags = new Map<unknown, boolean>([
    ["true", true],
    ["false", false],
  ]);
  return (fields) => ({ ...fields, [name]: flags.get(fields[name]) ?? fields[name] });
}

export type FormOutcome<Result> =
  | { ok: true; result: Result }
  | { ok: false; refused: ReturnType<typeof data<FormState>> };

/**
 * Hands a form to an operation. A refusal that the person can mend comes back as the form's state with the status of
 * the API; one that they cannot (not signed in, not allowed, not there) becomes a page.
 */
export async function submitForm<O extends AnyOperation>(
  args: RouteArguments,
  operation: O,
  choices: FormChoices = {},
): Promise<FormOutcome<ResultOf<O>>> {
  const context = await requestContext(args);
  const caller = callerOf(context, args.request);
  let received: ReadForm | undefined;
  // Of a form that is refused while it is read: what came before that.
  const heard: HeardForm = { fields: [], fileNames: [] };
  const readInput = async (): Promise<RawInput> => {
    received = await readForm(args.request, context, choices, heard);
    const { value, readAt: _readAt, ...rest } = received;
    const input = choices.toInput ? choices.toInput(value) : value;
    const faults = await choices.findFaults?.(value);
    return { ...rest, ...(faults && { faults }), value: { ...input, ...choices.extra } };
  };
  try {
    const result = await execute(operation, context.services, caller, readInput);
    return { ok: true, result };
  } catch (error) {
    renewCaller(context);
    if (!(error instanceof DomainError && (MENDABLE.has(error.code) || choices.mendable?.includes(error.code)))) {
      return asPage(args.request, context, () => Promise.reject(error));
    }
    // A limit refuses before the form is read; what was typed is shown again all the same, if it can be read.
    if (!args.request.bodyUsed) {
      await readAndDiscard(readInput);
      renewCaller(context);
    }
    // And who sends again what used up the limit is told what came of it.
    const earlier = resultBefore(error, context, operation.gate, received);
    if (earlier) return { ok: true, result: earlier.result as ResultOf<O> };
    context.retryAfterSeconds = error.retryAfterSeconds;
    const errors =
      error.code === "payload_too_large" && choices.multipart
        ? mergeFaults(fieldFaults(operation, heard, choices), oversize(choices.multipart))
        : error.fields;
    const state: FormState = {
      values: shownAgain(received?.value ?? collectFields(heard.fields)),
      errors,
      formError: errors ? undefined : refusalInWords(error),
      form: choices.form,
      // Who was told of the other edit saves over it the next time.
      readAt:
        error.code === "conflict" && isOvertaken(context, choices, received?.readAt) ? undefined : received?.readAt,
      chosenFiles: heard.fileNames.length > 0 ? heard.fileNames : undefined,
    };
    return { ok: false, refused: data(state, { status: error.status }) };
  }
}

/** Whether the record that a form edits is another than the one that was read for it. */
function isOvertaken({ services }: RequestContext, { edits }: FormChoices, readAt: string | undefined): boolean {
  return edits !== undefined && readAt !== undefined && lastChangeOf(services.db, edits) !== readAt;
}

function resultBefore(
  error: DomainError,
  { services, caller }: RequestContext,
  gate: Gate,
  received: RawInput | undefined,
): { result: unknown } | null {
  const key = received?.receiptKey;
  const actor = caller?.actor;
  if (error.code !== "rate_limited" || !actor || key === undefined) return null;
  if (gate !== "public" && reachThrough(gate, actor) === null) return null;
  return findReceipt(services.db, { userId: actor.id, key });
}

/** What is wrong with a form as a whole, in a sentence that says what can be done about it. */
function refusalInWords({ code, message, retryAfterSeconds }: DomainError): string {
  if (code === "payload_too_large") {
    return `It is too long: all that is typed may have ${LIMITS.formBodyBytes / KB} KB together. Shorten it and send it again.`;
  }
  const again = retryAfterSeconds === undefined ? "" : ` Try again in ${waitInWords(retryAfterSeconds)}.`;
  return sentence(message) + again;
}

/** How long to wait, rounded up: who comes back then is let in. */
function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? counted(minutes, "minute", "minutes") : counted(Math.ceil(minutes / 60), "hour", "hours");
}

/** Refusals that another try at the same form can mend. */
const MENDABLE: ReadonlySet<ErrorCode> = new Set(["invalid_request", "conflict", "payload_too_large", "rate_limited"]);

/** A body can only be too large by its file, and a person mends that at the file's field. */
function oversize({ fileField, maxFiles }: MultipartOptions): FieldErrors {
  return {
    [fileField]: [
      { code: "file_size", message: `must be at most ${LIMITS.fileBytes / MB} MB${maxFiles > 1 ? " each" : ""}` },
    ],
  };
}

/** The faults of the fields of a form whose files were not read. */
function fieldFaults({ input }: AnyOperation, { fields }: HeardForm, choices: FormChoices): FieldErrors {
  const value = { ...collectFields(fields), ...choices.extra };
  const { [choices.multipart?.fileField ?? ""]: _files, ...faults } = faultsOf(input, value);
  return faults;
}

/**
 * Reads a form that asks for something to be looked up rather than done, so that it is shown again as it was typed.
 */
export async function readTyped(args: RouteArguments, choices: Pick<FormChoices, "lists"> = {}): Promise<FormState> {
  const context = await requestContext(args);
  return asPage(args.request, context, async () => {
    const { value, readAt } = await readForm(args.request, context, choices, { fields: [], fileNames: [] });
    renewCaller(context);
    return { values: shownAgain(value), readAt };
  });
}

async function readAndDiscard(readInput: () => Promise<RawInput>): Promise<void> {
  try {
    await (await readInput()).dispose?.();
  } catch (error) {
    // The form was refused already, and for another reason.
    if (!(error instanceof DomainError)) throw error;
  }
}

const SECRET_FIELD = /password|token/i;

function shownAgain(typed: Record<string, unknown>): FormState["values"] {
  const isShown = ([name, value]: [string, unknown]) =>
    !SECRET_FIELD.test(name) &&
    (typeof value === "string" || (Array.isArray(value) && value.every((entry) => typeof entry === "string")));
  return Object.fromEntries(Object.entries(typed).filter(isShown)) as FormState["values"];
}

function sentence(message: string): string {
  return message.endsWith(".") ? message : `${message}.`;
}

/** What a form's fields need to know of the schema that will judge them. */
export type Constraints = Record<
  string,
  { required?: boolean; minLength?: number; maxLength?: number; options?: readonly string[] }
>;

const constraintsBySchema = new WeakMap<z.ZodObject, Constraints>();

/**
 * Reads a schema's own bounds, so that a form's hints and marks cannot differ from what is enforced.
 */
export function constraintsOf(schema: z.ZodObject): Constraints {
  let constraints = constraintsBySchema.get(schema);
  if (!constraints) {
    constraints = readConstraints(schema);
    constraintsBySchema.set(schema, constraints);
  }
  return constraints;
}

function readConstraints(schema: z.ZodObject): Constraints {
  // Where a field is transformed, its bounds stand before the transformation or after it.
  const [before, after] = (["input", "output"] as const).map((io) =>
    z.toJSONSchema(schema, { io, unrepresentable: "any" }),
  );
  const required = new Set(before?.required);
  return Object.fromEntries(
    Object.keys(schema.shape).map((name) => {
      const sides = [before?.properties?.[name], after?.properties?.[name]] as (Described | undefined)[];
      const bounds = boundsOf({ allOf: sides.filter((side) => side !== undefined) });
      return [name, { ...bounds, required: required.has(name) }];
    }),
  );
}

interface Described {
  minLength?: number;
  maxLength?: number;
  enum?: string[];
  type?: string;
  anyOf?: Described[];
  allOf?: Described[];
  items?: Described;
}

function boundsOf(described: Described): { minLength?: number; maxLength?: number; options?: string[] } {
  const parts = [...(described.anyOf ?? []), ...(described.allOf ?? []), ...(described.items ? [described.items] : [])];
  const own = { minLength: described.minLength, maxLength: described.maxLength, options: described.enum };
  return parts.map(boundsOf).reduce(
    (merged, part) => ({
      minLength: merged.minLength ?? part.minLength,
      maxLength: merged.maxLength ?? part.maxLength,
      options: merged.options ?? part.options,
    }),
    own,
  );
}
