import { crc32, deflateRawSync } from "node:zlib";

export interface ZipPart {
  name: string;
  text: string;
}

const SIGNATURES = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;
const VERSION_NEEDED = 20;
/** Bit 11: names are UTF-8. */
const FLAGS = 0x0800;
const METHODS = { stored: 0, deflated: 8 } as const;

/** A ZIP archive of text parts. Each is deflated if that makes it smaller, and otherwise stored (APPNOTE 6.3.3). */
export function makeZip(parts: readonly ZipPart[], modified: Date): Buffer {
  const { day, time } = dosTime(modified);
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of parts) {
    const content = Buffer.from(text);
    const deflated = deflateRawSync(content);
    const [method, body] = deflated.length < content.length ? [METHODS.deflated, deflated] : [METHODS.stored, content];
    const fileName = Buffer.from(name);
    // The fields that are the same in the local header and the directory.
    const shared = numbers(
      [2, VERSION_NEEDED],
      [2, FLAGS],
      [2, method],
      [2, time],
      [2, day],
      [4, crc32(content)],
      [4, body.length],
      [4, content.length],
      [2, fileName.length],
      [2, 0],
    );
    const entry = Buffer.concat([numbers([4, SIGNATURES.local]), shared, fileName, body]);
    local.push(entry);
    central.push(
      numbers([4, SIGNATURES.central], [2, VERSION_NEEDED]),
      shared,
      numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      fileName,
    );
    offset += entry.length;
  }
  const directory = Buffer.concat(central);
  const end = numbers(
    [4, SIGNATURES.end],
    [2, 0],
    [2, 0],
    [2, parts.length],
    [2, parts.length],
    [4, directory.length],
    [4, offset],
    [2, 0],
  );
  return Buffer.concat([...local, directory, end]);
}

/** Numbers of 2 or 4 bytes, the least significant byte first. */
function numbers(...fields: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );
}

/** A time in MS-DOS format: in steps of 2 s, with years counted from 1980. */
function dosTime(at: Date): { day: number; time: number } {
  return {
    day: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for XML, between tags or in an attribute. */
export function xmlText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

const XML_HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE_RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** An XML part of an Office Open XML package. */
export function xmlPart(name: string, root: string): ZipPart {
  return { name, text: `${XML_HEADER}${root}` };
}

/** The part that lists the content type of every other part (ECMA-376, part 2). */
export function contentTypesPart(overrides: Record<string, string>): ZipPart {
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>';
  const types = Object.entries(overrides).map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-${type}+xml"/>`,
  );
  return xmlPart("[Content_Types].xml", `<Types xmlns="${PACKAGE}/content-types">${defaults}${types.join("")}</Types>`);
}

/** The part with one part's relationships to others: `rId1`, `rId2` and so on, in the given order. */
export function relationshipsPart(
  name: string,
  targets: readonly (readonly [type: string, target: string])[],
): ZipPart {
  const rows = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${type.startsWith("http") ? type : `${OFFICE_RELATIONSHIPS}/${type}`}" Target="${target}"/>`,
  );
  return xmlPart(name, `<Relationships xmlns="${PACKAGE}/relationships">${rows.join("")}</Relationships>`);
}

/** A package's title, author and time, which Office programs show as its properties. */
export function corePropertiesPart(title: string, author: string, at: Date): ZipPart {
  const time = `${at.toISOString().slice(0, 19)}Z`;
  return xmlPart(
    "docProps/core.xml",
    `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xmlText(title)}</dc:title><dc:creator>${xmlText(author)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created></cp:coreProperties>`,
  );
}

export const CORE_PROPERTIES_RELATIONSHIP = `${PACKAGE}/relationships/metadata/core-properties`;
export const CORE_PROPERTIES_TYPE = "package.core-properties";
