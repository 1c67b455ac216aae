/* Finds system programs that tests use on the PATH, or installs their Debian packages. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const PACKAGE_MILLISECONDS = 10 * 60_000;
/** Debian starts the services of a package that it installs, unless this program forbids it (invoke-rc.d(8)). */
const SERVICE_POLICY = "/usr/sbin/policy-rc.d";
const FORBID = "#!/bin/sh\nexit 101\n";

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of a program on the PATH.
 * @param {string} name
 */
export function onPath(name) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

/**
 * Installs a Debian package, if this process may, and starts no service of it. The installer's output goes to standard error.
 * @param {string} name
 * @returns {boolean} whether it succeeded
 */
export function installFromDebian(name) {
  if (process.getuid?.() !== 0 || !onPath("apt-get")) {
    process.stderr.write(`Cannot install the Debian package ${name}: this needs root and apt-get.\n`);
    return false;
  }
  process.stderr.write(`Installing a Debian package: apt-get update && apt-get install -y ${name}\n`);
  const mayForbid = !existsSync(SERVICE_POLICY);
  if (mayForbid) writeFileSync(SERVICE_POLICY, FORBID, { mode: 0o755 });
  try {
    return [["update"], ["install", "-y", name]].every(
      (parameters) =>
        spawnSync("apt-get", parameters, {
          stdio: ["ignore", 2, 2],
          timeout: PACKAGE_MILLISECONDS,
          env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
        }).status === 0,
    );
  } finally {
    if (mayForbid) rmSync(SERVICE_POLICY, { force: true });
  }
}

/**
 * Finds a program, or installs its package.
 * @param {string} name
 * @param {string} packageName
 * @param {readonly string[]} [folders] where to look besides the PATH
 * @returns {string} its path
 * @throws {Error} if it is missing and cannot be installed
 */
export function ensureProgram(name, packageName, folders = []) {
  const find = () => onPath(name) ?? folders.map((folder) => join(folder, name)).find(isProgram);
  const found = find() ?? (installFromDebian(packageName) ? find() : undefined);
  if (found) return found;
  throw new Error(`Cannot find ${name}. Install it (Debian: apt-get install ${packageName}).`);
}
