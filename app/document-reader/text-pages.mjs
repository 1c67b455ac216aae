import { PageCollector } from "./pages.mjs";

/** The characters from 0x80 to 0x9f of Windows-1252. The TextDecoder of some Node.js versions has Latin-1's instead. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** @param {Buffer} bytes */
function decoded(bytes) {
  const mark = bytes.toString("latin1", 0, 2);
  if (mark === "\xff\xfe") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "\xfe\xff") return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString("latin1").replace(/[\x80-\x9f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? "");
  }
}

/**
 * A text file, in the encodings that uploads accept. Form feeds end its pages.
 * @param {Buffer} bytes
 * @param {import("./pages.mjs").Limits} limits
 * @returns {import("./pages.mjs").Reading}
 */
export function readText(bytes, limits) {
  const text = decoded(bytes).replace(/\r\n?/g, "\n").trimEnd();
  const collector = new PageCollector(limits);
  let pageCount = 0;
  for (let from = 0; from <= text.length; pageCount += 1) {
    const end = text.indexOf("\f", from);
    const to = end < 0 ? text.length : end;
    collector.add(text.slice(from, to));
    collector.endPage();
    from = to + 1;
  }
  return collector.finish(pageCount > 1 ? pageCount : null);
}
