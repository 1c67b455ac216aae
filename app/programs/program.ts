import type { Settings } from "../settings.server";

/** A maintenance program of the built portal: `node app/programs/start.mjs <name> [options]`. */
export interface Program {
  /** How it is called, without `node app/programs/start.mjs`. */
  usage: string;
  /**
   * @returns whether all is well.
   * @throws Error when it is called wrongly, or cannot do its work.
   */
  run(options: readonly string[], settings: Settings, say: (line: string) => void): boolean | Promise<boolean>;
}
