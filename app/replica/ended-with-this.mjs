/** util-linux, which every Linux distribution has. */
const SETPRIV = "/usr/bin/setpriv";

/**
 * A command that starts a program, which is killed when this process ends, however that ends. With a gentler signal, a
 * Litestream would first send what is left, while the next one already does. Only on Linux.
 * @param {string} program
 * @param {readonly string[]} parameters
 * @returns {{ program: string, parameters: string[] }}
 */
export const endedWithThis = (program, parameters) =>
  process.platform === "linux"
    ? { program: SETPRIV, parameters: ["--pdeathsig", "KILL", "--", program, ...parameters] }
    : { program, parameters: [...parameters] };
