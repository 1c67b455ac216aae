import { OfficeParts } from "./office-parts.mjs";
import { PageCollector, Unreadable } from "./pages.mjs";

/**
 * @typedef {import("./pages.mjs").Limits} Limits
 * @typedef {import("./pages.mjs").Reading} Reading
 */

/** The attribute of an element, whatever its prefix. @param {Record<string, string>} attributes @param {string} name */
const attributeOf = (attributes, name) =>
  Object.entries(attributes).find(([key]) => key.slice(key.indexOf(":") + 1) === name)?.[1] ?? "";

/** What stands for some elements in the text. @type {Record<string, string>} */
const AS_TEXT = { tab: "\t", br: "\n", cr: "\n", noBreakHyphen: "-" };
/** The elements that end a line. */
const ENDS_LINE = new Set(["p", "pt"]);

/**
 * Adds the text of a part.
 * @param {OfficeParts} parts
 * @param {string} name
 * @param {PageCollector} collector
 */
const addPart = (parts, name, collector) =>
  parts.read(
    name,
    {
      open: (element) => collector.add(AS_TEXT[element] ?? ""),
      close: (element) => collector.add(ENDS_LINE.has(element) ? "\n" : ""),
      text: (text) => collector.add(text),
    },
    () => collector.isFull,
  );

/**
 * The text of a part that belongs to another.
 * @param {OfficeParts} parts
 * @param {string} name
 * @param {Limits} limits
 */
async function textOf(parts, name, limits) {
  const collector = new PageCollector(limits);
  await addPart(parts, name, collector);
  return collector.finish(null).pages.join("\n");
}

/** What is in the margins of pages. The search finds it on the first one. */
const MARGINS = ["header", "footer"];
/** Drawings with text, by the element of the main text that shows one. @type {Record<string, string>} */
const DRAWINGS = { chart: "chart", relIds: "diagramData" };
/** Texts that the main one refers to by number, by the element that refers to one and the element that has one. */
const NOTES = [
  { kind: "footnotes", reference: "footnoteReference", element: "footnote" },
  { kind: "endnotes", reference: "endnoteReference", element: "endnote" },
  { kind: "comments", reference: "commentReference", element: "comment" },
];

/**
 * A Word document. It has the pages that Word noted when it saved it, or those that its author began with a page break.
 * A note is where its number is.
 * @param {Buffer} bytes
 * @param {Limits} limits
 * @returns {Promise<Reading>}
 */
export async function readDocx(bytes, limits) {
  const main = "word/document.xml";
  const parts = await OfficeParts.open(bytes, limits.unpackedBytes);
  if (!parts.has(main)) throw new Unreadable("DAMAGED");
  const relations = await parts.relationsOf(main);
  const notes = await notesOf(parts, relations, limits);
  for (const { id, kind, target } of relations) {
    if (Object.values(DRAWINGS).includes(kind)) notes.set(`${kind} ${id}`, await textOf(parts, target, limits));
  }
  const endsPage = await pageEndOf(parts, main);

  const collector = new PageCollector(limits);
  let pages = 1;
  let later = "";
  const flush = () => {
    collector.add(later);
    later = "";
  };
  for (const { kind, target } of relations) {
    if (MARGINS.includes(kind)) await addPart(parts, target, collector);
  }
  await parts.read(main, {
    open(element, attributes) {
      const kind = NOTES.find(({ reference }) => reference === element)?.kind;
      if (kind) later += notes.get(`${kind} ${attributeOf(attributes, "id")}`) ?? "";
      const drawing = DRAWINGS[element];
      if (drawing) later += drawingOf(notes, drawing, attributes);
      if (endsPage?.(element, attributes)) {
        pages += 1;
        collector.endPage();
      } else collector.add(AS_TEXT[element] ?? "");
    },
    close(element) {
      if (!ENDS_LINE.has(element)) return;
      collector.add("\n");
      flush();
    },
    text: (text) => collector.add(text),
  });
  flush();
  return collector.finish(endsPage ? pages : null);
}

/**
 * @param {Map<string, string>} notes
 * @param {string} kind
 * @param {Record<string, string>} attributes
 */
const drawingOf = (notes, kind, attributes) =>
  Object.values(attributes)
    .map((id) => notes.get(`${kind} ${id}`))
    .find((text) => text !== undefined) ?? "";

/**
 * The element that ends pages. Word notes where it began each page when it saved the document, also after breaks that
 * the author made. Other programs write only the latter.
 * @param {OfficeParts} parts
 * @param {string} main
 * @returns {Promise<((element: string, attributes: Record<string, string>) => boolean) | null>}
 */
async function pageEndOf(parts, main) {
  let isNoted = false;
  let isMade = false;
  /** @type {(element: string, attributes: Record<string, string>) => boolean} */
  const isBreak = (element, attributes) => element === "br" && attributeOf(attributes, "type") === "page";
  await parts.read(
    main,
    {
      open(element, attributes) {
        isNoted ||= element === "lastRenderedPageBreak";
        isMade ||= isBreak(element, attributes);
      },
    },
    () => isNoted,
  );
  if (isNoted) return (element) => element === "lastRenderedPageBreak";
  return isMade ? isBreak : null;
}

/**
 * @param {OfficeParts} parts
 * @param {{ kind: string, target: string }[]} relations
 * @param {Limits} limits
 */
async function notesOf(parts, relations, { characters }) {
  /** @type {Map<string, string>} */
  const notes = new Map();
  let left = characters;
  for (const { kind, element } of NOTES) {
    let key = "";
    const target = relations.find((relation) => relation.kind === kind)?.target ?? "";
    const add = (/** @type {string} */ text) => {
      if (key === "" || text === "" || left < 0) return;
      left -= text.length;
      notes.set(key, (notes.get(key) ?? "") + text);
    };
    await parts.read(target, {
      open(name, attributes) {
        if (name === element) key = `${kind} ${attributeOf(attributes, "id")}`;
        add(AS_TEXT[name] ?? "");
      },
      close(name) {
        if (ENDS_LINE.has(name)) add("\n");
        if (name === element) key = "";
      },
      text: add,
    });
  }
  return notes;
}

/** What belongs to a slide. */
const OF_SLIDE = ["notesSlide", "diagramData", "chart"];

/**
 * A presentation: one page for each slide, in the order of the show, with the speaker's notes.
 * @param {Buffer} bytes
 * @param {Limits} limits
 * @returns {Promise<Reading>}
 */
export async function readPptx(bytes, limits) {
  const main = "ppt/presentation.xml";
  const parts = await OfficeParts.open(bytes, limits.unpackedBytes);
  if (!parts.has(main)) throw new Unreadable("DAMAGED");
  const targets = new Map((await parts.relationsOf(main)).map(({ id, target }) => [id, target]));
  /** @type {string[]} */
  const slides = [];
  await parts.read(main, {
    open(element, attributes) {
      // `id` is the slide's number, `r:id` its relation.
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
      const target = targets.get(relation);
      if (element === "sldId" && target !== undefined) slides.push(target);
    },
  });
  const collector = new PageCollector(limits);
  for (const slide of slides) {
    if (collector.isFull) {
      collector.isCut = true;
      break;
    }
    await addPart(parts, slide, collector);
    for (const { kind, target } of await parts.relationsOf(slide)) {
      if (OF_SLIDE.includes(kind)) await addPart(parts, target, collector);
    }
    collector.endPage();
  }
  return collector.finish(slides.length);
}
