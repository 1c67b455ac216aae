import { join, resolve } from "node:path";
import * as sass from "sass";

const root = resolve(import.meta.dirname, "../..");

/** Where the stylesheet's sources are. */
export const STYLES_FOLDER = join(root, "app/ui/styles");
/** The design system's package. */
export const USWDS_FOLDER = join(root, "node_modules/@uswds/uswds");

/**
 * Compiles modules of the styles folder into one stylesheet, in their sequence.
 * @param {readonly string[]} modules names as `@use` takes them
 * @param {"compressed" | "expanded"} style
 * @param {string[]} more lines after the modules
 * @throws sass.Exception whose message shows the line at fault.
 */
export function compileSass(modules, style, ...more) {
  const { css } = sass.compileString([...modules.map((name) => `@use "${name}";`), ...more].join("\n"), {
    style,
    charset: style === "compressed",
    loadPaths: [STYLES_FOLDER, join(USWDS_FOLDER, "packages")],
    // The deprecations are in the design system's own sources, which we do not change.
    quietDeps: true,
  });
  // A font that comes late would move the page's text. It is there for the next page.
  return css.replace(/(font-display:\s*)fallback/g, "$1optional");
}
