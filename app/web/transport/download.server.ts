import { whileAuthorized } from "~/operations/authority-stream.server";
import type { Gate } from "~/policy/policy";
import type { OpenFile } from "~/storage/file-store.server";
import type { Showing } from "~/storage/file-types";
import type { RequestContext } from "./request-context.server";
import { downloadSecurityHeaders, shownDocumentSecurityHeaders } from "./security-headers";

/** A file to send: the result of an operation that returns bytes instead of data. */
export interface Download {
  /** Has no size if it is made while it is sent. */
  file: Pick<OpenFile, "stream"> & Partial<OpenFile>;
  fileName: string;
  contentType: string;
  /** For a document that a page shows in a frame. Everything else is sent as an attachment. */
  showing?: Showing;
}

/** Sends a file, and stops if its caller loses the right to it meanwhile. */
export function downloadResponse(
  { services, requestId, caller }: RequestContext,
  gate: Gate,
  { file, fileName, contentType, showing }: Download,
): Response {
  return new Response(caller ? whileAuthorized(services, caller, gate, file.stream) : file.stream, {
    headers: [
      ["content-type", contentType],
      ...(file.sizeBytes === undefined ? [] : [["content-length", String(file.sizeBytes)] as [string, string]]),
      ["content-disposition", contentDisposition(fileName, showing ? "inline" : "attachment")],
      ["cache-control", "private, no-store"],
      ["x-request-id", requestId],
      ...(showing
        ? shownDocumentSecurityHeaders(services.settings, showing)
        : downloadSecurityHeaders(services.settings)),
    ],
  });
}

/** The Content-Disposition of a file (RFC 6266). A name that ASCII cannot hold is there in both forms. */
export function contentDisposition(fileName: string, kind: "attachment" | "inline" = "attachment"): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  if (ascii === fileName) return `${kind}; filename="${ascii}"`;
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
