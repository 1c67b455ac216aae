import { type SaxesOptions, SaxesParser } from "saxes";
import { yieldDuringLongTask } from "~/values/event-loop";
import { encodingOf, XmlFault } from "./xml-encoding";

export interface XmlTag {
  /** Without its prefix. */
  name: string;
  /** By their names without prefixes. */
  attributes: Record<string, string>;
}

/** What a reader of markup is given, in the order of the document. Names are without prefixes. */
export interface MarkupHandler {
  open(name: string, attributes: readonly (readonly [name: string, value: string])[]): void;
  close(name: string): void;
  /** Text directly within a tag for which `wantsText` is true. */
  text(text: string): void;
  wantsText(name: string): boolean;
}

const STEP_CHARACTERS = 16 * 1024;
/** Tags within one another: what we read has two. The parser looks for a tag's namespace in each one around it. */
const DEPTH = 32;
/** Tags within one another in the text of a document, whose namespaces we do not look for. */
const TEXT_DEPTH = 1_000;
/** Attributes of one tag, which the parser takes up at once: what we read has four. */
const ATTRIBUTES = 100;
/** From one tag to the next. The parser keeps a comment, a text or an attribute in many small pieces until it ends. */
const CHARACTERS_BETWEEN_TAGS = 256 * 1024;

/**
 * The tags of an XML document in UTF-8 or UTF-16, read strictly and in turns with other requests.
 * @throws XmlFault when it is not well formed, declares another encoding than it has, has a document type, or has a tag
 * with attributes that differ only in their prefix.
 */
export async function* readXmlTags(bytes: Buffer): AsyncGenerator<XmlTag> {
  const { decode, parser, step } = openParser(bytes, { xmlns: true }, DEPTH);
  const tags: XmlTag[] = [];
  parser.on("opentag", ({ local, attributes }) => {
    const own = new Map(Object.values(attributes).map((attribute) => [attribute.local, attribute.value]));
    // Of two that differ only in their prefix, readers take the one or the other.
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

/** Reads markup of any length as it comes, as strictly as `readXmlTags`, but for namespaces, which it ignores. */
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

  /** To be called when there is nothing more. */
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
    // Without a handler, the parser passes over text and keeps nothing of it.
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

/** A strict parser for a document that begins with `head`, with bounds on what it keeps at once. */
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
