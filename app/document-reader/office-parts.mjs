import { createInflateRaw } from "node:zlib";
import { SaxesParser } from "saxes";
import yauzl from "yauzl";
import { Unreadable } from "./pages.mjs";

/** An ordinary document has a few hundred parts. */
const MOST_PARTS = 5_000;
/** Elements inside each other. Word nests about thirty. */
const DEEPEST = 1_000;
const STORED = 0;

/**
 * What the elements of a part are given to. Names are without their prefix: strict and transitional documents have
 * different namespaces for the same elements.
 * @typedef {object} Taking
 * @property {(name: string, attributes: Record<string, string>) => void} [open]
 * @property {(name: string) => void} [close]
 * @property {(text: string) => void} [text] of `t` elements
 */

/** The parts of an Office document (ECMA-376), unpacked one at a time and up to a total. */
export class OfficeParts {
  #entries;
  #archive;
  #left;

  /**
   * @param {yauzl.ZipFile} archive
   * @param {Map<string, yauzl.Entry>} entries by lowercase name
   * @param {number} unpackedBytes
   */
  constructor(archive, entries, unpackedBytes) {
    this.#archive = archive;
    this.#entries = entries;
    this.#left = unpackedBytes;
  }

  /**
   * @param {Buffer} bytes
   * @param {number} unpackedBytes
   */
  static async open(bytes, unpackedBytes) {
    const archive = await yauzl.fromBufferPromise(bytes, {
      autoClose: false,
      lazyEntries: true,
      validateEntrySizes: false,
    });
    if (archive.entryCount > MOST_PARTS) throw new Unreadable("TOO_LARGE");
    /** @type {Map<string, yauzl.Entry>} */
    const entries = new Map();
    for await (const entry of archive.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
    return new OfficeParts(archive, entries, unpackedBytes);
  }

  /** @param {string} name */
  has(name) {
    return this.#entries.has(name.toLowerCase());
  }

  /**
   * Reads a part, and gives its elements to `taking`. Does nothing if there is no such part, or `isFull` says so.
   * @param {string} name
   * @param {Taking} taking
   * @param {() => boolean} [isFull]
   */
  async read(name, taking, isFull = () => false) {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) return;
    if (entry.isEncrypted()) throw new Unreadable("PASSWORD");
    const parser = parserFor(taking);
    /** @type {InstanceType<typeof TextDecoder> | undefined} */
    let decoder;
    for await (const chunk of this.#unpack(entry)) {
      decoder ??= new TextDecoder(encodingOf(chunk));
      parser.write(decoder.decode(chunk, { stream: true }));
      if (isFull()) return;
    }
    parser.close();
  }

  /** @param {yauzl.Entry} entry */
  async *#unpack(entry) {
    const packed = await this.#archive.openReadStreamPromise(entry, { decodeFileData: false });
    const inflate = entry.compressionMethod === STORED ? null : createInflateRaw();
    if (inflate) packed.on("error", (error) => inflate.destroy(error)).pipe(inflate);
    for await (const chunk of inflate ?? packed) {
      this.#left -= chunk.length;
      if (this.#left < 0) throw new Unreadable("TOO_LARGE");
      yield/** @type {Buffer} */ (chunk);
    }
  }

  /**
   * The parts that a part refers to: by id, and by the last word of their kind.
   * @param {string} name
   */
  async relationsOf(name) {
    const slash = name.lastIndexOf("/");
    const folder = name.slice(0, slash + 1);
    /** @type {{ id: string, kind: string, target: string }[]} */
    const relations = [];
    await this.read(`${folder}_rels/${name.slice(slash + 1)}.rels`, {
      open(element, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode = "Internal" }) {
        if (element !== "Relationship" || mode !== "Internal" || relations.length >= MOST_PARTS) return;
        relations.push({ id, kind: type.slice(type.lastIndexOf("/") + 1), target: resolved(folder, target) });
      },
    });
    return relations;
  }
}

/**
 * @param {string} folder
 * @param {string} target
 */
const resolved = (folder, target) =>
  URL.canParse(target, `part:/${folder}`) ? new URL(target, `part:/${folder}`).pathname.slice(1) : "";

/** @param {Buffer} head */
function encodingOf(head) {
  const mark = head.toString("latin1", 0, 2);
  return mark === "\xff\xfe" ? "utf-16le" : mark === "\xfe\xff" ? "utf-16be" : "utf-8";
}

/** @param {Taking} taking */
function parserFor({ open, close, text }) {
  const parser = new SaxesParser();
  let depth = 0;
  /** The depth of the fallback being skipped: it repeats what a newer program shows. */
  let fallback = 0;
  let inText = false;
  parser.on("error", () => {
    throw new Unreadable("DAMAGED");
  });
  // Office documents have no document type, and it could define entities.
  parser.on("doctype", () => {
    throw new Unreadable("DAMAGED");
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > DEEPEST) throw new Unreadable("DAMAGED");
    const local = localName(name);
    if (local === "Fallback" && fallback === 0) fallback = depth;
    if (fallback > 0) return;
    inText = local === "t";
    open?.(local, attributes);
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    inText = false;
    if (fallback > 0) {
      if (depth < fallback) fallback = 0;
      return;
    }
    close?.(localName(name));
  });
  parser.on("text", (part) => {
    if (inText && fallback === 0) text?.(part);
  });
  return parser;
}

/** @param {string} name */
const localName = (name) => name.slice(name.indexOf(":") + 1);
