import { whileAuthorized } from "~/operations/authority-stream.server";
import type { Gate } from "~/policy/policy";
import type { OpenFile } from "~/storage/file-store.server";
import type { RequestContext } from "./request-context.server";
import { downloadSecurityHeaders } from "./security-headers";

/** A file to send: the result of an operation that returns bytes instead of data. */
export interface Download {
  /** Has no size if it is made while it is sent. */
  file: Pick<OpenFile, "stream"> & Partial<OpenFile>;
  fileName: string;
  contentType: string;
}

/** Sends a file as an attachment, and stops if its caller loses the right to it meanwhile. */
export function downloadResponse(
  { services, requestId, caller }: RequestContext,
  gate: Gate,
  { file, fileName, contentType }: Download,
): Response {
  return new Response(caller ? whileAuthorized(services, caller, gate, file.stream) : file.stream, {
    headers: [
      ["content-type", contentType],
      ...(file.sizeBytes === undefined ? [] : [["content-length", String(file.sizeBytes)] as [string, string]]),
      ["content-disposition", contentDisposition(fileName)],
      ["cache-control", "private, no-store"],
      ["x-request-id", requestId],
      ...downloadSecurityHeaders(services.settings),
    ],
  });
}

/** The Content-Disposition of an attachment (RFC 6266). A name that ASCII cannot hold is there in both forms. */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  if (ascii === fileName) return `attachment; filename="${ascii}"`;
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
