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
  let parts = 0;
  // The first boundary has no line end before it.
  let rest = Buffer.from(LINE_END);
  return {
    get parts() {
      return parts;
    },
    see(bytes) {
      const text = Buffer.concat([rest, bytes]);
      // Keep the bytes that could start a boundary. The line end of one boundary may start the next.
      let unseen = Math.max(0, text.length - opening.length + 1);
      for (
        let at = text.indexOf(opening);
        at !== -1;
        at = text.indexOf(opening, at + opening.length - LINE_END.length)
      ) {
        parts += 1;
        unseen = Math.max(unseen, at + opening.length - LINE_END.length);
      }
      rest = text.subarray(unseen);
    },
  };
}
