import { once } from "node:events";
import type { Readable } from "node:stream";
import busboy from "busboy";
import type { Caller } from "~/operations/caller.server";
import type { RawInput } from "~/operations/operation.server";
import type { FileStore, Staging } from "~/storage/file-store.server";
import { ATTACHMENT_FILE_TYPES, cleanFileName, contentTypesOf, SUBMISSION_FILE_TYPES } from "~/storage/file-types";
import type { UploadedFile } from "~/storage/upload.server";
import { DomainError, invalidField } from "~/values/errors";
import { BODY_PACE, LIMITS } from "~/values/limits";
import { collectFields, drain, limitedBody, mediaType, refuseAnnounced } from "./body.server";
import { countParts, type PartCount } from "./part-count";
import { takeUploadPlace } from "./upload-place";

export interface MultipartOptions {
  /** Of the whole body. */
  maxBytes: number;
  /** The name of the parts that are files. */
  fileField: string;
  maxFiles: number;
  /** The types of file that are taken, for the document of the API; what takes them looks at what they hold. */
  contentTypes: readonly string[];
  /**
   * A named file of zero bytes is handed on, to be refused as empty, where otherwise it counts as none; the nameless one
   * that a browser sends for a field without a file never counts.
   */
  keepsEmptyFiles?: boolean;
  /**
   * Told of each field as it comes. A page listens, so that a form whose file is too large still keeps what was typed;
   * the body is then refused by its count alone, since its fields stand before its file.
   */
  onField?: (name: string, value: string) => void;
  /** Told of each file's name before it is read. */
  onFile?: (name: string) => void;
}

/**
 * Reads a multipart form, streaming its files to disk: memory stays bounded whatever the size of the body. The files
 * stand in the value under `fileField`, as a list of UploadedFile.
 * `dispose` throws away the files that were not placed.
 * @throws DomainError invalid_request for a malformed form, too many parts or one that cannot be told (RFC 7578, 4.2);
 * payload_too_large; request_timeout; rate_limited when the caller, or all together, have too much under way.
 */
export async function readMultipart(
  request: Request,
  files: FileStore,
  caller: Caller,
  { maxBytes, fileField, maxFiles, keepsEmptyFiles = false, onField, onFile }: MultipartOptions,
): Promise<RawInput> {
  if (mediaType(request) !== "multipart/form-data") {
    const reader = request.body?.getReader();
    if (reader) drain(reader);
    refuseAnnounced(request, maxBytes);
    throw new DomainError("invalid_request", "Send the request body as multipart/form-data");
  }
  const entries: [string, string][] = [];
  const uploads: Promise<UploadedFile | null>[] = [];
  const stagings: Staging[] = [];
  const parser = createParser(request, maxFiles);
  let crowded: DomainError | undefined;
  const giveBack = await takeUploadPlace(caller).catch((error: DomainError) => {
    // A page still reads what was typed, to show it again; its files are thrown away as they come.
    if (!onField) throw error;
    crowded = error;
  });
  const dispose = async () => {
    try {
      await Promise.allSettled(uploads);
      await Promise.all(stagings.map((staging) => staging.discard()));
    } finally {
      giveBack?.();
    }
  };

  const sent = countParts(request.headers.get("content-type") ?? "");
  let told = 0;
  const closed = new Promise<void>((resolve, reject) => {
    const tooMany = () => reject(new DomainError("invalid_request", "The form has too many parts"));
    parser
      .on("field", (name, value, { valueTruncated }) => {
        told += 1;
        // busboy gives what it cannot decode (an unknown charset) as nothing at all, whatever its types say.
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
        told += 1;
        // Without a listener, the error of a stream whose form broke off would end the process.
        stream.on("error", () => {});
        if (name === fileField && filename) onFile?.(cleanFileName(filename, LIMITS.fileNameCharacters));
        if (name !== fileField || crowded) {
          stream.resume();
          return;
        }
        const isCounted = (sizeBytes: number) => sizeBytes > 0 || (keepsEmptyFiles && !!filename);
        const upload = receiveFile(stream, filename, files, stagings, isCounted);
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
    // busboy leaves out a part whose disposition it cannot read, and says nothing: a file would be lost, and nobody told.
    if (sent.parts > told) throw new DomainError("invalid_request", "Give each part of the form a name");
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
  // A boundary has at most 70 characters (RFC 2046, 5.1.1). A long one that repeats itself takes long to look for.
  if (type.length > LIMITS.multipartTypeCharacters)
    throw new DomainError("invalid_request", "The boundary of the form is too long");
  try {
    return busboy({
      headers: { "content-type": type },
      defParamCharset: "utf8",
      limits: {
        fieldSize: LIMITS.multipartFieldBytes,
        fields: LIMITS.multipartFields,
        // One more than is taken, and one byte more: what is too much must be seen in order to be refused.
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
  stream: Readable & { truncated?: boolean },
  name: string | undefined,
  files: FileStore,
  stagings: Staging[],
  isCounted: (sizeBytes: number) => boolean,
): Promise<UploadedFile | null> {
  const staging = await files.stage();
  stagings.push(staging);
  for await (const chunk of stream) await staging.write(chunk);
  const staged = await staging.finish();
  if (!isCounted(staged.sizeBytes)) return null;
  return { fileName: cleanFileName(name ?? "", LIMITS.fileNameCharacters), staged };
}

/** The body of a submission: its fields, and one file at most. */
export const SUBMISSION_BODY: MultipartOptions = {
  maxBytes: LIMITS.submissionBodyBytes,
  fileField: "file",
  maxFiles: 1,
  contentTypes: contentTypesOf(SUBMISSION_FILE_TYPES),
};

/** The body of an upload of attachments. */
export const ATTACHMENT_BODY: MultipartOptions = {
  maxBytes: LIMITS.attachmentBodyBytes,
  fileField: "files",
  maxFiles: LIMITS.attachmentsPerRecord,
  contentTypes: contentTypesOf(ATTACHMENT_FILE_TYPES),
  keepsEmptyFiles: true,
};
