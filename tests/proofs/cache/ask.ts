import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/* A client that can send any header, from any address of this machine. */

export interface Question {
  method?: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: Uint8Array | string;
  /** The client's own address, one of Linux's 127.0.0.0/8. */
  from?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it was sent. */
  bytes: Buffer;
  /** Without its compression. */
  text: string;
  /** What nginx did; undefined if it did not look into its cache. */
  cache: string | undefined;
}

/** The headers of clients that get a response in each of its forms. */
export const ENCODINGS: readonly OutgoingHttpHeaders[] = [
  { "accept-encoding": "gzip, deflate, br, zstd" },
  { "accept-encoding": "gzip" },
  {},
];

const READ: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
const agent = new Agent({ keepAlive: true });

/** Asks a server on this machine. @throws if it sends no complete response */
export function ask(port: number, { method = "GET", path, headers = {}, body, from }: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, method, path, agent, localAddress: from, headers: withLength(headers, body) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0, headers } = response;
          const read = READ[headers["content-encoding"] ?? ""];
          const text = (read && bytes.length > 0 ? read(bytes) : bytes).toString();
          resolve({ status, headers, bytes, text, cache: headers["x-cache-status"]?.toString() });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Node sends the body of a DELETE in chunks otherwise, and none of a GET. */
const withLength = (headers: OutgoingHttpHeaders, body?: Uint8Array | string): OutgoingHttpHeaders =>
  body === undefined ? headers : { "content-length": Buffer.byteLength(body), ...headers };

/** A body in the form of `FormData`, with its header. */
export async function multipart(form: FormData): Promise<Pick<Question, "body" | "headers">> {
  const encoded = new Response(form);
  return {
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
    body: new Uint8Array(await encoded.arrayBuffer()),
  };
}

/** A JSON body, with its header. */
export const json = (value: object): Pick<Question, "body" | "headers"> => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

/** The body of a page's form, with its header. */
export const form = (fields: Record<string, string>): Pick<Question, "body" | "headers"> => ({
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

/** The cookie of a name that a response sets, as a browser sends it back; empty if there is none. */
export const cookieFrom = ({ headers }: Answer, name: string): string =>
  headers["set-cookie"]?.find((cookie) => cookie.startsWith(`${name}=`))?.split(";", 1)[0] ?? "";
