import { SaxesParser } from "saxes";
import { inTurns } from "../turns";

/** Why XML is not accepted, in words that continue "is not a valid DOCX file: …". */
export class XmlFault extends Error {}

export interface XmlTag {
  /** Without its prefix. */
  name: string;
  /** By their names without prefixes. */
  attributes: Record<string, string>;
}

const STEP_CHARACTERS = 16 * 1024;
/** Tags within one another: what we read has two. The parser looks for a tag's namespace in each one around it. */
const DEPTH = 32;
/** Attributes of one tag, which the parser takes up at once: what we read has four. */
const ATTRIBUTES = 100;
const ENCODINGS = [
  { mark: "fffe", decoder: "utf-16le", declared: "utf-16" },
  { mark: "feff", decoder: "utf-16be", declared: "utf-16" },
  { mark: "", decoder: "utf-8", declared: "utf-8" },
] as const;

/**
 * The tags of an XML document in UTF-8 or UTF-16, read strictly and in turns with other requests.
 * @throws XmlFault when it is not well formed, declares another encoding than it has, has a document type, or has a tag
 * with attributes that differ only in their prefix.
 */
export async function* readXmlTags(bytes: Buffer): AsyncGenerator<XmlTag> {
  const head = bytes.toString("hex", 0, 2);
  const encoding = ENCODINGS.find(({ mark }) => head.startsWith(mark)) ?? ENCODINGS[2];
  const text = decode(bytes, encoding.decoder);
  const tags: XmlTag[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw new XmlFault("it has XML that is not well formed", { cause: error });
  });
  parser.on("doctype", () => {
    throw new XmlFault("it has XML with a document type");
  });
  parser.on("xmldecl", ({ encoding: declared = encoding.declared }) => {
    if (declared.toLowerCase() !== encoding.declared) throw new XmlFault("it has XML in an encoding we do not read");
  });
  let depth = 0;
  let attributes = 0;
  parser.on("opentagstart", () => {
    depth += 1;
    attributes = 0;
    if (depth > DEPTH) throw new XmlFault("it has XML with too many tags within one another");
  });
  parser.on("attribute", () => {
    attributes += 1;
    if (attributes > ATTRIBUTES) throw new XmlFault("it has XML with too many attributes of one tag");
  });
  parser.on("closetag", () => {
    depth -= 1;
  });
  parser.on("opentag", ({ local, attributes }) => {
    const own = new Map(Object.values(attributes).map((attribute) => [attribute.local, attribute.value]));
    // Of two that differ only in their prefix, readers take the one or the other.
    if (own.size < Object.keys(attributes).length) throw new XmlFault("it has XML that can be read in two ways");
    tags.push({ name: local, attributes: Object.fromEntries(own) });
  });
  const turn = inTurns();
  for (let at = 0; at < text.length; at += STEP_CHARACTERS) {
    parser.write(text.slice(at, at + STEP_CHARACTERS));
    yield* tags.splice(0);
    await turn();
  }
  parser.close();
  yield* tags.splice(0);
}

function decode(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new XmlFault("it has XML in an encoding we do not read", { cause });
  }
}
