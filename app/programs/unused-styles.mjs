/**
 * Leaves out the design system's rules for classes that no component has. Its packages style much more than these pages
 * use: variants, menus that need its scripts, a grid.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postcss from "postcss";

const SOURCE = /\.(tsx?|js)$/;
const WORD = /[A-Za-z][\w-]*/g;
const CLASS = /\.([A-Za-z][\w-]*)/g;
/** Names of classes are put together only after one of these: `usa-alert--${kind}`. */
const BEGINNING = /^(usa|glip)-.*-$/;

/**
 * All words of the sources, which include the names of their classes.
 * @param {string} folder
 */
function wordsIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => SOURCE.test(name));
  return new Set(files.flatMap((name) => readFileSync(join(folder, name), "utf8").match(WORD) ?? []));
}

/**
 * A selector without what is in parentheses: alternatives (`:is`), of which some may be unused, and exclusions (`:not`).
 * @param {string} selector
 * @returns {string}
 */
function withoutAlternatives(selector) {
  const shorter = selector.replace(/\([^()]*\)/g, "");
  return shorter === selector ? selector : withoutAlternatives(shorter);
}

/** @param {string} css @param {string} folder of the sources @returns {string} the same without unused rules */
export function withoutUnused(css, folder) {
  const words = wordsIn(folder);
  const beginnings = [...words].filter((word) => BEGINNING.test(word));
  /** @param {string} name */
  const isUsed = (name) => words.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
  const sheet = postcss.parse(css);
  sheet.walkRules((rule) => {
    const used = rule.selectors.filter((selector) =>
      [...withoutAlternatives(selector).matchAll(CLASS)].every(([, name = ""]) => isUsed(name)),
    );
    if (used.length === 0) rule.remove();
    else if (used.length < rule.selectors.length) rule.selectors = used;
  });
  sheet.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
  return sheet.toString();
}
