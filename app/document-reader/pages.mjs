/*
 * What the readers of all kinds of documents share: text that is collected by page, up to a limit.
 */

/**
 * @typedef {{ characters: number, pages: number, unpackedBytes: number }} Limits
 * @typedef {{ pages: string[], pageCount: number | null, isCut: boolean }} Reading
 */

/** Why a document is not read. The server stores the code. */
export class Unreadable extends Error {
  /** @param {"DAMAGED" | "PASSWORD" | "TOO_LARGE"} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** Marks in a row (Unicode's Stream-Safe Text Format). Composing a longer run takes time in the square of its length. */
const LONG_RUNS_OF_MARKS = /(\p{M}{30})\p{M}+/gu;
/** Control, private-use and unassigned characters, noncharacters and half surrogate pairs: nobody searches for them. */
const UNSEARCHABLE = /[^\P{C}\n\t\p{Cf}]/gu;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/**
 * Makes text fit for the index: composed (NFC), one space between words, no empty lines in a row.
 * @param {string} text
 */
function clean(text) {
  return text
    .toWellFormed()
    .replace(INVISIBLE, "")
    .replace(UNSEARCHABLE, " ")
    .replace(LONG_RUNS_OF_MARKS, "$1")
    .normalize("NFC")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Raw text may be longer than clean text by this much, so that a page of spaces does not fill the memory. */
const RAW_TIMES = 4;

/** Collects the text of a document, page by page, and stops at the limits. */
export class PageCollector {
  /** @type {string[]} */
  #pages = [];
  /** @type {string[]} */
  #current = [];
  #rawCharacters = 0;
  #characters = 0;
  #limits;
  isCut = false;

  /** @param {Limits} limits */
  constructor(limits) {
    this.#limits = limits;
  }

  /** Whether no further page is kept. */
  get #hasLastPage() {
    return this.#characters >= this.#limits.characters || this.#pages.length >= this.#limits.pages;
  }

  /** Whether no more text is kept. */
  get isFull() {
    return this.#hasLastPage || this.#rawCharacters >= this.#limits.characters * RAW_TIMES;
  }

  /** @param {string} text */
  add(text) {
    if (text === "") return;
    if (this.isFull) {
      this.isCut = true;
      return;
    }
    this.#current.push(text);
    this.#rawCharacters += text.length;
  }

  endPage() {
    if (this.#hasLastPage) {
      this.isCut ||= this.#current.length > 0;
      this.#current = [];
      return;
    }
    const raw = this.#current.join("");
    const left = this.#limits.characters - this.#characters;
    const mostRaw = left * RAW_TIMES;
    const page = clean(raw.length > mostRaw ? raw.slice(0, mostRaw) : raw);
    // A cut may go through a surrogate pair.
    const kept =
      page.length > left
        ? page
            .slice(0, left)
            .toWellFormed()
            .replace(/\ufffd$/, "")
        : page;
    this.isCut ||= kept.length < page.length || raw.length > mostRaw;
    this.#pages.push(kept);
    this.#characters += kept.length;
    this.#current = [];
  }

  /** @param {number | null} pageCount @returns {Reading} */
  finish(pageCount) {
    if (this.#current.length > 0 || this.#pages.length === 0) this.endPage();
    return { pages: this.#pages, pageCount, isCut: this.isCut };
  }
}
