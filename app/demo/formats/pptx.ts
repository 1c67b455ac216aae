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
  type ZipPart,
} from "./zip";

const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
/** The start of every shape tree. */
const TREE_HEAD =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';
/** 16:9, in English Metric Units: 914,400 to the inch. */
const SLIDE = { width: 12_192_000, height: 6_858_000, margin: 609_600 };

function textBox(id: number, top: number, height: number, size: number, paragraphs: readonly string[]): string {
  const lines = paragraphs.map(
    (text) => `<a:p><a:r><a:rPr lang="en-US" sz="${size * 100}"/><a:t>${xmlText(text)}</a:t></a:r></a:p>`,
  );
  const frame = `<a:off x="${SLIDE.margin}" y="${top}"/><a:ext cx="${SLIDE.width - 2 * SLIDE.margin}" cy="${height}"/>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm>${frame}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr><p:txBody><a:bodyPr wrap="square"><a:normAutofit/></a:bodyPr><a:lstStyle/>${lines.join("")}</p:txBody></p:sp>`;
}

function slideParts(number: number, heading: string, paragraphs: readonly string[]): ZipPart[] {
  const shapes = [textBox(2, 457_200, 1_371_600, 32, [heading]), textBox(3, 2_057_400, 4_114_800, 20, paragraphs)];
  return [
    xmlPart(
      `ppt/slides/slide${number}.xml`,
      `<p:sld ${NAMESPACES}><p:cSld><p:spTree>${TREE_HEAD}${shapes.join("")}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`,
    ),
    relationshipsPart(`ppt/slides/_rels/slide${number}.xml.rels`, [
      ["slideLayout", "../slideLayouts/slideLayout1.xml"],
    ]),
  ];
}

/** A PowerPoint presentation: a title slide, then one for each section. */
export function makePptx(document: Document): Uint8Array {
  const slides = [
    { heading: document.title, paragraphs: [byline(document)] },
    ...document.sections.map(({ heading, paragraphs }) => ({ heading, paragraphs })),
  ];
  const slideNames = slides.map((_, index) => `slides/slide${index + 1}.xml`);
  return makeZip(
    [
      contentTypesPart({
        "ppt/presentation.xml": "officedocument.presentationml.presentation.main",
        "ppt/slideMasters/slideMaster1.xml": "officedocument.presentationml.slideMaster",
        "ppt/slideLayouts/slideLayout1.xml": "officedocument.presentationml.slideLayout",
        "ppt/theme/theme1.xml": "officedocument.theme",
        ...Object.fromEntries(slideNames.map((name) => [`ppt/${name}`, "officedocument.presentationml.slide"])),
        "docProps/core.xml": CORE_PROPERTIES_TYPE,
      }),
      relationshipsPart("_rels/.rels", [
        ["officeDocument", "ppt/presentation.xml"],
        [CORE_PROPERTIES_RELATIONSHIP, "docProps/core.xml"],
      ]),
      ...presentationParts(slideNames),
      ...slides.flatMap(({ heading, paragraphs }, index) => slideParts(index + 1, heading, paragraphs)),
      corePropertiesPart(document.title, document.author, document.date),
    ],
    document.date,
  );
}

/** The presentation with the master, layout and theme that programs need to open it. */
function presentationParts(slideNames: readonly string[]): ZipPart[] {
  const master = "slideMasters/slideMaster1.xml";
  const slideIds = slideNames.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 2}"/>`);
  return [
    xmlPart(
      "ppt/presentation.xml",
      `<p:presentation ${NAMESPACES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${slideIds.join("")}</p:sldIdLst><p:sldSz cx="${SLIDE.width}" cy="${SLIDE.height}"/><p:notesSz cx="${SLIDE.height}" cy="9144000"/></p:presentation>`,
    ),
    relationshipsPart("ppt/_rels/presentation.xml.rels", [
      ["slideMaster", master],
      ...slideNames.map((name) => ["slide", name] as const),
      ["theme", "theme/theme1.xml"],
    ]),
    xmlPart(
      `ppt/${master}`,
      `<p:sldMaster ${NAMESPACES}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg><p:spTree>${TREE_HEAD}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    ),
    relationshipsPart("ppt/slideMasters/_rels/slideMaster1.xml.rels", [
      ["slideLayout", "../slideLayouts/slideLayout1.xml"],
      ["theme", "../theme/theme1.xml"],
    ]),
    xmlPart(
      "ppt/slideLayouts/slideLayout1.xml",
      `<p:sldLayout ${NAMESPACES} type="blank"><p:cSld name="Blank"><p:spTree>${TREE_HEAD}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
    ),
    relationshipsPart("ppt/slideLayouts/_rels/slideLayout1.xml.rels", [
      ["slideMaster", "../slideMasters/slideMaster1.xml"],
    ]),
    xmlPart("ppt/theme/theme1.xml", theme()),
  ];
}

const THEME_COLORS = {
  dk1: "1B1B1B",
  lt1: "FFFFFF",
  dk2: "162E51",
  lt2: "F0F0F0",
  accent1: "005EA2",
  accent2: "1A4480",
  accent3: "00A91C",
  accent4: "E5A000",
  accent5: "D54309",
  accent6: "71767A",
  hlink: "005EA2",
  folHlink: "54278F",
} as const;

/** The smallest theme that the schema allows: three of each style, all plain. */
function theme(): string {
  const thrice = (element: string) => element.repeat(3);
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = `<a:ln w="9525">${fill}</a:ln>`;
  const effect = "<a:effectStyle><a:effectLst/></a:effectStyle>";
  const font = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>';
  const colors = Object.entries(THEME_COLORS).map(
    ([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`,
  );
  return `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Plain"><a:themeElements><a:clrScheme name="Plain">${colors.join("")}</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>${thrice(fill)}</a:fillStyleLst><a:lnStyleLst>${thrice(line)}</a:lnStyleLst><a:effectStyleLst>${thrice(effect)}</a:effectStyleLst><a:bgFillStyleLst>${thrice(fill)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
}
