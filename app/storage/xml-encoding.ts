import { DocumentFault } from "./document-fault";

/** Why XML is not accepted. */
export class XmlFault extends DocumentFault {}

interface XmlEncoding {
  decoder: "utf-8" | "utf-16le" | "utf-16be";
  /** The name that the XML declaration must use, if it has one. */
  declared: "utf-8" | "utf-16";
}

const UTF_16 = [
  { mark: "fffe", decoder: "utf-16le", declared: "utf-16" },
  { mark: "feff", decoder: "utf-16be", declared: "utf-16" },
] as const;
const UTF_8 = { decoder: "utf-8", declared: "utf-8" } as const;

/** The encoding of XML by its byte-order mark. Packages must use UTF-8 or UTF-16. */
export function encodingOf(head: Buffer): XmlEncoding {
  const mark = head.toString("hex", 0, 2);
  return UTF_16.find((encoding) => encoding.mark === mark) ?? UTF_8;
}

/** The number of bytes that `markupEncodingOf` needs. An XML declaration is shorter. */
export const XML_HEAD_BYTES = 512;
/** "<?" in UTF-16 and UTF-32 without a byte-order mark or in EBCDIC, and UTF-32 with one (XML 1.0, appendix F). */
const OTHER_BEGINNINGS = ["3c003f00", "003c003f", "3c0000003f", "0000003c0000003f", "4c6fa794", "0000feff", "fffe0000"];
/** Encodings in which markup has the same bytes as in ASCII. */
const LIKE_ASCII = /^(utf-8|us-ascii|ascii|iso-8859-\d{1,2}|windows-125\d)$/i;
const DECLARATION = /^<\?xml(?=\s)/;
const DECLARED = /\sencoding\s*=\s*["']([^"']*)["']/;

/**
 * The encoding in which to search a part's bytes for tag names, or null if the part is not XML.
 * @param head the part's first `XML_HEAD_BYTES`, or all of a shorter part
 * @throws XmlFault if the part is XML in an encoding that could hide names
 */
export function markupEncodingOf(head: Buffer): "latin1" | "utf-16le" | "utf-16be" | null {
  const beginning = head.toString("hex", 0, 8);
  if (OTHER_BEGINNINGS.some((bytes) => beginning.startsWith(bytes))) throw unknownEncoding();
  const { decoder } = encodingOf(head);
  if (decoder !== "utf-8") return decoder;
  const text = head.toString("latin1").replace(/^\xef\xbb\xbf/, "");
  if (!/^\s*(<|$)/.test(text)) return null;
  if (DECLARATION.test(text)) {
    const end = text.indexOf("?>");
    const declared = DECLARED.exec(text.slice(0, end))?.[1] ?? "utf-8";
    if (end < 0 || !LIKE_ASCII.test(declared)) throw unknownEncoding();
  }
  return "latin1";
}

const unknownEncoding = () => new XmlFault("it has XML in an encoding we do not read");
