import { fileURLToPath } from "node:url";
import { PageCollector, Unreadable } from "./pages.mjs";

// pdf.js reports on the console that it cannot draw, which nobody wants.
for (const name of /** @type {const} */ (["log", "warn", "info"])) console[name] = () => {};

const BUILD = "pdfjs-dist/legacy/build";
// Its worker runs in this process: the process is the confinement.
Object.assign(globalThis, { pdfjsWorker: await import(`${BUILD}/pdf.worker.min.mjs`) });
/** @type {typeof import("pdfjs-dist")} */
const { getDocument } = await import(`${BUILD}/pdf.min.mjs`);
const CHARACTER_MAPS = fileURLToPath(import.meta.resolve("pdfjs-dist/package.json")).replace(
  /package\.json$/,
  "cmaps/",
);

/**
 * A PDF file. A page that cannot be read is empty, and the text counts as cut.
 * @param {Buffer} bytes
 * @param {import("./pages.mjs").Limits} limits
 * @returns {Promise<import("./pages.mjs").Reading>}
 */
export async function readPdf(bytes, limits) {
  const document = await open(bytes);
  const collector = new PageCollector(limits);
  let damaged = 0;
  let number = 0;
  while (number < document.numPages && !collector.isFull) {
    number += 1;
    try {
      await readPage(await document.getPage(number), collector);
    } catch {
      damaged += 1;
      collector.isCut = true;
    }
    collector.endPage();
  }
  if (damaged === number) throw new Unreadable("DAMAGED");
  collector.isCut ||= number < document.numPages;
  return collector.finish(document.numPages);
}

/** @param {Buffer} bytes */
async function open(bytes) {
  try {
    return await getDocument({
      data: new Uint8Array(bytes),
      cMapUrl: CHARACTER_MAPS,
      // No pictures, no programs in WebAssembly, no fonts but those needed to know the characters.
      ...{ useWasm: false, isImageDecoderSupported: false, isOffscreenCanvasSupported: false, maxImageSize: 0 },
      ...{ disableFontFace: true, useSystemFonts: false, enableXfa: false, useWorkerFetch: false },
      verbosity: 0,
    }).promise;
  } catch (error) {
    throw new Unreadable(error instanceof Error && error.name === "PasswordException" ? "PASSWORD" : "DAMAGED");
  }
}

/**
 * @param {import("pdfjs-dist").PDFPageProxy} page
 * @param {PageCollector} collector
 */
async function readPage(page, collector) {
  const reader = page.streamTextContent().getReader();
  while (!collector.isFull) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value.items) {
      if (!("str" in item)) continue;
      collector.add(item.str);
      if (item.hasEOL) collector.add("\n");
    }
  }
  if (collector.isFull) {
    collector.isCut = true;
    reader.cancel(new Error("full")).catch(() => {});
  }
  page.cleanup();
}
