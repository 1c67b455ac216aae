import { DomainError } from "~/values/errors";
import { BODY_PACE, LIMITS } from "~/values/limits";
import { isStorableText } from "~/values/text";
import { bodyReader } from "./body-reader";
import { isTooMuchJson, type JsonShape } from "./json-size";
import { refuseTooManyFields } from "./request-size";

/**
 * The chunks of a body. If reading ends early, the rest of the body is drained.
 * @param byCount checks only the bytes that arrive, not Content-Length
 * @param pace refuses a body that arrives more slowly
 * @throws DomainError payload_too_large, request_timeout, or invalid_request if the body is cut short
 */
export async function* limitedBody(
  request: Request,
  maxBytes: number,
  byCount = false,
  pace: Pace = BODY_PACE.small,
): AsyncGenerator<Uint8Array, void, void> {
  const reader = bodyReader(request);
  if (!reader) return;
  let finished = false;
  let bytes = 0;
  const paced = keepPace(pace, () => bytes);
  try {
    if (!byCount) refuseAnnounced(request, maxBytes);
    for (;;) {
      const chunk = await paced.wait(reader.read()).catch((cause: unknown) => {
        if (cause instanceof DomainError) throw cause;
        finished = true;
        throw new DomainError("invalid_request", "The request body is incomplete", { cause });
      });
      if (chunk === null) {
        finished = true;
        return;
      }
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new DomainError("payload_too_large");
      yield chunk;
    }
  } finally {
    paced.stop();
    if (!finished) reader.drain();
  }
}

interface Pace {
  milliseconds: number;
  bytesPerSecond: number;
}

/** Stops waiting for a body that has used up its time, even if bytes still trickle in. */
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
    /** @throws DomainError request_timeout */
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

/** @throws DomainError payload_too_large if Content-Length is too large */
export function refuseAnnounced(request: Request, maxBytes: number): void {
  const announced = request.headers.get("content-length");
  if (announced !== null && Number(announced) > maxBytes) throw new DomainError("payload_too_large");
}

/**
 * @throws DomainError payload_too_large, or invalid_request if the body is not UTF-8
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

/** The media type of a request's body in lower case, without parameters. */
export function mediaType(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/**
 * @throws DomainError payload_too_large, or invalid_request for another content type, invalid UTF-8, malformed JSON, too
 * many values, anything but an object, and text with NUL or a lone surrogate
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

/** Checks every text in a value. A reviver of `JSON.parse` would be many times slower. */
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
 * The names and values of a urlencoded form.
 * @throws DomainError invalid_request if there are too many
 */
export function fieldsIn(text: string): URLSearchParams {
  refuseTooManyFields(text, LIMITS.formFields);
  return new URLSearchParams(text);
}

/**
 * Reads a urlencoded form.
 * @throws DomainError payload_too_large, or invalid_request as in `fieldsIn` and `collectFields`
 */
export async function readUrlEncoded(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  return collectFields(fieldsIn(await readText(request, maxBytes)));
}

/**
 * Collects fields by name. A name that was sent more than once has a list of values.
 * @throws DomainError invalid_request for text that cannot be stored
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
