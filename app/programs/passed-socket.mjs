// Finds the socket that a service manager opened for the server, by systemd's protocol: sd_listen_fds(3). The manager keeps
// it open, so connections wait in it while no server runs.

/** The first file descriptor that a manager passes, by the protocol. */
const PASSED = 3;
/** Constants of Linux. */
const [SOL_SOCKET, SO_DOMAIN, SO_ACCEPTCONN] = [1, 39, 30];
const [AF_INET, AF_INET6] = [2, 10];
const F_SETFD = 2;
const INT_BYTES = 4;

/** The system's own functions, because Node has none for this. */
async function loadSystem() {
  const { default: koffi } = await import("koffi");
  const library = koffi.load(null);
  return {
    getsockopt: library.func("int getsockopt(int, int, int, _Out_ int *value, _Inout_ unsigned int *size)"),
    fcntl: library.func("int fcntl(int, int, ...)"),
  };
}

/**
 * The file descriptor to listen on instead of HOST and PORT.
 * @param {Record<string, string | undefined>} environment
 * @returns {Promise<number | null>} null if there is none for this process
 * @throws Error if it is not one socket that listens for TCP connections
 */
export async function passedSocket({ LISTEN_FDS, LISTEN_PID }, pid = process.pid) {
  // The variables of another process may be inherited.
  if (!LISTEN_FDS || LISTEN_FDS === "0" || LISTEN_PID !== String(pid)) return null;
  if (process.platform !== "linux") throw new Error("LISTEN_FDS works only on Linux.");
  // Nobody would accept connections on the others.
  if (LISTEN_FDS !== "1")
    throw new Error(`LISTEN_FDS is "${LISTEN_FDS}", but the server listens on exactly one socket.`);
  const { getsockopt } = await loadSystem();
  const option = (/** @type {number} */ name) => {
    const value = [0];
    return getsockopt(PASSED, SOL_SOCKET, name, value, [INT_BYTES]) === 0 ? value[0] : undefined;
  };
  if (option(SO_ACCEPTCONN) !== 1) {
    throw new Error(`LISTEN_FDS is set, but file descriptor ${PASSED} is not a socket that listens.`);
  }
  if (![AF_INET, AF_INET6].includes(option(SO_DOMAIN) ?? 0)) {
    throw new Error(`LISTEN_FDS is set, but file descriptor ${PASSED} is not a TCP socket.`);
  }
  return PASSED;
}

/**
 * Keeps a passed socket open when this process replaces itself. Node marks all that it finds open to be closed then. Call it
 * after starting other processes, or they would get the socket too.
 * @param {number} socket
 */
export async function keepOpen(socket) {
  const { fcntl } = await loadSystem();
  if (fcntl(socket, F_SETFD, "int", 0) !== 0) throw new Error(`Cannot keep file descriptor ${socket} open.`);
}
