import type { Logger } from "pino";

/**
 * Every error code and its HTTP status (docs/contract.md#errors). Code throws a DomainError with a code; only app/http
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
export type FieldErrors = Record<string, string[]>;

export const ERROR_MESSAGE: Record<ErrorCode, string> = {
  invalid_request: "Invalid request",
  unauthorized: "Unauthorized",
  forbidden: "Forbidden",
  not_found: "Not found",
  method_not_allowed: "Method not allowed",
  request_timeout: "The request took too long",
  conflict: "Conflict",
  payload_too_large: "Request body too large",
  expectation_failed: "The Expect header asks for what is not known",
  rate_limited: "Too many requests",
  headers_too_large: "The request headers are too large",
  internal_error: "An error occurred.",
  unavailable: "The service is unavailable.",
};

interface ErrorDetail {
  /** Messages by field name, for a form to show beside its fields. */
  fields?: FieldErrors;
  /** Whole seconds until it is worth trying again; sent as Retry-After. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string = ERROR_MESSAGE[code], detail: ErrorDetail = {}) {
    super(message, { cause: detail.cause });
    this.name = "DomainError";
    this.code = code;
    this.fields = detail.fields;
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
 * Runs what takes back the traces of a request. Should that fail as well, it is logged and nothing more: the request's
 * own outcome is what its caller is told.
 */
export async function undo({ log, caller }: Undoing, takeBack: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await takeBack();
  } catch (error) {
    log.error({ err: error, requestId: caller.requestId }, "taking back what a request left failed");
  }
}

/** A 400 that names one field. */
export function invalidField(field: string, message: string): DomainError {
  return new DomainError("invalid_request", message, { fields: { [field]: [message] } });
}

/** A 400 with every fault of an input. A single fault is also the error's message. */
export function invalidFields(fields: FieldErrors): DomainError {
  const messages = Object.values(fields).flat();
  return new DomainError("invalid_request", messages.length === 1 ? messages[0] : undefined, { fields });
}

/** Combines the faults of several checks, each message once. */
export function mergeFaults(...found: readonly FieldErrors[]): FieldErrors {
  const merged: FieldErrors = {};
  for (const [name, messages] of found.flatMap(Object.entries<string[]>)) {
    if (messages.length > 0) merged[name] = [...new Set([...(merged[name] ?? []), ...messages])];
  }
  return merged;
}

/** A 404: the record is not there, or not for the caller to know of. */
export const notFound = () => new DomainError("not_found");

/** Whether an error bears one of these codes of the operating system or of Node. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
