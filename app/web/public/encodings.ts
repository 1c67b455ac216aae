import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LIMITS } from "~/values/limits";

/* Content codings (RFC 9110, 8.4) of responses that are compressed once and sent often. */

export type Encoding = keyof typeof COMPRESS | "identity";

/** Higher levels take many times as long for a few percent less. */
const LEVELS = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, gzip: { level: 6 } };

const COMPRESS = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, LEVELS.br),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes, LEVELS.gzip),
};

const REFUSED = /;\s*q=0(\.0*)?\s*$/;

/** The coding to use for a request's Accept-Encoding: the smallest that it accepts. */
export function encodingFor(accepted: string | null, sizeBytes: number): Encoding {
  if (accepted === null || sizeBytes < LIMITS.leastCompressedBytes) return "identity";
  const names = accepted
    .toLowerCase()
    .split(",")
    .filter((item) => !REFUSED.test(item))
    .map((item) => item.split(";", 1)[0]?.trim());
  return names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : "identity";
}

/** Compresses outside the event loop. */
export const encode = (bytes: Uint8Array, encoding: Exclude<Encoding, "identity">): Promise<Uint8Array> =>
  COMPRESS[encoding](bytes);
