import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { isForEveryone } from "~/web/public/addresses";

/* What nginx stored: one file for each response, with nginx's own header, the key, and the response's head and body. */

export interface Stored {
  /** The address that was asked for. */
  address: string;
  head: string;
  /** Without its compression. */
  body: Buffer;
}

const FORM = /\nKEY: \S+ (\S+) \w*\n(HTTP\/1\.1 \d{3} [\s\S]*?\r\n)\r\n/;

/** Reads all stored responses. */
export function storedIn(cacheFolder: string): Stored[] {
  return readdirSync(cacheFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readStored(readFileSync(join(entry.parentPath, entry.name))));
}

function readStored(bytes: Buffer): Stored {
  // One character for each byte.
  const found = FORM.exec(bytes.toString("latin1"));
  if (!found) throw new Error(`Not a stored response: ${bytes.subarray(0, 1_000).toString("latin1")}`);
  const [whole, address = "", head = ""] = found;
  const body = bytes.subarray(found.index + whole.length);
  const [, coding] = /^content-encoding: (\w+)/im.exec(head) ?? [];
  return { address, head, body: coding === "br" ? brotliDecompressSync(body) : coding ? gunzipSync(body) : body };
}

const MAY_BE_STORED =
  /^cache-control: (public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+, stale-if-error=\d+|(public, )?max-age=31536000, immutable)\r$/m;
/** What a response may vary by. nginx does not read this header, because its key covers both. */
const VARY = /^vary: (accept-encoding, cookie|accept-encoding)\r$/im;

/** What is wrong with a stored response. @param secrets texts that no visitor may see */
export function faultsOf({ address, head, body }: Stored, secrets: readonly string[]): string[] {
  const { pathname, search } = new URL(address, "http://portal.test");
  const isAsset = pathname.startsWith("/assets/") && search === "";
  return [
    !isAsset && !isForEveryone(pathname, search) && "its address is not public",
    !MAY_BE_STORED.test(head) && "its Cache-Control does not say that it may be stored",
    /^vary:/im.test(head) && !VARY.test(head) && "it varies by something that is not in nginx's key",
    /^set-cookie:/im.test(head) && "it sets a cookie",
    ...secrets.map((secret) => (head + body.toString()).includes(secret) && `it has ${secret}`),
  ]
    .filter((fault) => fault !== false)
    .map((fault) => `${address}: ${fault}`);
}
