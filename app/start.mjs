#!/usr/bin/env node
// Starts the built server in production: `npm start`.
import { existsSync } from "node:fs";

// React and Remix look at this when they are loaded, so it is set before the build is.
process.env.NODE_ENV = "production";

if (!existsSync("build/index.js")) {
  process.stderr.write("Nothing is built yet. Run `npm run build` first.\n");
  process.exit(1);
}
const { start } = await import("../build/index.js");
await start();
