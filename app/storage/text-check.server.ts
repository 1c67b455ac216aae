import { open } from "node:fs/promises";

/** The accepted encodings of a text file, by their names in a content type. */
type TextEncoding = "utf-8" | "utf-16" | "windows-1252";

const CHUNK_BYTES = 64 * 1024;

/**
 * Characters that text never has: control characters other than tabs, line ends and form feeds, and Unicode's
 * noncharacters. A binary file has one of them near its beginning.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const NO_TEXT = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]|\p{Noncharacter_Code_Point}/u;

/**
 * Bytes that Windows-1252 text never has, read as Latin-1: control characters, and the five bytes without a character.
 * The bytes are not decoded, because the TextDecoder of some Node.js versions treats Windows-1252 as Latin-1.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const NO_WINDOWS_1252 = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\u0081\u008d\u008f\u0090\u009d]/;

/** Whether the bytes are text. Call it without bytes at the end. @throws TypeError if they have another encoding */
type Reading = (bytes?: Buffer) => boolean;

interface Candidate {
  encoding: TextEncoding;
  /** The byte-order mark, as Latin-1. Empty if there is none. */
  mark: string;
  read: () => Reading;
}

const decodedBy = (label: string) => (): Reading => {
  const decoder = new TextDecoder(label, { fatal: true });
  return (bytes) => !NO_TEXT.test(bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode());
};

/** In the order in which we try them. UTF-16's byte-order mark shows which of its two byte orders a file has. */
const CANDIDATES: readonly Candidate[] = [
  { encoding: "utf-16", mark: "\xff\xfe", read: decodedBy("utf-16le") },
  { encoding: "utf-16", mark: "\xfe\xff", read: decodedBy("utf-16be") },
  { encoding: "utf-8", mark: "", read: decodedBy("utf-8") },
  {
    encoding: "windows-1252",
    mark: "",
    read: () => (bytes) => bytes === undefined || !NO_WINDOWS_1252.test(bytes.toString("latin1")),
  },
];

/**
 * Checks that a file is text: UTF-16 with a byte-order mark, or UTF-8, or else Windows-1252.
 * @returns its encoding, or what is wrong with it, worded for its sender
 */
export async function checkText(path: string): Promise<{ encoding: TextEncoding } | { fault: string }> {
  const head = await headOf(path);
  for (const { encoding, mark, read } of CANDIDATES) {
    if (!head.startsWith(mark)) continue;
    const outcome = await readText(path, read());
    if (outcome === "text") return { encoding };
    if (outcome === "no text")
      return {
        fault: "This is not plain text: it contains control characters. Save it as plain text, and choose it again",
      };
    // A file with a byte-order mark can only be UTF-16.
    if (mark !== "")
      return { fault: "This is not plain text in UTF-16. Save it as plain text in UTF-8, and choose it again" };
  }
  return { fault: "This is not plain text. Save it as plain text in UTF-8, and choose it again" };
}

async function headOf(path: string): Promise<string> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function readText(path: string, isText: Reading): Promise<"text" | "no text" | "another encoding"> {
  const handle = await open(path, "r");
  try {
    for await (const chunk of handle.createReadStream({ highWaterMark: CHUNK_BYTES, autoClose: false })) {
      if (!isText(chunk as Buffer)) return "no text";
    }
    return isText() ? "text" : "no text";
  } catch (error) {
    if (error instanceof TypeError) return "another encoding";
    throw error;
  } finally {
    await handle.close();
  }
}
