import type { Document } from "~/demo/formats/document";
import { makeDocx } from "~/demo/formats/docx";
import { makePdf } from "~/demo/formats/pdf";
import { makePng } from "~/demo/formats/png";
import { makePptx } from "~/demo/formats/pptx";
import { makeText } from "~/demo/formats/text";

const MAKERS: Record<string, (document: Document) => Uint8Array> = {
  pdf: makePdf,
  docx: makeDocx,
  pptx: makePptx,
  png: makePng,
  txt: makeText,
};

/**
 * Creates a real document in the format of the file name's extension, so that the demonstration needs no binary files
 * in the repository.
 */
export function makeFile(fileName: string, document: Document): Uint8Array {
  const make = MAKERS[fileName.split(".").at(-1) ?? ""];
  if (!make) throw new Error(`No document of the kind of ${fileName} can be made`);
  return make(document);
}
