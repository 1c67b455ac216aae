/**
 * Gives the stylesheet its dark and high-contrast colors. The design system compiles its color tokens to fixed values. This
 * replaces those that change with custom properties, by what the color is for: the same white is a surface that turns dark,
 * or text on a filled button that stays white.
 */
import postcss from "postcss";
import { compileSass } from "./sass.mjs";

/** What a property's color is for. Others, such as text-shadow, keep their colors. */
/** @type {readonly [string, RegExp][]} */
const USES = [
  ["text", /^(color|fill|-webkit-text-fill-color|text-decoration-color)$/],
  ["surface", /^background(-color)?$/],
  ["line", /^(border|outline|stroke|box-shadow)/],
];

/**
 * Each color that changes: what it is for, its token, and its tokens in the dark and with more contrast, light and dark. All
 * are names of USWDS color tokens. The lightest surface is `gray-cool-90`, and text on it is at most 30.
 */
/** @type {readonly string[][]} */
const SCHEMES = [
  // use, token, dark, more contrast, more contrast in the dark
  ["text", "ink", "gray-5", "black", "white"],
  ["text", "black", "white"],
  ["text", "primary-darker", "blue-warm-5"],
  ["text", "primary-dark", "blue-warm-10", "black", "white"],
  ["text", "primary", "blue-warm-30", "blue-warm-80", "blue-warm-10"],
  ["text", "primary-vivid", "blue-warm-30"],
  ["text", "base-darker", "gray-cool-20", "black", "white"],
  ["text", "base-dark", "gray-cool-20", "gray-cool-80", "white"],
  ["text", "base", "gray-cool-30", "gray-cool-80", "white"],
  ["text", "disabled", "gray-40"],
  ["text", "disabled-dark", "gray-30", "gray-70", "gray-10"],
  ["text", "violet-70v", "violet-20", "violet-80v", "violet-10"],
  ["text", "error-dark", "red-20v", "red-80v", "red-10v"],
  ["text", "error", "red-30v"],
  ["surface", "white", "gray-cool-90", "white", "black"],
  ["surface", "base-lightest", "gray-cool-80"],
  ["surface", "base-lighter", "gray-cool-70"],
  ["surface", "base-light", "gray-cool-60"],
  ["surface", "gray-20", "gray-70"],
  ["surface", "primary", "blue-warm-60"],
  ["surface", "primary-dark", "primary-dark"],
  ["surface", "primary-lighter", "blue-warm-80"],
  ["surface", "info-lighter", "cyan-80"],
  ["surface", "success-lighter", "green-cool-80"],
  ["surface", "warning-lighter", "gold-80"],
  ["surface", "error-lighter", "red-warm-80"],
  ["line", "ink", "gray-cool-30", "black", "white"],
  ["line", "white", "gray-cool-90"],
  ["line", "primary-dark", "blue-warm-20"],
  ["line", "primary", "blue-warm-30"],
  ["line", "base-dark", "gray-cool-30", "black", "white"],
  ["line", "base", "gray-cool-40", "black", "white"],
  ["line", "base-light", "gray-cool-50", "black", "white"],
  ["line", "base-lighter", "gray-cool-70", "gray-cool-60", "gray-cool-20"],
  ["line", "error-dark", "red-30v"],
];

/**
 * The custom property of a color. Those of the primary color have names, because the agency's accent replaces them
 * (app/values/accent.ts). The others have short ones.
 * @param {string | undefined} use @param {string | undefined} token @param {number} index
 */
const propertyOf = (use, token, index) => (token?.startsWith("primary") ? `--${use}-${token}` : `--c${index}`);

/**
 * The values of color tokens, by their names.
 * @param {readonly string[]} tokens
 * @throws sass.Exception if there is no such token
 */
function colorsOf(tokens) {
  const rules = tokens.map((token, index) => `.token${index}{color:uswds.color("${token}")}`);
  const css = compileSass(["theme"], "expanded", '@use "uswds-core" as uswds;', ...rules);
  const found = css.matchAll(/\.token(\d+) \{\s*color: ([^;]+);/g);
  return new Map([...found].map(([, index, color = ""]) => [tokens[Number(index)], normalized(color)]));
}

/** One form for each color: `white` and `#ffffff` are `#fff`. @param {string} color */
function normalized(color) {
  const lower = color
    .toLowerCase()
    .replace(/^white$/, "#fff")
    .replace(/^black$/, "#000");
  return lower.replace(/^#(.)\1(.)\2(.)\3$/, "#$1$2$3");
}

const LITERAL = /#[0-9a-f]{3,8}\b|\bwhite\b|\bblack\b/gi;

/**
 * Whether a declaration is in a rule with its own colors for a scheme. Nothing in those is replaced.
 * @param {postcss.Declaration} declaration
 */
function hasOwnScheme({ parent }) {
  /** @type {postcss.Node | undefined} */
  let at = parent;
  while (at) {
    if (at instanceof postcss.AtRule && /prefers-|forced-colors|\bprint\b/.test(at.params)) return true;
    at = at.parent;
  }
  return false;
}

/** @param {string} css compiled from this folder @returns {string} the same with its dark and high-contrast colors */
export function withSchemes(css) {
  const colors = colorsOf([...new Set(SCHEMES.flatMap(([, ...tokens]) => tokens))]);
  const changing = new Map(
    SCHEMES.map(([use, token], index) => [`${use} ${colors.get(token)}`, propertyOf(use, token, index)]),
  );
  if (changing.size < SCHEMES.length) {
    throw new Error(
      `Two schemes are for one color: ${SCHEMES.map(([use, token]) => `${use} ${token} ${colors.get(token)}`).join(", ")}`,
    );
  }
  const sheet = postcss.parse(css);
  sheet.walkDecls((declaration) => {
    const use = USES.find(([, properties]) => properties.test(declaration.prop))?.[0];
    if (use === undefined || hasOwnScheme(declaration)) return;
    declaration.value = declaration.value.replace(LITERAL, (color) => {
      const name = changing.get(`${use} ${normalized(color)}`);
      return name === undefined ? color : `var(${name})`;
    });
  });
  /** @param {number} column */
  const values = (column) =>
    SCHEMES.map(
      (scheme, index) => scheme[column] && `${propertyOf(scheme[0], scheme[1], index)}:${colors.get(scheme[column])}`,
    )
      .filter(Boolean)
      .join(";");
  // Paper is white, so what is printed keeps the light colors.
  const root = [
    `:root{${values(1)}}`,
    `@media (prefers-contrast:more){:root{${values(3)}}}`,
    `@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;${values(2)}}}`,
    `@media screen and (prefers-color-scheme:dark) and (prefers-contrast:more){:root{${values(4)}}}`,
  ].join("");
  const [charset] = css.match(/^(\uFEFF|@charset "[^"]*";)/) ?? [""];
  return charset + root + sheet.toString().slice(charset.length);
}
