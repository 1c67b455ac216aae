import { DomainError } from "~/values/errors";
import { BODY_PACE, DRAIN, LIMITS } from "~/values/limits";
import { isStorableText } from "~/values/text";
import { isTooMuchJson, type JsonShape } from "./json-size";
import { refuseTooManyFields } from "./request-size";

/**
 * Reads on a body that was refused, and throws it away, so that the client comes to read the answer; bounded in bytes
 * and time, after which the connection is closed. Runs in the background: nothing waits for it.
 */
export function drain(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  let bytes = 0;
  const deadline = setTimeout(() => reader.cancel().catch(() => {}), DRAIN.milliseconds);
  deadline.unref();
  (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.byteLength;
      if (bytes > DRAIN.bytes) return await reader.cancel();
    }
  })()
    // A client that hangs up while it is being drained has got what it came for.
    .catch(() => {})
    .finally(() => clearTimeout(deadline));
}

/**
 * The chunks of a body of at most `maxBytes`: refused by its Content-Length before a byte is read (unless `byCount`
 * alone), and by its count while it streams; and refused when it comes more slowly than its pace. Whatever ends the
 * reading early, the rest of the body is drained.
 * @throws DomainError payload_too_large, request_timeout, or invalid_request when the body breaks off.
 */
export async function* limitedBody(
  request: Request,
  maxBytes: number,
  byCount = false,
  pace: Pace = BODY_PACE.small,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = request.body?.getReader();
  if (!reader) return;
  let finished = false;
  let bytes = 0;
  const paced = keepPace(pace, () => bytes);
  try {
    if (!byCount) refuseAnnounced(request, maxBytes);
    for (;;) {
      const { done, value } = await paced.wait(reader.read()).catch((cause: unknown) => {
        if (cause instanceof DomainError) throw cause;
        finished = true;
        throw new DomainError("invalid_request", "The request body is incomplete", { cause });
      });
      if (done) {
        finished = true;
        return;
      }
      bytes += value.byteLength;
      if (bytes > maxBytes) throw new DomainError("payload_too_large");
      yield value;
    }
  } finally {
    paced.stop();
    if (!finished) drain(reader);
  }
}

interface Pace {
  milliseconds: number;
  bytesPerSecond: number;
}

/** Refuses to wait on for a body that has had its time, however often a byte of it comes. */
function keepPace({ milliseconds, bytesPerSecond }: Pace, bytes: () => number) {
  const started = performance.now();
  let refuse: ((error: DomainError) => void) | undefined;
  let isLate = false;
  let timer: NodeJS.Timeout;
  const look = () => {
    const left = started + milliseconds + (1000 * bytes()) / bytesPerSecond - performance.now();
    if (left > 0) {
      timer = setTimeout(look, Math.ceil(left));
      timer.unref();
      return;
    }
    isLate = true;
    refuse?.(new DomainError("request_timeout"));
  };
  look();
  return {
    /** What is read next. @throws DomainError request_timeout */
    wait<Read>(read: Promise<Read>): Promise<Read> {
      if (isLate) return Promise.reject(new DomainError("request_timeout"));
      return new Promise<Read>((resolve, reject) => {
        refuse = reject;
        read.then(resolve, reject);
      });
    },
    stop: () => clearTimeout(timer),
  };
}

/** @throws DomainError payload_too_large when the body says of itself that it is too large. */
export function refuseAnnounced(request: Request, maxBytes: number): void {
  const announced = request.headers.get("content-length");
  if (announced !== null && Number(announced) > maxBytes) throw new DomainError("payload_too_large");
}

/**
 * Reads text whole.
 * @throws DomainError payload_too_large, or invalid_request for what is not UTF-8.
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for await (const chunk of limitedBody(request, maxBytes)) text += decode(decoder, chunk);
  return text + decode(decoder);
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch (cause) {
    throw new DomainError("invalid_request", "Send the request body in UTF-8", { cause });
  }
}

/** The media type of a request, without its parameters, in lower case. */
export function mediaType(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/**
 * Reads a JSON object.
 * @throws DomainError invalid_request for another content type, invalid UTF-8, malformed JSON, too many values, anything
 * but an object, and text with NUL or a lone surrogate; payload_too_large.
 */
export async function readJsonObject(
  request: Request,
  maxBytes: number,
  shape: JsonShape = LIMITS.json,
): Promise<Record<string, unknown>> {
  const type = mediaType(request);
  refuseAnnounced(request, maxBytes);
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new DomainError("invalid_request", "Send the request body as application/json");
  }
  const text = await readText(request, maxBytes);
  if (isTooMuchJson(text, shape)) {
    const { values, depth } = shape;
    throw new DomainError("invalid_request", `Send at most ${values} values, nested at most ${depth} levels deep`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
    refuseUnstorableText(value);
  } catch (cause) {
    throw new DomainError("invalid_request", "The request body is not valid JSON", { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DomainError("invalid_request", "Send a JSON object as the request body");
  }
  return value as Record<string, unknown>;
}

/** Looks at every text of a value. A reviver of `JSON.parse` would take many times as long for each. */
function refuseUnstorableText(whole: unknown): void {
  const values = [whole];
  while (values.length > 0) {
    const value = values.pop();
    if (typeof value === "string") {
      if (!isStorableText(value)) throw new Error("Unfit text");
    } else if (Array.isArray(value)) {
      for (const item of value) values.push(item);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, member] of Object.entries(value)) values.push(key, member);
    }
  }
}

/**
 * The names and values of an urlencoded form.
 * @throws DomainError invalid_request where there are too many.
 */
export function fieldsIn(text: string): URLSearchParams {
  refuseTooManyFields(text, LIMITS.formFields);
  return new URLSearchParams(text);
}

/**
 * Reads an urlencoded form.
 * @throws DomainError payload_too_large, or invalid_request as `fieldsIn` and `collectFields` do.
 */
export async function readUrlEncoded(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  return collectFields(fieldsIn(await readText(request, maxBytes)));
}

/**
 * Gathers names and values: a name sent once has its value, a name sent again a list of them.
 * @throws DomainError invalid_request for text that cannot be stored.
 */
export function collectFields(entries: Iterable<[string, string]>): Record<string, unknown> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of entries) {
    if (!isStorableText(name) || !isStorableText(value)) {
      throw new DomainError(
        "invalid_request",
        "The form contains invalid characters (NUL or malformed Unicode). Remove them",
      );
    }
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (typeof before === "string") fields.set(name, [before, value]);
    else before.push(value);
  }
  return Object.fromEntries(fields);
}
