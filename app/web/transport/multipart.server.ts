import { once } from "node:events";
import type { Readable } from "node:stream";
import busboy from "busboy";
import type { Caller } from "~/operations/caller.server";
import type { RawInput } from "~/operations/operation.server";
import type { FileStore } from "~/storage/file-store.server";
import { ATTACHMENT_FILE_TYPES, cleanFileName, contentTypesOf, SUBMISSION_FILE_TYPES } from "~/storage/file-types";
import { receiveUpload, type UploadedFile, type UploadReceiver } from "~/storage/upload.server";
import { DomainError, invalidField } from "~/values/errors";
import { BODY_PACE, KB, LIMITS } from "~/values/limits";
import { collectFields, limitedBody, mediaType, refuseAnnounced } from "./body.server";
import { bodyReader } from "./body-reader";
import { countParts, type PartCount } from "./part-count";
import { takeUploadPlace } from "./upload-place";

/** Bytes that may wait for the parser while a file is written. */
const PARSER_BYTES = 256 * KB;

export interface MultipartOptions {
  maxBytes: number;
  /** The name of the parts that are files. */
  fileField: string;
  maxFiles: number;
  /** The accepted media types, for the API's document. The operation checks the contents. */
  contentTypes: readonly string[];
  /**
   * Passes on a named file of zero bytes, so that the operation refuses it as empty. Otherwise such a file is ignored. The
   * file without a name that a browser sends for an empty field is always ignored.
   */
  keepsEmptyFiles?: boolean;
  /** Lets an API route also take its fields as JSON, without files. */
  takesJson?: true;
  /**
   * Called with each field as it arrives, so that a page can show the text of a form whose file is too large. The body is
   * then refused only once too many bytes have arrived, not by its Content-Length: the fields come before the file.
   */
  onField?: (name: string, value: string) => void;
  /** Called with the name of each file before the file is read. */
  onFile?: (name: string) => void;
}

/**
 * Reads a multipart form and streams its files to disk, so that memory stays bounded whatever the size of the body.
 * @returns the fields, with a list of `UploadedFile` under `fileField`; `dispose` deletes the files that were not stored
 * @throws DomainError invalid_request for a malformed form, too many parts, or a part without a readable name (RFC 7578,
 * 4.2); payload_too_large; request_timeout; rate_limited if the caller has too many uploads in progress
 */
export async function readMultipart(
  request: Request,
  files: FileStore,
  caller: Caller,
  { maxBytes, fileField, maxFiles, keepsEmptyFiles = false, onField, onFile }: MultipartOptions,
): Promise<RawInput> {
  if (mediaType(request) !== "multipart/form-data") {
    bodyReader(request)?.drain();
    refuseAnnounced(request, maxBytes);
    throw new DomainError("invalid_request", "Send the request body as multipart/form-data");
  }
  const entries: [string, string][] = [];
  const uploads: Promise<UploadedFile | null>[] = [];
  const receivers: UploadReceiver[] = [];
  const parser = createParser(request, maxFiles);
  let crowded: DomainError | undefined;
  const giveBack = await takeUploadPlace(caller).catch((error: DomainError) => {
    // A page still reads the fields, to show them again, and discards the files as they arrive.
    if (!onField) throw error;
    crowded = error;
  });
  const dispose = async () => {
    try {
      await Promise.allSettled(uploads);
      await Promise.all(receivers.map(({ discard }) => discard()));
    } finally {
      giveBack?.();
    }
  };

  const sent = countParts(request.headers.get("content-type") ?? "");
  let handled = 0;
  const closed = new Promise<void>((resolve, reject) => {
    const tooMany = () => reject(new DomainError("invalid_request", "The form has too many parts"));
    parser
      .on("field", (name, value, { valueTruncated }) => {
        handled += 1;
        // busboy passes undefined for text that it cannot decode (an unknown charset), although its types say string.
        if (typeof name !== "string" || typeof value !== "string")
          reject(new DomainError("invalid_request", "The form is not valid multipart/form-data"));
        else if (valueTruncated) reject(new DomainError("invalid_request", "A field of the form is too long"));
        else if (name === fileField && value !== "") reject(invalidField(fileField, "invalid", "Send a file"));
        else if (name !== fileField) {
          entries.push([name, value]);
          onField?.(name, value);
        }
      })
      .on("file", (name, stream, { filename }) => {
        handled += 1;
        // Without a listener, the stream's error when a form is cut short would end the process.
        stream.on("error", () => {});
        if (name === fileField && filename) onFile?.(cleanFileName(filename, LIMITS.fileNameCharacters));
        if (name !== fileField || crowded) {
          stream.resume();
          return;
        }
        const isCounted = (sizeBytes: number) => sizeBytes > 0 || (keepsEmptyFiles && !!filename);
        const receiver = receiveUpload(files, filename ?? "");
        receivers.push(receiver);
        const upload = receiveFile(stream, receiver, isCounted);
        upload.catch(reject);
        uploads.push(upload);
      })
      .on("partsLimit", tooMany)
      .on("filesLimit", tooMany)
      .on("fieldsLimit", tooMany)
      .on("error", (cause) =>
        reject(new DomainError("invalid_request", "The form is not valid multipart/form-data", { cause })),
      )
      .on("close", resolve);
  });
  closed.catch(() => {});

  try {
    const body = limitedBody(request, maxBytes, onField !== undefined, BODY_PACE.upload);
    await Promise.race([closed, feed(parser, closed, sent, body)]);
    await closed;
    if (crowded) throw crowded;
    // busboy silently skips a part whose disposition it cannot read, so a file would be lost unnoticed.
    if (sent.parts > handled) throw new DomainError("invalid_request", "Give each part of the form a name");
    const received = (await Promise.all(uploads)).filter((upload) => upload !== null);
    return { value: { ...collectFields(entries), [fileField]: received }, dispose };
  } catch (error) {
    parser.destroy();
    await dispose();
    throw error;
  }
}

function createParser(request: Request, maxFiles: number): busboy.Busboy {
  const type = request.headers.get("content-type") ?? "";
  // A boundary has at most 70 characters (RFC 2046, 5.1.1). Searching for a long repetitive one is slow.
  if (type.length > LIMITS.multipartTypeCharacters)
    throw new DomainError("invalid_request", "The boundary of the form is too long");
  try {
    return busboy({
      headers: { "content-type": type },
      defParamCharset: "utf8",
      highWaterMark: PARSER_BYTES,
      limits: {
        fieldSize: LIMITS.multipartFieldBytes,
        fields: LIMITS.multipartFields,
        // One file and one byte more than allowed, so that the excess is seen and refused.
        files: maxFiles + 1,
        fileSize: LIMITS.fileBytes + 1,
        parts: LIMITS.multipartFields + maxFiles + 1,
        headerPairs: 20,
      },
    });
  } catch (cause) {
    throw new DomainError("invalid_request", "The form is not valid multipart/form-data", { cause });
  }
}

async function feed(
  parser: busboy.Busboy,
  closed: Promise<void>,
  sent: PartCount,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  for await (const chunk of body) {
    sent.see(chunk);
    if (!parser.writable) return;
    if (!parser.write(chunk)) await Promise.race([once(parser, "drain"), closed]);
  }
  parser.end();
}

async function receiveFile(
  stream: Readable,
  receiver: UploadReceiver,
  isCounted: (sizeBytes: number) => boolean,
): Promise<UploadedFile | null> {
  await new Promise<void>((resolve, reject) => {
    stream.on("data", (chunk: Uint8Array) => {
      try {
        const room = receiver.write(chunk);
        if (!room) return;
        stream.pause();
        room.then(() => stream.resume(), reject);
      } catch (error) {
        reject(error);
      }
    });
    stream.on("end", resolve);
    // Also comes when the form is cut short.
    stream.on("close", () => reject(new DomainError("invalid_request", "The request body is incomplete")));
  });
  const upload = await receiver.finish();
  return isCounted(upload.staged.sizeBytes) ? upload : null;
}

export const SUBMISSION_BODY: MultipartOptions = {
  maxBytes: LIMITS.submissionBodyBytes,
  fileField: "file",
  maxFiles: 1,
  contentTypes: contentTypesOf(SUBMISSION_FILE_TYPES),
};

export const MESSAGE_BODY: MultipartOptions = {
  maxBytes: LIMITS.messageBodyBytes,
  fileField: "files",
  maxFiles: LIMITS.filesPerMessage,
  contentTypes: contentTypesOf(SUBMISSION_FILE_TYPES),
  keepsEmptyFiles: true,
  takesJson: true,
};

export const ATTACHMENT_BODY: MultipartOptions = {
  maxBytes: LIMITS.attachmentBodyBytes,
  fileField: "files",
  maxFiles: LIMITS.attachmentsPerRecord,
  contentTypes: contentTypesOf(ATTACHMENT_FILE_TYPES),
  keepsEmptyFiles: true,
};
