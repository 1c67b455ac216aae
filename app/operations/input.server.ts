import type * as z from "zod";
import {
  DomainError,
  type FieldError,
  type FieldErrorCode,
  type FieldErrors,
  invalidFields,
  mergeFaults,
} from "~/values/errors";
import { requiredMessage } from "~/values/field-messages";
import type { AnyOperation, RawInput, ReadContext } from "./operation.server";

/**
 * Checks an operation's input by its schema, by `check` if the schema finds no fault, and by `findFaults`.
 * @throws DomainError invalid_request with every fault of every field, or any other error that `check` throws
 */
export async function readInputOf(operation: AnyOperation, context: ReadContext, raw: RawInput): Promise<unknown> {
  const { value, faults = {} } = raw;
  if (!operation.findFaults && !raw.faults) {
    const input = parse(operation.input, value);
    operation.check?.(context, input);
    return input;
  }
  const parsed = operation.input.safeParse(value, REPORTING);
  const byRules = parsed.success
    ? faultsThrownBy(() => operation.check?.(context, parsed.data))
    : fieldErrorsOf(parsed.error);
  const read = parsed.success ? parsed.data : readFields(operation.input.shape, value).read;
  const found = mergeFaults(byRules, (await operation.findFaults?.(context, read, value)) ?? {}, faults);
  if (Object.keys(found).length > 0) throw invalidFields(found);
  return read;
}

function faultsThrownBy(work: () => void): FieldErrors {
  try {
    work();
    return {};
  } catch (error) {
    if (error instanceof DomainError && error.code === "invalid_request" && error.fields) return error.fields;
    throw error;
  }
}

/** Reads each field of a value by itself: those without errors, and the errors of the others. */
export function readFields(
  shape: Record<string, z.ZodType>,
  value: Record<string, unknown>,
): { read: Record<string, unknown>; faults: FieldErrors } {
  const read: Record<string, unknown> = {};
  const faults: FieldErrors = {};
  for (const [name, field] of Object.entries(shape)) {
    const parsed = field.safeParse(value[name], REPORTING);
    if (parsed.success) read[name] = parsed.data;
    else
      Object.assign(
        faults,
        mergeFaults(...parsed.error.issues.map((issue) => ({ [name]: [fieldErrorOf(issue, name)] }))),
      );
  }
  return { read, faults };
}

/** Has issues carry their input, which tells a missing value from a wrong one. */
const REPORTING = { reportInput: true };

/** The faults that a schema finds in each field of a value. */
export function faultsOf(schema: z.ZodType, value: unknown): FieldErrors {
  const parsed = schema.safeParse(value, REPORTING);
  return parsed.success ? {} : fieldErrorsOf(parsed.error);
}

/**
 * Parses by a schema.
 * @throws DomainError invalid_request with the errors of each field.
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, REPORTING);
  if (parsed.success) return parsed.data;
  throw new DomainError("invalid_request", undefined, { fields: fieldErrorsOf(parsed.error) });
}

/** @param error of a parse that is `REPORTING` */
function fieldErrorsOf({ issues }: z.ZodError): FieldErrors {
  return mergeFaults(...issues.map((issue) => ({ [String(issue.path[0] ?? "")]: [fieldErrorOf(issue, "")] })));
}

/** @param name of the field that was read, if it was read by itself */
function fieldErrorOf(issue: z.core.$ZodIssue, name: string): FieldError {
  const { message } = issue;
  const code = codeOf(issue);
  if (issue.code === "custom") return { code, message };
  if (code === "required") return { code, message: requiredMessage(innermost(issue.path) ?? name) };
  if (issue.code === "invalid_value") return { code, message, choices: issue.values.map(String) };
  return { code, message };
}

/** The name of a field in an object or a list, such as `kind` of `settings[0].kind`. */
const innermost = (path: readonly PropertyKey[]) => path.findLast((key) => typeof key === "string");

function codeOf(issue: z.core.$ZodIssue): FieldErrorCode {
  // A rule of our own says which code it has.
  if (issue.code === "custom") return (issue.params as { code?: FieldErrorCode } | undefined)?.code ?? "invalid";
  if (issue.input === undefined || issue.input === null || issue.input === "") return "required";
  if (issue.code === "invalid_value") return "not_listed";
  if (issue.code !== "too_small" && issue.code !== "too_big") return "invalid";
  const isSmall = issue.code === "too_small";
  if (issue.origin === "string") return isSmall ? "too_short" : "too_long";
  if (issue.origin === "array") return isSmall ? "too_few" : "too_many";
  return "out_of_range";
}
