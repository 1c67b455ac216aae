import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { hasCode } from "~/values/errors";
import { DOCUMENT_TEXT } from "~/values/limits";
import { MOST_TEXT_BYTES } from "./pages.server";

/** The kinds of documents that have text. */
export type DocumentKind = "pdf" | "docx" | "pptx" | "txt";

/**
 * Why a document was not read. DAMAGED: its parser gave up. PASSWORD: it is encrypted. TOO_LARGE: it unpacks to too
 * much. TIME and MEMORY: it took more than a document may. CRASHED: its process ended.
 */
const FAILURES = ["DAMAGED", "PASSWORD", "TOO_LARGE", "TIME", "MEMORY", "CRASHED"] as const;
type Failure = (typeof FAILURES)[number];

export type DocumentReading =
  | { failure: Failure }
  | { failure: null; text: string; pageCount: number | null; isCut: boolean };

/** Reads the text of documents in other processes, one document at a time. */
export interface DocumentReader {
  /**
   * @param content the document. It is cancelled if the reader ends
   * @throws ReaderEnded, or what `content` throws. After the latter, the next document can be read
   */
  read(kind: DocumentKind, content: ReadableStream<Uint8Array>): Promise<DocumentReading>;
  /** Ends the process that reads, and the one that starts it. */
  close(): void;
}

/** There is no reader: the server is stopping, or something ended the process. */
export class ReaderEnded extends Error {}

/** What one document may cost. Tests pass less. */
export type ReadingLimits = Readonly<Record<keyof typeof DOCUMENT_TEXT, number>>;

const CONNECT = { tries: 100, pauseMilliseconds: 100 };
const HEAD_BYTES = 1_024;
/** In place of a frame's length. */
const GIVEN_UP = 0xffffffff;

/** The first line of what the host sends, and of what the process wrote. The latter may be anything. */
const answer = z.object({ failure: z.enum(FAILURES).nullable(), bytes: z.int().min(0) });
const reading = z.union([
  z.object({ failure: z.enum(FAILURES) }),
  z.object({ pageCount: z.int().min(0).nullable(), isCut: z.boolean() }),
]);

/**
 * Connects to the host that the start script started (app/document-reader/host.mjs).
 * @throws Error if nobody listens there
 */
export async function connectDocumentReader(
  address: string,
  limits: ReadingLimits = DOCUMENT_TEXT,
): Promise<DocumentReader> {
  const socket = await connected(address);
  const answers = answersOf(socket);
  const { characters, pages, unpackedBytes, heapBytes, memoryBytes, milliseconds, cpuMilliseconds } = limits;
  return {
    async read(kind, content) {
      const job = {
        ...{ kind, heapBytes, memoryBytes, milliseconds, cpuMilliseconds },
        limits: { characters, pages, unpackedBytes },
        outputBytes: HEAD_BYTES + MOST_TEXT_BYTES,
      };
      await send(socket, Buffer.from(`${JSON.stringify(job)}\n`));
      const fault = await sendFrames(socket, content);
      const { failure, bytes } = answer.parse(JSON.parse(await answers.line()));
      const output = await answers.bytes(bytes);
      if (fault) throw fault.error;
      return failure === null ? parsed(output) : { failure };
    },
    close: () => void socket.destroy(),
  };
}

async function connected(address: string): Promise<Socket> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await new Promise<Socket>((resolve, reject) => {
        const socket = connect(address, () => resolve(socket)).once("error", reject);
      });
    } catch (error) {
      // The host is not listening yet.
      if (!hasCode(error, "ENOENT", "ECONNREFUSED") || tries === CONNECT.tries) throw error;
      await pause(CONNECT.pauseMilliseconds);
    }
  }
}

/**
 * Sends a document in frames: the length of each, and its bytes. A frame without bytes is the last one.
 * @returns what went wrong with the document; the host then gives it up
 */
async function sendFrames(socket: Socket, content: ReadableStream<Uint8Array>): Promise<{ error: unknown } | null> {
  try {
    for await (const chunk of Readable.fromWeb(content as WebStream<Uint8Array>)) {
      if (chunk.byteLength > 0) await send(socket, Buffer.concat([frameLength(chunk.byteLength), chunk]));
    }
    await send(socket, frameLength(0));
    return null;
  } catch (error) {
    if (error instanceof ReaderEnded) throw error;
    await send(socket, frameLength(GIVEN_UP));
    return { error };
  }
}

function frameLength(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

async function send(socket: Socket, bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(new ReaderEnded("The reader ended", { cause: error })) : resolve()));
  });
}

/** Reads what the host sends by lines and by numbers of bytes. */
function answersOf(socket: Socket) {
  const chunks = socket[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const more = async () => {
    const next = await chunks.next().catch((cause: unknown) => {
      throw new ReaderEnded("The reader ended", { cause });
    });
    if (next.done) throw new ReaderEnded("The reader ended");
    return next.value as Buffer;
  };
  return {
    async line(): Promise<string> {
      while (!rest.includes("\n")) rest = Buffer.concat([rest, await more()]);
      const length = rest.indexOf("\n");
      const line = rest.toString("utf8", 0, length);
      rest = rest.subarray(length + 1);
      return line;
    },
    async bytes(size: number): Promise<Buffer> {
      const parts = [rest];
      for (let got = rest.length; got < size; got += parts.at(-1)?.length ?? 0) parts.push(await more());
      const all = Buffer.concat(parts);
      rest = all.subarray(size);
      return all.subarray(0, size);
    },
  };
}

function parsed(output: Buffer): DocumentReading {
  const end = output.subarray(0, HEAD_BYTES).indexOf("\n");
  if (end < 0) return { failure: "CRASHED" };
  const head = reading.safeParse(jsonOf(output.toString("utf8", 0, end)));
  if (!head.success) return { failure: "CRASHED" };
  if ("failure" in head.data) return head.data;
  return { failure: null, ...head.data, text: output.toString("utf8", end + 1) };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
