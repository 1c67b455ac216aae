import { data } from "@remix-run/node";
import { z } from "zod";
import { type AnyOperation, execute, type RawInput, type ResultOf } from "../domain/operation.server";
import { isStorableText } from "../domain/text";
import { DomainError, type ErrorCode, type FieldErrors } from "../errors";
import { LIMITS, MB } from "../limits";
import { collectFields, mediaType, readUrlEncoded } from "./body.server";
import { type MultipartOptions, readMultipart } from "./multipart.server";
import { asPage } from "./page.server";
import { callerOf, type RequestContext, type RouteArguments, requestContext } from "./request-context.server";

/** A form as it is shown again: what was typed (never a password or a file), and what is wrong with it. */
export interface FormState {
  values: Record<string, string | string[]>;
  errors?: FieldErrors;
  formError?: string;
  /** Which of a page's forms it is, where there are several. */
  form?: string;
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
  let typed: Record<string, unknown> | undefined;
  // Of a multipart form: what came before it was refused.
  const fields: [string, string][] = [];
  const readInput = async (): Promise<RawInput> => {
    const raw = await readForm(args.request, context, choices, fields);
    typed = raw.value;
    const input = choices.toInput ? choices.toInput(raw.value) : raw.value;
    return { value: { ...input, ...choices.extra }, dispose: raw.dispose };
  };
  try {
    const result = await execute(operation, context.services, caller, readInput);
    return { ok: true, result };
  } catch (error) {
    if (!(error instanceof DomainError && (MENDABLE.has(error.code) || choices.mendable?.includes(error.code)))) {
      return asPage(args.request, context, () => Promise.reject(error));
    }
    // A limit refuses before the form is read; what was typed is shown again all the same, if it can be read.
    if (!args.request.bodyUsed) await readAndDiscard(readInput);
    context.retryAfterSeconds = error.retryAfterSeconds;
    const errors = error.code === "payload_too_large" && choices.multipart ? oversize(choices.multipart) : error.fields;
    const state: FormState = {
      values: shownAgain(typed ?? collectFields(fields)),
      errors,
      formError: errors ? undefined : sentence(error.message),
      form: choices.form,
    };
    return { ok: false, refused: data(state, { status: error.status }) };
  }
}

/** Refusals that another try at the same form can mend. */
const MENDABLE: ReadonlySet<ErrorCode> = new Set(["invalid_request", "conflict", "payload_too_large", "rate_limited"]);

/** A body can only be too large by its file, and a person mends that at the file's field. */
function oversize({ fileField, maxFiles }: MultipartOptions): FieldErrors {
  return { [fileField]: [`must be at most ${LIMITS.fileBytes / MB} MB${maxFiles > 1 ? " each" : ""}`] };
}

/**
 * Reads a form that asks for something to be looked up rather than done, so that it is shown again as it was typed.
 */
export async function readTyped(args: RouteArguments, choices: Pick<FormChoices, "lists"> = {}): Promise<FormState> {
  const context = await requestContext(args);
  return asPage(args.request, context, async () => {
    const { value } = await readForm(args.request, context, choices, []);
    return { values: shownAgain(value) };
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

async function readForm(
  request: Request,
  context: RequestContext,
  choices: FormChoices,
  fields: [string, string][],
): Promise<RawInput> {
  const raw: RawInput = choices.given
    ? { value: choices.given }
    : choices.multipart && mediaType(request) === "multipart/form-data"
      ? await readMultipart(request, context.services.files, {
          ...choices.multipart,
          onField: (name, value) => {
            if (isStorableText(name) && isStorableText(value)) fields.push([name, value]);
          },
        })
      : { value: await readUrlEncoded(request, LIMITS.formBodyBytes) };
  for (const name of choices.lists ?? []) raw.value[name] = [raw.value[name] ?? []].flat();
  return raw;
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
