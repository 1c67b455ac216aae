import { expect, test } from "vitest";
import { accentStylesheet } from "~/values/accent";
import { withSchemes } from "../../app/programs/color-schemes.mjs";

/* What WCAG 2.2 calls relative luminance and contrast, written again from its text. */
function luminanceOf(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
function contrastOf(...hexes: string[]): number {
  const [dark = 0, light = 0] = hexes.map(luminanceOf).sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

/** The custom properties of each scheme, with those that it takes over. */
function schemesOf(hex: string) {
  const blocks = accentStylesheet(hex).trim().split("\n");
  const properties = blocks.map((block) =>
    Object.fromEntries([...block.matchAll(/(--[\w-]+):(#[0-9a-f]{6})/g)].map(([, name, color]) => [name, color])),
  );
  const [light = {}, more = {}, dark = {}, darkMore = {}] = properties;
  expect(blocks.slice(1).map((block) => block.slice(0, block.indexOf("{")))).toEqual([
    "@media (prefers-contrast:more)",
    "@media screen and (prefers-color-scheme:dark)",
    "@media screen and (prefers-color-scheme:dark) and (prefers-contrast:more)",
  ]);
  return { light, more: { ...light, ...more }, dark, darkMore: { ...dark, ...darkMore } };
}

/** The surfaces that text and links are on: `white`, `base-lightest` and `base-lighter` in each scheme. */
const LIGHT_SURFACES = ["#ffffff", "#f0f0f0"];
const DARK_SURFACES = ["#1c1d1f", "#2d2e2f", "#3d4551"];
const ACCENTS = ["#0b5272", "#000000", "#767676", "#c00000", "#5d3a9b", "#006b3c", "#0000ff", "#7a4b00", "#132030"];

test.each(ACCENTS)("everything in the accent %s can be read in every scheme", (accent) => {
  const { light, more, dark, darkMore } = schemesOf(accent);
  expect(light["--surface-primary"]).toBe(accent);
  const schemes = [
    { shades: light, surfaces: LIGHT_SURFACES, least: 4.5 },
    { shades: more, surfaces: LIGHT_SURFACES, least: 7 },
    { shades: dark, surfaces: DARK_SURFACES, least: 4.5 },
    { shades: darkMore, surfaces: DARK_SURFACES, least: 7 },
  ];
  for (const { shades, surfaces, least } of schemes) {
    const { "--surface-primary-lighter": tint = "", "--line-primary": line = "" } = shades;
    for (const name of ["--text-primary", "--text-primary-dark"]) {
      for (const surface of [...surfaces, tint]) {
        expect([name, surface, contrastOf(shades[name] ?? "", surface) >= least]).toEqual([name, surface, true]);
      }
    }
    for (const name of ["--surface-primary", "--surface-primary-dark"]) {
      expect([name, contrastOf(shades[name] ?? "", "#ffffff") >= 4.5]).toEqual([name, true]);
    }
    expect(contrastOf(line, surfaces[0] ?? "")).toBeGreaterThanOrEqual(3);
  }
});

test("the accent replaces properties that the stylesheet has", () => {
  const uses = ["color", "background-color", "border-color"]
    .flatMap((property) => ["#1a4480", "#162e51", "#e1e7f1"].map((color) => `${property}:${color}`))
    .join(";");
  const stylesheet = withSchemes(`p{${uses}}`);
  for (const name of Object.keys(schemesOf("#0b5272").light)) {
    expect(stylesheet).toContain(`:var(${name})`);
    expect(stylesheet).toContain(`${name}:#`);
  }
});
