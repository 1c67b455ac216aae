import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { withSchemes } from "../app/programs/color-schemes.mjs";
import { compileSass, STYLES_FOLDER } from "../app/programs/sass.mjs";

/** What these name takes seconds to compile. The rest of the stylesheet is the service's own and takes a fraction. */
const DESIGN_SYSTEM_FILES = ["_theme.scss", "_components.scss"];

export interface Styles {
  /** @param files those that changed, relative to the project's root */
  compile(files: readonly string[]): void;
}

/** Has the icons, images and stylesheet that the compiler looks for: those of the last build, or new ones. */
export function buildAssets(): void {
  spawnSync(process.execPath, ["app/programs/build-assets.mjs"], { stdio: ["ignore", "ignore", "inherit"] });
}

export function buildMissingAssets(): void {
  if (!existsSync(join(STYLES_FOLDER, "generated/styles.css"))) buildAssets();
}

/** Compiles the stylesheet now, and again when asked to. An error is reported, and the last stylesheet kept. */
export function startStyles(onCompiled: (css: string, milliseconds: number) => void, onError: (text: string) => void) {
  let theme = "";
  let designSystem = "";
  const compile: Styles["compile"] = (files) => {
    const started = performance.now();
    try {
      if (designSystem === "" || files.some((file) => DESIGN_SYSTEM_FILES.some((name) => file.endsWith(name)))) {
        theme = compileSass(["theme"], "expanded");
        designSystem = compileSass(["theme", "components"], "expanded");
      }
      // The theme writes the same rules at the top of whatever uses it.
      const own = compileSass(["theme", "own"], "expanded").slice(theme.length);
      onCompiled(withSchemes(`${designSystem}\n${own}`), Math.round(performance.now() - started));
    } catch (error) {
      onError(error instanceof Error ? error.message : String(error));
    }
  };
  compile([]);
  return { compile };
}
