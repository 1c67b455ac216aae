import { z } from "zod";
import { DomainError, type FieldErrors, invalidFields, mergeFaults } from "../errors";
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
  const byRules = faultsThrownBy(() => {
    const input = parse(operation.input, value);
    operation.check?.(context, input);
  });
  const read = readAsFarAsPossible(operation.input, value);
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

/** What a schema reads from a value. If some fields have faults, only the other fields. */
function readAsFarAsPossible(schema: z.ZodType, value: Record<string, unknown>): Record<string, unknown> {
  const whole = schema.safeParse(value);
  if (whole.success) return whole.data as Record<string, unknown>;
  if (!(schema instanceof z.ZodObject)) return {};
  const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [name, field.safeParse(value[name])]);
  return Object.fromEntries(
    (fields as [string, z.ZodSafeParseResult<unknown>][])
      .filter(([, parsed]) => parsed.success)
      .map(([name, parsed]) => [name, parsed.data]),
  );
}

/** The faults that a schema finds in each field of a value. */
export function faultsOf(schema: z.ZodType, value: unknown): FieldErrors {
  return faultsThrownBy(() => void parse(schema, value));
}

/**
 * Parses by a schema.
 * @throws DomainError invalid_request with the messages of each field.
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const found = parsed.error.issues.map(({ path, message }) => ({ [String(path[0] ?? "")]: [message] }));
  throw new DomainError("invalid_request", undefined, { fields: mergeFaults(...found) });
}
