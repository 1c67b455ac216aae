/*
 * The agency's accent color: its contrast, and the shades that pages need besides it. The shades replace custom properties
 * of the stylesheet (app/programs/color-schemes.mjs).
 */

/** Red, green and blue, from 0 to 255. */
type Color = readonly [number, number, number];

const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];

/** What WCAG 2.2 AA asks of text, and what people who ask for more contrast get. */
const TEXT_CONTRAST = 4.5;
const MORE_CONTRAST = 7;

/** The grayest surfaces with links: `base-lightest`, and in the dark `gray-cool-70`. */
const PALE: Color = [240, 240, 240];
const DIM: Color = [61, 69, 81];

/** The page in the dark: `gray-cool-90`. */
const NIGHT: Color = [28, 29, 31];

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

function colorOf(hex: string): Color {
  const [, red = "0", green = "0", blue = "0"] = hex.match(HEX) ?? [];
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

const hexOf = (color: Color) => `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance, by WCAG 2.2. */
function luminanceOf(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** `share` of the other color. */
const mixed = (color: Color, other: Color, share: number): Color =>
  color.map((part, index) => Math.round(part + ((other[index] ?? 0) - part) * share)) as unknown as Color;

const STEPS = 64;

/** As little of the other color as makes the result fit. */
function mixedUntil(color: Color, other: Color, fits: (mixture: Color) => boolean): Color {
  for (let step = 0; step < STEPS; step += 1) {
    const mixture = mixed(color, other, step / STEPS);
    if (fits(mixture)) return mixture;
  }
  return other;
}

/** Text of this hue that can be read on each of some surfaces. */
const readable = (color: Color, towards: Color, contrast: number, ...surfaces: Color[]): Color =>
  mixedUntil(color, towards, (mixture) => surfaces.every((surface) => contrastOf(mixture, surface) >= contrast));

/**
 * What is wrong with an accent: white text on it, and text of its color on white, must be readable. Both have the same
 * contrast.
 */
export function accentFault(hex: string): string | null {
  if (!HEX.test(hex)) return "Enter a color with six hexadecimal digits, such as #074b69";
  const contrast = contrastOf(colorOf(hex), WHITE);
  if (contrast >= TEXT_CONTRAST) return null;
  // Rounded down, so that a color just below the limit does not seem to meet it.
  const ratio = (Math.floor(contrast * 100) / 100).toFixed(2);
  return `Choose a darker color: between it and white, the contrast is ${ratio}:1, and text needs ${TEXT_CONTRAST}:1`;
}

/** What the shades are for: the custom properties of the stylesheet. */
interface Shades {
  "text-primary": Color;
  "text-primary-dark": Color;
  "line-primary": Color;
  "surface-primary": Color;
  "surface-primary-dark": Color;
  "surface-primary-lighter": Color;
}

function lightShades(accent: Color): Shades {
  const tint = mixed(accent, WHITE, 0.9);
  const text = readable(accent, BLACK, TEXT_CONTRAST, PALE, tint);
  return {
    "text-primary": text,
    "text-primary-dark": mixed(text, BLACK, 0.3),
    "line-primary": accent,
    "surface-primary": accent,
    "surface-primary-dark": mixed(accent, BLACK, 0.3),
    "surface-primary-lighter": tint,
  };
}

function darkShades(accent: Color): Shades {
  // Mixed with the page, so that it is lighter than the page: darker than it, it would look like a hole.
  const tint = mixed(accent, NIGHT, 0.6);
  const text = readable(accent, WHITE, TEXT_CONTRAST, DIM, tint);
  // The lightest on which white text is still readable, so that a button stands out from the page.
  const button = mixedUntil(WHITE, accent, (mixture) => contrastOf(mixture, WHITE) >= TEXT_CONTRAST + 0.5);
  return {
    "text-primary": text,
    "text-primary-dark": mixed(text, WHITE, 0.4),
    "line-primary": text,
    "surface-primary": contrastOf(accent, WHITE) >= TEXT_CONTRAST + 0.5 ? button : accent,
    "surface-primary-dark": mixed(accent, BLACK, 0.3),
    "surface-primary-lighter": tint,
  };
}

const declared = (shades: Partial<Shades>) =>
  Object.entries(shades)
    .map(([name, color]) => `--${name}:${hexOf(color)}`)
    .join(";");

/** The stylesheet that gives pages the accent, in each scheme. Paper keeps the light colors. */
export function accentStylesheet(hex: string): string {
  const accent = colorOf(hex);
  const light = lightShades(accent);
  const dark = darkShades(accent);
  const more = {
    "text-primary": readable(accent, BLACK, MORE_CONTRAST, PALE, light["surface-primary-lighter"]),
    "text-primary-dark": BLACK,
  };
  const darkMore = {
    "text-primary": readable(accent, WHITE, MORE_CONTRAST, DIM, dark["surface-primary-lighter"]),
    "text-primary-dark": WHITE,
  };
  return [
    `:root{${declared(light)}}`,
    `@media (prefers-contrast:more){:root{${declared(more)}}}`,
    `@media screen and (prefers-color-scheme:dark){:root{${declared(dark)}}}`,
    `@media screen and (prefers-color-scheme:dark) and (prefers-contrast:more){:root{${declared(darkMore)}}}`,
    "",
  ].join("\n");
}
