/** util-linux, which every Linux distribution has. */
const SETPRIV = "/usr/bin/setpriv";

/**
 * A command that starts a program, which gets SIGTERM when this process ends, however that ends. Only on Linux.
 * @param {string} program
 * @param {readonly string[]} parameters
 * @returns {{ program: string, parameters: string[] }}
 */
export const endedWithThis = (program, parameters) =>
  process.platform === "linux"
    ? { program: SETPRIV, parameters: ["--pdeathsig", "TERM", "--", program, ...parameters] }
    : { program, parameters: [...parameters] };
