/*
 * Reads the text of one document from standard input, and writes it to standard output. The host runs it in a confined
 * process for each document: node [confinement] read.mjs <kind> <limits as JSON>. It writes one line of JSON, and the
 * pages with form feeds between.
 */
import { Unreadable } from "./pages.mjs";

// pdf.js leaves some promises of pages that it gave up.
process.on("unhandledRejection", () => {});

const [kind = "", limits = "{}"] = process.argv.slice(2);

/** @type {Record<string, () => Promise<(bytes: Buffer, limits: import("./pages.mjs").Limits) => import("./pages.mjs").Reading | Promise<import("./pages.mjs").Reading>>>} */
const READERS = {
  pdf: async () => (await import("./pdf-pages.mjs")).readPdf,
  docx: async () => (await import("./office-pages.mjs")).readDocx,
  pptx: async () => (await import("./office-pages.mjs")).readPptx,
  txt: async () => (await import("./text-pages.mjs")).readText,
};

/** @returns {Promise<[{ failure: string } | { pageCount: number | null, isCut: boolean }, string]>} */
async function result() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  try {
    const read = await READERS[kind]?.();
    if (!read) throw new Unreadable("DAMAGED");
    const { pages, pageCount, isCut } = await read(Buffer.concat(chunks), JSON.parse(limits));
    return [{ pageCount, isCut }, pages.join("\f")];
  } catch (error) {
    // Whatever else a damaged document makes a parser throw, such as a stack overflow.
    return [{ failure: error instanceof Unreadable ? error.code : "DAMAGED" }, ""];
  }
}

const [head, text] = await result();
process.stdout.write(`${JSON.stringify(head)}\n${text}`, () => process.exit());
