// The default locations of the data. Not in `app/settings.server.ts`, because `app/programs/start.mjs` needs them before
// it loads the build.
export const DATA_PLACES = {
  DATABASE_PATH: "db/ledger.sqlite",
  UPLOADS_DIR: "uploads",
  BACKUP_DIR: "db/backup",
};
