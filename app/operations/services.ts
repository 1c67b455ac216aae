import type { Logger } from "pino";
import type { Database } from "#db/open";
import type { Search } from "~/search/search.server";
import type { Passwords } from "~/secrets/passwords.server";
import type { Settings } from "~/settings.server";
import type { FileStore } from "~/storage/file-store.server";

/** What the domain needs from outside. The clock and random bytes are functions, so that tests can set them. */
export interface Services {
  settings: Settings;
  db: Database;
  files: FileStore;
  passwords: Passwords;
  search: Search;
  log: Logger;
  clock: () => Date;
  newId: () => string;
  /** Cryptographically random bytes, for tokens. */
  randomBytes: (size: number) => Buffer;
}
