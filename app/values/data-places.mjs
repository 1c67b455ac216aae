// Where the data lies when no setting says so; beside `app/settings.server.ts`, since `app/programs/start.mjs` needs to know it
// before the build is loaded.
export const DATA_PLACES = {
  DATABASE_PATH: "db/ledger.sqlite",
  UPLOADS_DIR: "uploads",
  BACKUP_DIR: "db/backup",
};
