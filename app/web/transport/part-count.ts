/** The boundary of a form's type, as browsers and programs write it; one with a backslash in it is not looked for. */
const BOUNDARY = /;\s*boundary=(?:"([^"\\]+)"|([^\s;"]+))/i;
const LINE_END = "\r\n";

/** Counts the parts of a multipart form whose bytes it is shown, in order (RFC 2046, 5.1.1). */
export interface PartCount {
  see(bytes: Uint8Array): void;
  readonly parts: number;
}

/** @param contentType of the form; one without a boundary has no parts */
export function countParts(contentType: string): PartCount {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return { see: () => {}, parts: 0 };
  const opening = Buffer.from(`${LINE_END}--${boundary}${LINE_END}`, "latin1");
  let parts = 0;
  // The first line of a form opens a part too.
  let rest = Buffer.from(LINE_END);
  return {
    get parts() {
      return parts;
    },
    see(bytes) {
      const text = Buffer.concat([rest, bytes]);
      // Less than a whole one is kept, for the bytes that follow. The end of its line may begin the next one.
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
