import type { Document } from "./document";
import { byline } from "./text";
import {
  CORE_PROPERTIES_RELATIONSHIP,
  CORE_PROPERTIES_TYPE,
  contentTypesPart,
  corePropertiesPart,
  makeZip,
  relationshipsPart,
  xmlPart,
  xmlText,
} from "./zip";

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** Sizes in half points, as Word counts them. */
const TITLE = '<w:b/><w:sz w:val="36"/>';
const HEADING = '<w:b/><w:sz w:val="26"/>';
const BYLINE = '<w:i/><w:sz w:val="20"/>';
const BODY = '<w:sz w:val="22"/>';

function paragraph(text: string, look: string): string {
  return `<w:p><w:pPr><w:spacing w:after="120"/></w:pPr><w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r></w:p>`;
}

/** A Word document on US Letter paper. */
export function makeDocx(document: Document): Uint8Array {
  const body = [
    paragraph(document.title, TITLE),
    paragraph(byline(document), BYLINE),
    ...document.sections.flatMap(({ heading, paragraphs }) => [
      paragraph(heading, HEADING),
      ...paragraphs.map((text) => paragraph(text, BODY)),
    ]),
    '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>',
  ].join("");
  return makeZip(
    [
      contentTypesPart({
        "word/document.xml": "officedocument.wordprocessingml.document.main",
        "docProps/core.xml": CORE_PROPERTIES_TYPE,
      }),
      relationshipsPart("_rels/.rels", [
        ["officeDocument", "word/document.xml"],
        [CORE_PROPERTIES_RELATIONSHIP, "docProps/core.xml"],
      ]),
      xmlPart("word/document.xml", `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`),
      corePropertiesPart(document.title, document.author, document.date),
    ],
    document.date,
  );
}
