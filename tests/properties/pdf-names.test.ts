import fc from "fast-check";
import { expect } from "vitest";
import { pdfNameReader } from "~/storage/pdf-names";
import { property } from "../support/properties";

/** What matters to the reader, and fillings between it that the reader can skip. */
const piece = fc.constantFrom(
  ...["/", "/S", "/Type", "/EF", "/JS", "/ObjStm", "/Launch", "/J#61vaScript", "/EmbeddedFile", "/Rendition"],
  ...["obj", "1 0 obj", "xobj", "objx", "ob", "j", "o", "<<", "<", ">>", "%", "%obj", "\n", "\r", " ", "(", ")", "#"],
  ...["x".repeat(70), "y z ".repeat(30), "/N ".repeat(40), `${"w".repeat(33)}obj`, `%${"c".repeat(50)}`],
);

/** What the reader reports, if the file comes in chunks of these sizes. The last one may repeat. */
function reported(file: Buffer, sizes: readonly number[]): unknown[] {
  const found: unknown[] = [];
  const read = pdfNameReader({
    name: (...name) => found.push(name),
    dictionary: (of) => found.push(of),
  });
  for (let at = 0, index = 0; at < file.length; index += 1) {
    const size = sizes[Math.min(index, sizes.length - 1)] ?? 1;
    read(file.subarray(at, at + size));
    at += size;
  }
  return found;
}

property(
  "finds the same names in a PDF file, whether or not the chunks are large enough to skip bytes",
  2000,
  fc.property(
    fc.array(piece, { maxLength: 30 }),
    fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 10 }),
    (pieces, sizes) => {
      const file = Buffer.from(`${pieces.join("")}\n`, "latin1");
      // Nothing can be skipped in chunks of one byte.
      const expected = reported(file, [1]);
      expect(reported(file, sizes)).toEqual(expected);
      expect(reported(file, [file.length])).toEqual(expected);
    },
  ),
);
