import { yieldDuringLongTask } from "~/values/event-loop";
import { LIMITS } from "~/values/limits";
import { DocumentFault } from "./document-fault";
import { MarkupCheck, MarkupSearch } from "./document-markup";
import { isLocalFile, isPlainPath } from "./local-path";
import { readXmlTags } from "./xml-tags";
import {
  type Allowance,
  ArchiveFault,
  type ArchivePart,
  EncryptedArchive,
  newAllowance,
  withArchive,
} from "./zip-archive.server";

/*
 * Accepts only Office Open XML packages (ECMA-376) without active content. A part's name proves little, so we also
 * check the content types, the relationships and the first bytes of every part.
 */

/** The main part of each kind of package (ECMA-376, part 1). */
const MAIN_PART = { docx: "word/document.xml", pptx: "ppt/presentation.xml", xlsx: "xl/workbook.xml" } as const;
type PackageKind = keyof typeof MAIN_PART;
const CONTENT_TYPES = "[content_types].xml";

/** Parts that show an archive is something else: a Visio drawing, an OpenDocument, a Java or Android program. */
const OTHER_KINDS: ReadonlySet<string> = new Set([
  "xl/workbook.bin",
  "visio/document.xml",
  "mimetype",
  "meta-inf/manifest.mf",
  "meta-inf/manifest.xml",
  "androidmanifest.xml",
]);

/** What a package must not do or contain, worded for its sender. */
const FAULT = {
  password: "This file has a password. Remove it, save the file, and choose it again",
  macros: "This file contains macros. Save it without them, and choose it again",
  activeX: "This file contains ActiveX controls. Remove them, save the file, and choose it again",
  ole: "This file contains embedded objects (OLE). Paste them as pictures, save the file, and choose it again",
  embedded:
    "This file contains other documents. Remove all but the workbooks of charts, save the file, and choose it again",
  program: "This file contains programs, scripts or archives. Remove them, save the file, and choose it again",
  remote:
    "This file loads a template, a picture or an object from elsewhere. Embed it or break the link, save the file, and choose it again",
  dde: "This file contains DDE fields or links. Remove them, save the file, and choose it again",
  action: "This file contains actions that run a program or a macro. Remove them, save the file, and choose it again",
} as const;

/** A fault of the whole package, even if it was found in an embedded one. */
class PackageFault extends Error {}
const refuse = (fault: keyof typeof FAULT): never => {
  throw new PackageFault(FAULT[fault]);
};

/** Faults by the lowercase names that programs usually give such parts. The content is checked separately. */
const NAMES: readonly [RegExp, keyof typeof FAULT][] = [
  [/vba(project|data)/, "macros"],
  [/(^|\/)activex/, "activeX"],
  [/(^|\/)embeddings\/.*\.bin$|(^|\/)oleobject\d*\.[^/.]+$/, "ole"],
  [/\.(doc|dot|xls|xlt|xla|ppt|pot|pps|rtf|html?|mht|mhtml|chm|one)$/, "embedded"],
  [/\.(docm|dotm|dotx|xlsm|xltm|xltx|xlsb|xlam|xll|pptm|potm|potx|ppsm|ppsx|ppam|sldm)$/, "embedded"],
  [
    /\.(exe|dll|com|scr|pif|cpl|ocx|sys|msi|msp|msix|appx|bat|cmd|ps1|psm1|vbs?|vbe|jse?|mjs|wsf|wsh|wsc|sct|hta|reg|inf|lnk|url|scf|jar|class|jnlp|apk|app|command|sh|py|pyc|pl|php|swf|gadget|application|xbap|settingcontent-ms|library-ms|search-ms|iqy|slk)$/,
    "program",
  ],
  [/\.(zip|rar|7z|cab|iso|img|vhdx?|ace|arj|tar|t?gz|bz2|xz)$/, "program"],
];

/** The kinds of package that may be embedded: charts keep their numbers in a workbook. */
const EMBEDDED = /\.(docx|pptx|xlsx)$/;

/** The first bytes of programs, archives and compound files. GZIP is allowed: EMZ and WMZ pictures use it. */
const BEGINNINGS: readonly [bytes: string, fault: keyof typeof FAULT][] = [
  ["d0cf11e0a1b11ae1", "ole"],
  ["7f454c46", "program"],
  ["feedface", "program"],
  ["feedfacf", "program"],
  ["cefaedfe", "program"],
  ["cffaedfe", "program"],
  ["cafebabe", "program"],
  ["2321", "program"],
  ["4c00000001140200", "program"],
  ["504b0304", "program"],
  ["504b0506", "program"],
  ["526172211a07", "program"],
  ["377abcaf271c", "program"],
  ["4d534346", "program"],
];
const HEAD_BYTES = 64;
/**
 * A Windows or DOS program has the offset of its second header at `headerAt`. An obfuscated font can begin with the
 * same letters, but has no such offset.
 */
const DOS = { signature: "MZ", headerAt: 0x3c };

/** The most bytes we read of a content types or relationships part. Ordinary documents have far fewer. */
const XML_BYTES = 1024 * 1024;
/** External relationships that load nothing until the reader follows them. */
const FOLLOWED: ReadonlySet<string> = new Set(["hyperlink", "xlpathmissing"]);
/**
 * External relationships allowed if they lead to a local path: the template that Word records, usually on the author's
 * own machine, and the workbook that a chart's numbers came from.
 */
const NOTED: Record<string, (target: string) => boolean> = {
  attachedtemplate: isLocalFile,
  externallinkpath: (target) => isLocalFile(target) || isPlainPath(target),
};
/** Faults by the last segment of a relationship's type. */
const KINDS: readonly [RegExp, keyof typeof FAULT][] = [
  [/^(vbaproject|wordvbadata|xlmacrosheet|xlintlmacrosheet)/, "macros"],
  [/^(control|activexcontrolbinary)$/, "activeX"],
  [/^oleobject$/, "ole"],
  [/^(afchunk|subdocument|frame)$/, "embedded"],
];
const TYPES: readonly [RegExp, keyof typeof FAULT][] = [
  [/vba|macro/i, "macros"],
  [/activex/i, "activeX"],
];

const faultOf = (text: string, rules: readonly [RegExp, keyof typeof FAULT][]) =>
  rules.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Checks a staged DOCX or PPTX file.
 * @param path the staged file
 * @returns what is wrong with it, worded for its sender, or null
 */
export async function findPackageFault(path: string, kind: PackageKind): Promise<string | null> {
  const name = kind.toUpperCase();
  try {
    await checkPackage(path, kind, { ...newAllowance(), markupBytes: MARKUP_BYTES }, 0);
    return null;
  } catch (error) {
    if (error instanceof EncryptedArchive) return FAULT.password;
    if (error instanceof PackageFault) return error.message;
    if (error instanceof DocumentFault)
      return `This is not a valid ${name} file: ${error.message}. Save it again in that format, and choose it again`;
    throw error;
  }
}

/** Bytes that a document and the documents embedded in it may still use. */
interface Left extends Allowance {
  /** For markup that is parsed, not only searched. It starts at about 1,000 pages, which take 2 s in turns. */
  markupBytes: number;
}
const MARKUP_BYTES = 16 * 1024 * 1024;

/** @param depth the number of packages around this one */
function checkPackage(source: string | Buffer, kind: PackageKind, allowance: Left, depth: number): Promise<void> {
  return withArchive(source, allowance, async (parts) => {
    const names = new Set(parts.map(({ name }) => name.toLowerCase()));
    const yieldIfDue = yieldDuringLongTask();
    for (const name of names) {
      await yieldIfDue();
      const fault = faultOf(name, NAMES);
      if (fault) refuse(fault);
      if (OTHER_KINDS.has(name)) throw new ArchiveFault("it is also a file of another kind");
    }
    const mainParts = Object.values(MAIN_PART).filter((part) => names.has(part));
    if (mainParts.length > 1) throw new ArchiveFault("it is also a file of another kind");
    if (!names.has(CONTENT_TYPES) || !names.has(MAIN_PART[kind])) throw new ArchiveFault("its main parts are missing");
    for (const part of parts) await checkPart(part, allowance, depth);
  });
}

async function checkPart(part: ArchivePart, allowance: Left, depth: number): Promise<void> {
  const name = part.name.toLowerCase();
  const embedded = EMBEDDED.exec(name)?.[1] as PackageKind | undefined;
  const isRelationships = name.endsWith(".rels");
  const wanted = embedded ? LIMITS.fileBytes : isRelationships || name === CONTENT_TYPES ? XML_BYTES : 0;
  if (wanted > 0 && part.sizeBytes > wanted) throw new ArchiveFault("one of its parts is too large");

  const chunks: Buffer[] = [];
  let head = Buffer.alloc(0);
  const search = new MarkupSearch();
  await part.read((chunk) => {
    search.take(chunk);
    if (wanted > 0) chunks.push(chunk);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
  });
  if (embedded) {
    if (head.toString("hex").startsWith("d0cf11e0")) refuse("ole");
    if (depth > 0) refuse("embedded");
    return checkPackage(Buffer.concat(chunks), embedded, allowance, depth + 1);
  }
  const beginning = head.toString("hex");
  const found = BEGINNINGS.find(([bytes]) => beginning.startsWith(bytes))?.[1];
  if (found) refuse(found);
  if (isProgram(head, part.sizeBytes)) refuse("program");
  if (isRelationships) await checkRelationships(Buffer.concat(chunks));
  else if (name === CONTENT_TYPES) await checkContentTypes(Buffer.concat(chunks));
  else if (search.isTelling()) await checkMarkup(part, allowance);
}

async function checkMarkup(part: ArchivePart, allowance: Left): Promise<void> {
  allowance.markupBytes -= part.sizeBytes;
  if (allowance.markupBytes < 0) throw new ArchiveFault("it has too much text with fields or links");
  const check = new MarkupCheck();
  await part.read((chunk) => check.take(chunk));
  const fault = await check.end();
  if (fault) refuse(fault);
}

const isProgram = (head: Buffer, sizeBytes: number) =>
  head.toString("latin1", 0, DOS.signature.length) === DOS.signature &&
  (head.length < HEAD_BYTES || head.readUInt32LE(DOS.headerAt) < sizeBytes);

async function checkContentTypes(bytes: Buffer): Promise<void> {
  for await (const { attributes } of readXmlTags(bytes)) {
    const fault = faultOf(attributes.ContentType ?? "", TYPES);
    if (fault) refuse(fault);
  }
}

async function checkRelationships(bytes: Buffer): Promise<void> {
  for await (const { name, attributes } of readXmlTags(bytes)) {
    if (name !== "Relationship") continue;
    const { Type: type = "", Target: target = "", TargetMode: mode = "Internal" } = attributes;
    const kind = type.split("/").at(-1)?.trim().toLowerCase() ?? "";
    const isOutside = mode !== "Internal" || /^\s*([a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(target);
    if (isOutside && !FOLLOWED.has(kind) && !NOTED[kind]?.(target)) refuse("remote");
    const fault = isOutside ? undefined : faultOf(kind, KINDS);
    if (fault) refuse(fault);
  }
}
