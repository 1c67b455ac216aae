/** The boundary in a form's content type. Boundaries with a backslash are not supported. */
const BOUNDARY = /;\s*boundary=(?:"([^"\\]+)"|([^\s;"]+))/i;
const LINE_END = "\r\n";

/** Counts the parts of a multipart form from its bytes, chunk by chunk (RFC 2046, 5.1.1). */
export interface PartCount {
  see(bytes: Uint8Array): void;
  readonly parts: number;
}

/** @param contentType of the form; without a boundary the count stays 0 */
export function countParts(contentType: string): PartCount {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return { see: () => {}, parts: 0 };
  const opening = Buffer.from(`${LINE_END}--${boundary}${LINE_END}`, "latin1");
  const seamBytes = opening.length - 1;
  let parts = 0;
  // The first boundary has no line end before it.
  let rest = Buffer.from(LINE_END);
  return {
    get parts() {
      return parts;
    },
    see({ buffer, byteOffset, byteLength }) {
      const bytes = Buffer.from(buffer, byteOffset, byteLength);
      // A delimiter may begin in earlier bytes, and is then in the seam. The seam has no delimiter of its own.
      const seam = Buffer.concat([rest, bytes.subarray(0, seamBytes)]);
      parts += occurrences(opening, seam) + occurrences(opening, bytes);
      rest = Buffer.from((byteLength < seamBytes ? seam : bytes).subarray(-seamBytes));
    },
  };
}

/** The line end of one delimiter may begin the next. */
function occurrences(delimiter: Buffer, bytes: Buffer): number {
  let count = 0;
  for (
    let at = bytes.indexOf(delimiter);
    at !== -1;
    at = bytes.indexOf(delimiter, at + delimiter.length - LINE_END.length)
  )
    count += 1;
  return count;
}
