import { isLocalFile, isPlainPath } from "./local-path";

/*
 * The instructions of fields in WordprocessingML (ECMA-376, part 1, 17.16): { KEYWORD arguments \switches }. Most show
 * something of the document itself. Some start programs, or load what is elsewhere.
 */

/** What a field must not do: start a program, or load something from outside the document. */
export type FieldFault = "dde" | "remote";

/** How much of an instruction we keep, runs of spaces counted once. Keywords and targets come first. */
const INSTRUCTION_CHARACTERS = 4_096;
/** Stands for a field within the instruction of another one, whose result becomes a part of it. */
const NESTED = "\u{fffc}";

const DDE: ReadonlySet<string> = new Set(["DDE", "DDEAUTO"]);
/** Fields whose argument is another file or a database. */
const LOADING: ReadonlySet<string> = new Set(["LINK", "INCLUDETEXT", "INCLUDE", "DATABASE", "RD"]);
/** Pictures from a path: Word notes where one was pasted from, most often a temporary file of its author's machine. */
const PICTURES: ReadonlySet<string> = new Set(["INCLUDEPICTURE", "IMPORT"]);

/** Collects one instruction, which may come in many runs. */
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

  /** What is wrong with it; null when nothing is. */
  fault(): FieldFault | null {
    const [first = "", ...more] = argumentsOf(this.#text);
    // A field that begins another one's instruction can make any keyword.
    if (first.startsWith(NESTED)) return "dde";
    const keyword = first.toUpperCase();
    if (DDE.has(keyword)) return "dde";
    if (LOADING.has(keyword)) return "remote";
    if (!PICTURES.has(keyword)) return null;
    return this.#isCut || more.some(leadsElsewhere) ? "remote" : null;
  }
}

/** The words of an instruction, with the quotes around them left out. */
function argumentsOf(instruction: string): string[] {
  const words: string[] = [];
  for (const [, quoted, word] of instruction.matchAll(/["“”]([^"“”]*)["“”]?|([^\s"“”]+)/g)) {
    words.push((quoted ?? word ?? "").trim());
  }
  return words;
}

/** Whether a picture's argument may name a host, or is what another field makes of it. */
function leadsElsewhere(argument: string): boolean {
  if (argument.includes(NESTED)) return true;
  // An instruction writes each backslash of a path twice. A picture of a mail message is a part of it.
  const path = argument.replaceAll("\\\\", "\\");
  return ![argument, path].every(isPlainPath) && !isLocalFile(path) && !/^cid:/i.test(path);
}
