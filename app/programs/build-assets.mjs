/**
 * Builds the assets that Remix's compiler cannot: one stylesheet from the USWDS Sass sources, one sprite of the icons in
 * use, the official banner's images and the fonts that pages need first. Remix takes them from styles/generated, gives
 * them hashed names, and copies the fonts and images that the stylesheet refers to.
 *
 * It fails if the stylesheet exceeds its budget or refers to a missing file.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { iconNames } from "../ui/kit/icon-names.js";
import { withSchemes } from "./color-schemes.mjs";
import { compileSass, STYLES_FOLDER, USWDS_FOLDER } from "./sass.mjs";
import { withoutUnused } from "./unused-styles.mjs";

const RAW_BUDGET_BYTES = 300 * 1024;
const GZIPPED_BUDGET_BYTES = 30 * 1024;

const outputFolder = join(STYLES_FOLDER, "generated");

const COPIES = [
  "img/us_flag_small.png",
  "img/icon-dot-gov.svg",
  "img/icon-https.svg",
  "fonts/source-sans-pro/sourcesanspro-regular-webfont.woff2",
  "fonts/source-sans-pro/sourcesanspro-bold-webfont.woff2",
];

function missingFiles(css) {
  const addresses = [...css.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)/g)].map((match) => match[1]);
  return [...new Set(addresses)]
    .filter((address) => !address.startsWith("data:") && !address.startsWith("#"))
    .filter((address) => !existsSync(resolve(outputFolder, address.split(/[?#]/)[0])));
}

function symbolOf(name) {
  const source = readFileSync(join(USWDS_FOLDER, "dist/img/usa-icons", `${name}.svg`), "utf8");
  const [, attributes, shapes] = source.match(/<svg([^>]*)>([\s\S]*)<\/svg>/);
  const [, viewBox] = attributes.match(/viewBox="([^"]+)"/);
  return `<symbol id="${name}" viewBox="${viewBox}">${shapes.trim()}</symbol>`;
}

const css = withSchemes(withoutUnused(compileSass(["index"], "compressed"), join(STYLES_FOLDER, "../..")));
const sprite = `<svg xmlns="http://www.w3.org/2000/svg">${iconNames.map(symbolOf).join("")}</svg>\n`;
mkdirSync(outputFolder, { recursive: true });
writeFileSync(join(outputFolder, "styles.css"), css);
writeFileSync(join(outputFolder, "icons.svg"), sprite);
for (const path of COPIES) copyFileSync(join(USWDS_FOLDER, "dist", path), join(outputFolder, basename(path)));

const rawBytes = Buffer.byteLength(css);
const gzippedBytes = gzipSync(css).length;
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
process.stdout.write(
  `styles.css ${kilobytes(rawBytes)}, ${kilobytes(gzippedBytes)} gzipped; icons.svg ${kilobytes(sprite.length)}\n`,
);

const missing = missingFiles(css);
if (missing.length > 0) {
  process.stderr.write(`The stylesheet names files that do not exist:\n${missing.join("\n")}\n`);
  process.exitCode = 1;
}
if (rawBytes > RAW_BUDGET_BYTES || gzippedBytes > GZIPPED_BUDGET_BYTES) {
  process.stderr.write(
    `The stylesheet is over its budget of ${kilobytes(RAW_BUDGET_BYTES)}, ${kilobytes(GZIPPED_BUDGET_BYTES)} gzipped\n`,
  );
  process.exitCode = 1;
}
