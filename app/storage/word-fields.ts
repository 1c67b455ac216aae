import { isLocalFile, isPlainPath } from "./local-path";

/*
 * Checks the instructions of fields in WordprocessingML (ECMA-376, part 1, 17.16): { KEYWORD arguments \switches }.
 * Most fields show something from the document itself. Some start programs or load content from elsewhere.
 */

/** A field must not start a program (dde) or load something from outside the document (remote). */
type FieldFault = "dde" | "remote";

/** How much of an instruction we keep, with each run of spaces as one. Keywords and targets come first. */
const INSTRUCTION_CHARACTERS = 4_096;
/** Stands for a nested field. Its result becomes part of the instruction around it. */
const NESTED = "\u{fffc}";

const DDE: ReadonlySet<string> = new Set(["DDE", "DDEAUTO"]);
/** Fields whose argument is another file or a database. */
const LOADING: ReadonlySet<string> = new Set(["LINK", "INCLUDETEXT", "INCLUDE", "DATABASE", "RD"]);
/** Fields that show a picture from a path. Word records where a pasted picture came from, often a temporary file. */
const PICTURES: ReadonlySet<string> = new Set(["INCLUDEPICTURE", "IMPORT"]);

/** Collects one instruction, which may be spread over many text runs. */
export class FieldInstruction {
  #text = "";
  #isCut = false;

  add(text: string): void {
    if (this.#isCut) return;
    const more = text.replace(/\s+/g, " ");
    const joined = this.#text === "" || this.#text.endsWith(" ") ? more.trimStart() : more;
    this.#isCut = this.#text.length + joined.length > INSTRUCTION_CHARACTERS;
    this.#text = (this.#text + joined).slice(0, INSTRUCTION_CHARACTERS);
  }

  addNested(): void {
    this.add(NESTED);
  }

  fault(): FieldFault | null {
    const [first = "", ...more] = argumentsOf(this.#text);
    // A nested field at the start can produce any keyword.
    if (first.startsWith(NESTED)) return "dde";
    const keyword = first.toUpperCase();
    if (DDE.has(keyword)) return "dde";
    if (LOADING.has(keyword)) return "remote";
    if (!PICTURES.has(keyword)) return null;
    return this.#isCut || more.some(leadsElsewhere) ? "remote" : null;
  }
}

/** The words of an instruction, without their quotation marks. */
function argumentsOf(instruction: string): string[] {
  const words: string[] = [];
  for (const [, quoted, word] of instruction.matchAll(/["“”]([^"“”]*)["“”]?|([^\s"“”]+)/g)) {
    words.push((quoted ?? word ?? "").trim());
  }
  return words;
}

/** Whether a picture's argument may name a host, or comes from a nested field. */
function leadsElsewhere(argument: string): boolean {
  if (argument.includes(NESTED)) return true;
  // Instructions double each backslash of a path. A `cid:` address is a picture inside an email message.
  const path = argument.replaceAll("\\\\", "\\");
  return ![argument, path].every(isPlainPath) && !isLocalFile(path) && !/^cid:/i.test(path);
}
