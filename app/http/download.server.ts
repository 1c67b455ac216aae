import type { Settings } from "../settings.server";
import type { OpenFile } from "../storage/file-store.server";
import { downloadSecurityHeaders } from "./security-headers";

/** A file to be sent: what an operation returns when its result is bytes rather than data. */
export interface Download {
  /** Without a size where it is made while it is sent. */
  file: Pick<OpenFile, "stream"> & Partial<OpenFile>;
  fileName: string;
  contentType: string;
}

/** A file as an attachment, by its name: in plain ASCII, and in UTF-8 by RFC 8187 where that is not enough. */
export function downloadResponse(settings: Settings, requestId: string, { file, fileName, contentType }: Download) {
  return new Response(file.stream, {
    headers: [
      ["content-type", contentType],
      ...(file.sizeBytes === undefined ? [] : [["content-length", String(file.sizeBytes)] as [string, string]]),
      ["content-disposition", contentDisposition(fileName)],
      ["cache-control", "private, no-store"],
      ["x-request-id", requestId],
      ...downloadSecurityHeaders(settings),
    ],
  });
}

/** The Content-Disposition of an attachment (RFC 6266); its second form only for a name that the first cannot hold. */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  if (ascii === fileName) return `attachment; filename="${ascii}"`;
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
