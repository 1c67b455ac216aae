import { FieldInstruction } from "./word-fields";
import { markupEncodingOf, XML_HEAD_BYTES, XmlFault } from "./xml-encoding";
import { MarkupReader } from "./xml-tags";

/* Looks for active content in the text of Office documents: Word fields, PowerPoint actions and workbook links. */

type MarkupFault = "dde" | "remote" | "action";

/**
 * Active content needs one of these tags. Most parts have none of them, and searching for a few words is much faster
 * than parsing.
 */
const TELLING = ["fldChar", "fldSimple", "hlink", "ddeLink"];
const OVERLAP_BYTES = 32;

/** Searches a part for those tags, chunk by chunk. */
export class MarkupSearch {
  #head = Buffer.alloc(0);
  #encoding: ReturnType<typeof markupEncodingOf> | undefined;
  #tail = Buffer.alloc(0);
  #found = false;

  /** @throws XmlFault if the part is XML in an encoding we do not read */
  take(chunk: Buffer): void {
    if (this.#found || this.#encoding === null) return;
    if (this.#encoding === undefined) {
      this.#head = Buffer.concat([this.#head, chunk]);
      if (this.#head.length >= XML_HEAD_BYTES) this.#begin();
    } else this.#search(chunk);
  }

  /** Whether the part must be parsed with `MarkupCheck`. Call it after the last chunk. */
  isTelling(): boolean {
    if (this.#encoding === undefined) this.#begin();
    return this.#found;
  }

  #begin(): void {
    this.#encoding = markupEncodingOf(this.#head.subarray(0, XML_HEAD_BYTES));
    if (this.#encoding !== null) this.#search(this.#head);
  }

  #search(chunk: Buffer): void {
    const bytes = Buffer.concat([this.#tail, chunk]);
    this.#found = PATTERNS[this.#encoding ?? "latin1"].some((pattern) => bytes.includes(pattern));
    this.#tail = Buffer.from(bytes.subarray(-OVERLAP_BYTES));
  }
}

const PATTERNS = {
  latin1: TELLING.map((name) => Buffer.from(name)),
  "utf-16le": TELLING.map((name) => Buffer.from(name, "utf16le")),
  "utf-16be": TELLING.map((name) => Buffer.from(name, "utf16le").swap16()),
};

/** An action that runs on a click or when the pointer is over something (ECMA-376, part 1, 21.1.2.3.5). */
const ACTIVE_ACTION = /^\s*ppaction:\/\/(program|macro)/i;
/** Tags that contain a field's instruction. Word also reads ordinary text before the separator as instruction. */
const INSTRUCTION_TEXT: ReadonlySet<string> = new Set(["instrText", "delInstrText", "t", "delText"]);

const NESTED_FIELDS = 1_000;

/** Parses a part's markup, chunk by chunk, and finds active content. */
export class MarkupCheck {
  readonly #reader: MarkupReader;
  /** Open fields, innermost last. A field is null once its instruction is complete. */
  readonly #fields: (FieldInstruction | null)[] = [];
  #fault: MarkupFault | null = null;

  constructor() {
    this.#reader = new MarkupReader({
      open: (name, attributes) => this.#open(name, attributes),
      close: () => {},
      text: (text) => this.#fields.at(-1)?.add(text),
      wantsText: (name) => INSTRUCTION_TEXT.has(name) && this.#fields.at(-1) instanceof FieldInstruction,
    });
  }

  /** @throws XmlFault if the markup is not well formed */
  async take(chunk: Buffer): Promise<void> {
    if (this.#fault === null) await this.#reader.write(chunk);
  }

  /** The first fault found, or null. Call it after the last chunk. */
  async end(): Promise<MarkupFault | null> {
    if (this.#fault !== null) return this.#fault;
    await this.#reader.end();
    while (this.#fields.length > 0) this.#endInstruction(this.#fields.pop());
    return this.#fault;
  }

  #open(name: string, attributes: readonly (readonly [name: string, value: string])[]): void {
    if (name === "ddeLink") this.#fault ??= "dde";
    for (const [attribute, value] of attributes) {
      if (attribute === "action" && ACTIVE_ACTION.test(value)) this.#fault ??= "action";
      if (name === "fldSimple" && attribute === "instr") {
        const field = new FieldInstruction();
        field.add(value);
        this.#endInstruction(field);
      }
      if (name === "fldChar" && attribute === "fldCharType") this.#turn(value.trim());
    }
  }

  /** Handles a field mark: where a field begins, where its result begins, or where it ends. */
  #turn(mark: string): void {
    if (mark === "begin") {
      this.#fields.at(-1)?.addNested();
      this.#fields.push(new FieldInstruction());
      if (this.#fields.length > NESTED_FIELDS) throw new XmlFault("it has too many fields within one another");
    } else if (mark === "separate") {
      this.#endInstruction(this.#fields.pop());
      this.#fields.push(null);
    } else if (mark === "end") this.#endInstruction(this.#fields.pop());
  }

  #endInstruction(field: FieldInstruction | null | undefined): void {
    this.#fault ??= field?.fault() ?? null;
  }
}
