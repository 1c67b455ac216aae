import type { Settings } from "../settings.server";

/** A maintenance program of the built portal: `node app/programs/start.mjs <name> [options]`. */
export interface Program {
  /** Its name and options, without `node app/programs/start.mjs`. */
  usage: string;
  /**
   * @returns whether it found no problem
   * @throws Error if the options are wrong or it cannot do its work.
   */
  run(options: readonly string[], settings: Settings, say: (line: string) => void): boolean | Promise<boolean>;
}
