import type { Logger } from "pino";

/**
 * Every error code and its HTTP status (docs/contract.md#errors). Code throws a DomainError with a code; only app/web
 * turns it into a response.
 */
export const ERROR_STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  payload_too_large: 413,
  expectation_failed: 417,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** What is wrong with a field. Pages compare codes; the messages may change at any time. The API sends only messages. */
export type FieldErrorCode =
  | "required"
  | "too_short"
  | "too_long"
  | "too_few"
  | "too_many"
  | "out_of_range"
  /** Of the wrong type, in the wrong form, or against a rule that has no code of its own. */
  | "invalid"
  /** Not one of the values that the field takes. `choices` lists those. */
  | "not_listed"
  /** Names a record that does not exist. */
  | "not_found"
  /** Another record already has this value. */
  | "taken"
  /** The caller may not set this value, or not now. */
  | "not_allowed"
  | "file_name"
  | "file_empty"
  | "file_size"
  | "file_type"
  | "file_content"
  | "file_not_sent";

export interface FieldError {
  code: FieldErrorCode;
  message: string;
  /** The values that the field takes, as the API has them. Only with `not_listed`. */
  choices?: readonly string[];
  /** The file that it is about, if the field takes several. */
  fileName?: string;
}

/** What is wrong with an input, by field name. */
export type FieldErrors = Record<string, FieldError[]>;

export const ERROR_MESSAGE: Record<ErrorCode, string> = {
  invalid_request: "Invalid request",
  unauthorized: "Unauthorized",
  forbidden: "Forbidden",
  not_found: "Not found",
  method_not_allowed: "Method not allowed",
  request_timeout: "The request took too long",
  conflict: "Conflict",
  payload_too_large: "Request body too large",
  expectation_failed: "The Expect header is not supported",
  rate_limited: "Too many requests",
  headers_too_large: "The request headers are too large",
  internal_error: "An error occurred.",
  unavailable: "The service is unavailable. Try again later.",
};

/** What a program can do about an error whose status does not say it. The API sends it as `code`. */
export const ERROR_REASONS = ["second_factor_required", "second_factor_wrong"] as const;
type ErrorReason = (typeof ERROR_REASONS)[number];

interface ErrorDetail {
  fields?: FieldErrors;
  reason?: ErrorReason;
  /** Whole seconds until it is worth trying again; sent as Retry-After. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly reason: ErrorReason | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string = ERROR_MESSAGE[code], detail: ErrorDetail = {}) {
    super(message, { cause: detail.cause });
    this.name = "DomainError";
    this.code = code;
    this.fields = detail.fields;
    this.reason = detail.reason;
    this.retryAfterSeconds = detail.retryAfterSeconds;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

interface Undoing {
  log: Pick<Logger, "error">;
  caller: { requestId: string };
}

/**
 * Runs the cleanup after a failed request. If the cleanup fails too, it is only logged, so that the caller sees the
 * request's own error.
 */
export async function undo({ log, caller }: Undoing, takeBack: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await takeBack();
  } catch (error) {
    log.error({ err: error, requestId: caller.requestId }, "undoing a request failed");
  }
}

/** A 400 that names one field. */
export function invalidField(field: string, code: FieldErrorCode, message: string): DomainError {
  return invalidFields({ [field]: [{ code, message }] });
}

/** A 409: another record already has the value of these fields. */
export function takenFields(messages: Record<string, string>): DomainError {
  const fields = Object.entries(messages).map(([name, message]) => [name, [{ code: "taken", message }]]);
  return new DomainError("conflict", Object.values(messages).join(". "), { fields: Object.fromEntries(fields) });
}

/** A 400 with every fault of an input. A single fault is also the error's message. */
export function invalidFields(fields: FieldErrors): DomainError {
  const errors = Object.values(fields).flat();
  return new DomainError("invalid_request", errors.length === 1 ? errors[0]?.message : undefined, { fields });
}

/** Combines the faults of several checks, each message once. */
export function mergeFaults(...found: readonly FieldErrors[]): FieldErrors {
  const merged: FieldErrors = {};
  for (const [name, error] of found.flatMap(listErrors)) {
    const errors = merged[name] ?? [];
    if (!errors.some(({ message }) => message === error.message)) merged[name] = [...errors, error];
  }
  return merged;
}

/** Each error with the name of its field. */
export function listErrors(fields: FieldErrors): [name: string, error: FieldError][] {
  return Object.entries(fields).flatMap(([name, errors]) => errors.map((error): [string, FieldError] => [name, error]));
}

/** A 404: the record does not exist, or the caller may not know that it does. */
export const notFound = () => new DomainError("not_found");

/** Whether an error has one of these codes of the operating system or of Node. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
