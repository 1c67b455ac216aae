import { type SaxesOptions, SaxesParser } from "saxes";
import { yieldDuringLongTask } from "~/values/event-loop";
import { encodingOf, XmlFault } from "./xml-encoding";

interface XmlTag {
  /** Without its prefix. */
  name: string;
  /** By name, without prefixes. */
  attributes: Record<string, string>;
}

/** Callbacks of a markup reader, in document order. Names have no prefixes. */
interface MarkupHandler {
  open(name: string, attributes: readonly (readonly [name: string, value: string])[]): void;
  close(name: string): void;
  /** Text directly inside a tag for which `wantsText` is true. */
  text(text: string): void;
  wantsText(name: string): boolean;
}

const STEP_CHARACTERS = 16 * 1024;
/** Levels of nested tags. The files we read have two. The parser looks up a namespace in every level. */
const DEPTH = 32;
/** Levels of nested tags in a document's text, which we read without namespaces. */
const TEXT_DEPTH = 1_000;
/** Attributes of one tag. The files we read have four. The parser handles all of them in one step. */
const ATTRIBUTES = 100;
/** Characters from one tag to the next. The parser keeps a comment, text or attribute in small pieces until it ends. */
const CHARACTERS_BETWEEN_TAGS = 256 * 1024;

/**
 * Reads the tags of an XML document in UTF-8 or UTF-16 strictly, taking turns with other requests.
 * @throws XmlFault if the document is not well formed, declares an encoding it does not have, has a document type, or
 * has a tag with attributes that differ only in their prefix.
 */
export async function* readXmlTags(bytes: Buffer): AsyncGenerator<XmlTag> {
  const { decode, parser, step } = openParser(bytes, { xmlns: true }, DEPTH);
  const tags: XmlTag[] = [];
  parser.on("opentag", ({ local, attributes }) => {
    const own = new Map(Object.values(attributes).map((attribute) => [attribute.local, attribute.value]));
    // If two attributes differ only in their prefix, different readers use different ones.
    if (own.size < Object.keys(attributes).length) throw new XmlFault("it has XML that can be read in two ways");
    tags.push({ name: local, attributes: Object.fromEntries(own) });
  });
  for (const piece of step(decode(bytes) + decode())) {
    parser.write(piece);
    yield* tags.splice(0);
    await step.yieldIfDue();
  }
  parser.close();
  yield* tags.splice(0);
}

/** Reads markup of any length, chunk by chunk, as strictly as `readXmlTags`, but ignores namespaces. */
export class MarkupReader {
  readonly #handler: MarkupHandler;
  #open: ReturnType<typeof openParser<{ xmlns: false }>> | null = null;

  constructor(handler: MarkupHandler) {
    this.#handler = handler;
  }

  /** @throws XmlFault as `readXmlTags` does */
  async write(bytes: Buffer): Promise<void> {
    this.#open ??= this.#begin(bytes);
    await this.#parse(this.#open.decode(bytes));
  }

  /** Call it after the last chunk. @throws XmlFault as `readXmlTags` does */
  async end(): Promise<void> {
    if (!this.#open) throw new XmlFault("it has XML that is not well formed");
    await this.#parse(this.#open.decode());
    this.#open.parser.close();
  }

  async #parse(text: string): Promise<void> {
    if (!this.#open) return;
    const { parser, step } = this.#open;
    for (const piece of step(text)) {
      parser.write(piece);
      await step.yieldIfDue();
    }
  }

  #begin(head: Buffer) {
    const opened = openParser<{ xmlns: false }>(head, { xmlns: false }, TEXT_DEPTH);
    const { parser } = opened;
    const handler = this.#handler;
    const path: string[] = [];
    // Without a handler, the parser skips text and keeps none of it.
    const listen = () => {
      if (handler.wantsText(path.at(-1) ?? "")) parser.on("text", (text) => handler.text(text));
      else parser.off("text");
    };
    parser.on("cdata", (text) => {
      if (handler.wantsText(path.at(-1) ?? "")) handler.text(text);
    });
    parser.on("opentag", ({ name, attributes }) => {
      const local = withoutPrefix(name);
      path.push(local);
      handler.open(
        local,
        Object.entries(attributes).map(([attribute, value]) => [withoutPrefix(attribute), value] as const),
      );
      listen();
    });
    const closed = opened.onClose;
    parser.on("closetag", ({ name }) => {
      closed();
      path.pop();
      handler.close(withoutPrefix(name));
      listen();
    });
    return opened;
  }
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(":") + 1);

/** A strict parser for a document that begins with `head`. It limits what it keeps in memory. */
function openParser<Options extends SaxesOptions>(head: Buffer, options: Options, maxDepth: number) {
  const encoding = encodingOf(head);
  const decoder = new TextDecoder(encoding.decoder, { fatal: true });
  const parser = new SaxesParser<Options>(options);
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
  let sinceTag = 0;
  parser.on("opentagstart", () => {
    depth += 1;
    attributes = 0;
    sinceTag = 0;
    if (depth > maxDepth) throw new XmlFault("it has XML with too many tags within one another");
  });
  parser.on("attribute", () => {
    attributes += 1;
    if (attributes > ATTRIBUTES) throw new XmlFault("it has XML with too many attributes of one tag");
  });
  const onClose = () => {
    depth -= 1;
    sinceTag = 0;
  };
  parser.on("closetag", onClose);
  const yieldIfDue = yieldDuringLongTask();
  function* pieces(text: string): Generator<string> {
    for (let at = 0; at < text.length; at += STEP_CHARACTERS) {
      const piece = text.slice(at, at + STEP_CHARACTERS);
      sinceTag += piece.length;
      if (sinceTag > CHARACTERS_BETWEEN_TAGS) throw new XmlFault("it has XML with too long a text in one place");
      yield piece;
    }
  }
  return {
    parser,
    onClose,
    step: Object.assign(pieces, { yieldIfDue }),
    /** @param bytes none at the end */
    decode(bytes?: Buffer): string {
      try {
        return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
      } catch (cause) {
        throw new XmlFault("it has XML in an encoding we do not read", { cause });
      }
    },
  };
}
