#!/usr/bin/env node
// Writes the migration that brings db/migrations up to db/schema.ts, and makes its tables STRICT, which drizzle-kit
// does not support. Run it with `npm run db:generate -- --name what_changed`, and read the SQL before you commit it
// (docs/migrations.md).
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

execFileSync("npx", ["drizzle-kit", "generate", "--config", "db/drizzle.config.ts", ...process.argv.slice(2)], {
  stdio: "inherit",
});
const folder = "db/migrations";
for (const name of readdirSync(folder).filter((entry) => entry.endsWith(".sql"))) {
  const file = `${folder}/${name}`;
  const written = readFileSync(file, "utf8");
  const strict = written.replace(/(CREATE TABLE [^;]*?\n\))(?= *;)/g, "$1 STRICT");
  if (strict !== written) writeFileSync(file, strict);
}
